/// The page that shows the phone: cards and notifications as they are now, with buttons that tap.
///
/// It is self-contained and looks at `/_sim/state` and `/_sim/requests` every second.
enum Page {
    static let html = head + style + body + "<script>" + script + cards + templates + "</script>\n</html>\n"

    private static let head = #"""
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>PushWard simulator</title>
        </head>

        """#

    private static let body = #"""
        <body>
        <header>
          <h1>PushWard simulator</h1>
          <span id="clock"></span>
          <span class="grow"></span>
          <button data-advance="60">+1 min</button>
          <button data-advance="3600">+1 h</button>
          <button data-advance="86400">+1 day</button>
          <button id="reset" class="danger">Reset</button>
        </header>
        <main>
          <section class="phone" aria-label="Phone">
            <div class="island"></div>
            <div class="lock"><div id="time"></div><div id="date"></div></div>
            <div id="cards"></div>
            <div id="banners"></div>
            <p id="quiet">Nothing on the Lock Screen.</p>
          </section>
          <section class="side">
            <div id="toast" role="status"></div>
            <h2>Account</h2>
            <div id="quotas" class="chips"></div>
            <h2>Widgets</h2>
            <div id="widgets"></div>
            <h2>Requests</h2>
            <table><tbody id="requests"></tbody></table>
            <h2>Warnings</h2>
            <ul id="warnings"></ul>
          </section>
        </main>
        </body>

        """#
}
