/// The page's looks, dark and light.
extension Page {
    static let style = #"""
        <style>
        :root { color-scheme: light dark; --bg: #eef0f4; --fg: #16181d; --dim: #667; --panel: #fff; --line: #d9dce3;
          --card: rgba(255,255,255,.86); --wall: linear-gradient(160deg,#8fb7f2,#c9a7e8 55%,#f2b8a0);
          --accent: #0a7aff; }
        @media (prefers-color-scheme: dark) { :root { --bg: #0e1014; --fg: #eef0f4; --dim: #99a; --panel: #181b21;
          --line: #2b2f38; --card: rgba(24,26,32,.82); --wall: linear-gradient(160deg,#16305c,#3a2358 55%,#5c2a2a); } }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--bg); color: var(--fg);
          font: 15px/1.4 -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
        header { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; padding: 12px 20px;
          border-bottom: 1px solid var(--line); background: var(--panel); position: sticky; top: 0; z-index: 2; }
        h1 { font-size: 17px; margin: 0; } h2 { font-size: 13px; color: var(--dim); margin: 20px 0 6px;
          text-transform: uppercase; letter-spacing: .05em; }
        .grow { flex: 1; } #clock { color: var(--dim); font-variant-numeric: tabular-nums; }
        button { font: inherit; font-size: 13px; font-weight: 600; border: 0; border-radius: 999px; padding: 6px 14px;
          cursor: pointer; background: color-mix(in srgb, var(--accent) 16%, transparent); color: var(--accent); }
        button:hover { filter: brightness(1.15); } button:active { transform: scale(.97); }
        button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
        button.danger { --accent: #ff3b30; } button.primary { background: var(--accent); color: #fff; }
        button:disabled { opacity: .4; cursor: default; }
        main { display: flex; flex-wrap: wrap; gap: 28px; padding: 24px 20px; align-items: flex-start; }
        .phone { flex: 0 1 400px; min-width: 300px; min-height: 760px; border-radius: 48px; padding: 16px 14px 30px;
          background: var(--wall); border: 9px solid #0b0b0d; box-shadow: 0 16px 50px rgba(0,0,0,.28); }
        .island { width: 110px; height: 28px; border-radius: 20px; background: #0b0b0d; margin: 0 auto 8px; }
        .lock { text-align: center; color: #fff; text-shadow: 0 1px 8px rgba(0,0,0,.35); margin-bottom: 16px; }
        #time { font-size: 58px; font-weight: 600; line-height: 1.1; font-variant-numeric: tabular-nums; }
        #quiet { color: #fff; text-align: center; opacity: .8; }
        .card, .banner { background: var(--card); backdrop-filter: blur(18px); border-radius: 22px; padding: 14px;
          margin-bottom: 10px; overflow-wrap: anywhere; }
        .card.ended { opacity: .75; } .row { display: flex; gap: 10px; align-items: center; }
        .glyph { flex: none; width: 38px; height: 38px; border-radius: 11px; display: grid; place-items: center;
          background: var(--accent); color: #fff; font-weight: 700; font-size: 17px; }
        .titles { flex: 1; min-width: 0; } .name { font-weight: 600; } .state { font-size: 14px; }
        .dim { color: var(--dim); font-size: 12.5px; } .big { font-size: 24px; font-weight: 650;
          font-variant-numeric: tabular-nums; }
        .bar { height: 7px; border-radius: 7px; background: color-mix(in srgb, var(--fg) 14%, transparent);
          overflow: hidden; margin: 10px 0 4px; } .bar i { display: block; height: 100%; border-radius: 7px;
          background: var(--accent); transition: width .6s; }
        .steps { display: flex; gap: 4px; } .steps .bar { flex: 1; }
        .buttons { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 10px; }
        .tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(74px, 1fr)); gap: 8px; margin-top: 10px; }
        .tile { text-align: left; border-radius: 14px; padding: 8px 10px; color: var(--fg); font-weight: 400;
          background: color-mix(in srgb, var(--accent) 14%, transparent); }
        .lines { font: 12px/1.5 ui-monospace, Menlo, monospace; margin-top: 8px; } .warn { color: #ff9500; }
        .error { color: #ff3b30; } svg { width: 100%; height: 64px; margin-top: 8px; }
        .side { flex: 1 1 480px; min-width: 300px; } .chips { display: flex; flex-wrap: wrap; gap: 8px; }
        .chip { background: var(--panel); border: 1px solid var(--line); border-radius: 10px; padding: 4px 10px;
          font-size: 13px; } table { width: 100%; border-collapse: collapse; font-size: 13px; background: var(--panel);
          border-radius: 12px; overflow: hidden; } td { padding: 5px 10px; border-top: 1px solid var(--line);
          vertical-align: top; } td.mono { font-family: ui-monospace, Menlo, monospace; font-size: 12px;
          overflow-wrap: anywhere; } .ok { color: #34c759; } .bad { color: #ff3b30; font-weight: 600; }
        #toast { min-height: 38px; padding: 8px 14px; border-radius: 12px; background: var(--panel);
          border: 1px solid var(--line); font-size: 13px; overflow-wrap: anywhere; }
        #toast:empty { visibility: hidden; } .art { width: 52px; height: 52px; border-radius: 10px; object-fit: cover; }
        #warnings { font-size: 13px; padding-left: 20px; }
        </style>

        """#
}
