/// The page that shows the phone.
enum Page {
    static let html = "<!doctype html><title>PushWard simulator</title>"
}
