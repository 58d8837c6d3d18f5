internal import CMicroHTTPD
internal import Glibc
internal import Synchronization
internal import Threads
internal import Values

/// Receives HTTP requests on a thread of its own and hands each over to be answered whenever its answer is known.
package final class HTTPListener: Sendable {
    /// Takes a request; called on the listener's thread, must not block, and answers then or later.
    package typealias Handler = @Sendable (HTTPExchange) -> Void

    /// The port that it listens on, also where 0 was asked for.
    package let port: Int
    private let context: ListenerContext
    private let daemon: Mutex<DaemonHandle?>
    private let watcher: WorkerThread

    /// Starts listening.
    ///
    /// - Parameters:
    ///   - address: a name or address of this machine, IPv4 or IPv6; `::` takes both.
    ///   - port: 0 for any free one.
    ///   - limits: what a request may cost.
    ///   - handler: takes each request.
    /// - Throws: `HTTPListenerError`, or `ThreadError` where no thread can be started.
    package init(
        address: String,
        port: Int,
        limits: Limits = Limits(),
        handler: @escaping Handler
    ) throws {
        let socket = try ListeningSocket.open(address: address, port: port)
        let context = ListenerContext(limits: limits, handler: handler)
        var settings = pushward_http_settings(
            listen_socket: socket.descriptor,
            connection_memory: max(4_096, limits.headBytes),
            connection_limit: UInt32(clamping: max(1, limits.connections)),
            per_ip_limit: UInt32(clamping: max(0, limits.connectionsPerPeer)),
            idle_seconds: UInt32(clamping: max(1, limits.idleTimeout.components.seconds))
        )
        let pointer = Unmanaged.passUnretained(context).toOpaque()
        guard
            let daemon = pushward_http_start(
                &settings,
                handleAccess,
                pointer,
                noteCompleted,
                noteConnection,
                keepEscapes
            )
        else {
            let number = errno
            close(socket.descriptor)
            throw HTTPListenerError(address: address, port: port, number: number)
        }
        self.port = socket.port
        self.context = context
        self.daemon = Mutex(DaemonHandle(pointer: daemon))
        do {
            self.watcher = try WorkerThread(name: "http-watch") { context.table.watch() }
        } catch {
            MHD_stop_daemon(daemon)
            throw error
        }
    }

    deinit {
        stop()
    }

    /// Takes no more connections, answers what waits with 503, and returns when the thread has ended.
    ///
    /// Takes two seconds at most, as long as no handler blocks; must not be called from a handler.
    package func stop() {
        guard let handle = daemon.withLock({ $0.take() }) else { return }
        let socket = MHD_quiesce_daemon(handle.pointer)
        context.table.stop()
        let deadline = Uptime.now() + .seconds(1)
        let pause = Gate()
        while context.table.unfinishedCount > 0, Uptime.now() < deadline {
            _ = pause.wait(for: .milliseconds(2))
        }
        MHD_stop_daemon(handle.pointer)
        if socket >= 0 { close(socket) }
        watcher.join(within: .seconds(1))
    }
}

/// The library's daemon.
///
/// `@unchecked Sendable`: the library's functions for a daemon may be called from any thread, and the only owner
/// takes the handle out of its mutex before it stops the daemon, once.
private struct DaemonHandle: @unchecked Sendable {
    let pointer: OpaquePointer
}

/// What the library's callbacks work with; the listener holds it until the daemon has stopped.
private final class ListenerContext: Sendable {
    let limits: HTTPListener.Limits
    let handler: HTTPListener.Handler
    let table = ExchangeTable()

    init(limits: HTTPListener.Limits, handler: @escaping HTTPListener.Handler) {
        self.limits = limits
        self.handler = handler
    }
}

/// One request while the library knows it; made and freed on the listener's thread.
private final class RequestState: Sendable {
    enum Phase {
        case reading
        /// Handed over; the connection is suspended.
        case waiting(ConnectionHandle)
        case answered(HTTPResponse)
        case sent
    }

    struct Fields {
        var phase = Phase.reading
        var body: [UInt8] = []
        var discarded = 0
        var isHandedOver = false
        var refusal: Int?
    }

    let fields = Mutex(Fields())

    /// Keeps the answer and lets the connection go on; from any thread.
    func answer(_ response: HTTPResponse) {
        fields.withLock { fields in
            guard case .waiting(let connection) = fields.phase else { return }
            fields.phase = .answered(response)
            // Under the lock: once it is released the library may have finished with the connection.
            MHD_resume_connection(connection.pointer)
        }
    }
}

/// A connection of the library.
///
/// `@unchecked Sendable`: used from other threads only to resume it, which the library allows, and only while it is
/// suspended, during which the library keeps it.
private struct ConnectionHandle: @unchecked Sendable {
    let pointer: OpaquePointer
}

/// Leaves escapes in paths and queries as they are: the library's own decoding would cut a text at `%00`.
private func keepEscapes(
    _ context: UnsafeMutableRawPointer?,
    _ connection: OpaquePointer?,
    _ text: UnsafeMutablePointer<CChar>?
) -> Int {
    text.map { strlen($0) } ?? 0
}

/// Called on the listener's thread when a connection begins or ends: its socket has only so long for a request.
private func noteConnection(
    _ context: UnsafeMutableRawPointer?,
    _ connection: OpaquePointer?,
    _ socketContext: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ code: MHD_ConnectionNotificationCode
) {
    guard let context, let connection else { return }
    let listener = Unmanaged<ListenerContext>.fromOpaque(context).takeUnretainedValue()
    let socket = pushward_http_socket(connection)
    if pushward_http_is_start(code) != 0 {
        listener.table.startReading(socket, deadline: Uptime.now() + listener.limits.readTimeout)
    } else {
        listener.table.endReading(socket)
    }
}

/// Called on the listener's thread when a request is over, answered or not: frees what the first call made.
private func noteCompleted(
    _ context: UnsafeMutableRawPointer?,
    _ connection: OpaquePointer?,
    _ requestContext: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ code: MHD_RequestTerminationCode
) {
    guard let context, let connection, let pointer = requestContext?.pointee else { return }
    requestContext?.pointee = nil
    let listener = Unmanaged<ListenerContext>.fromOpaque(context).takeUnretainedValue()
    let state = Unmanaged<RequestState>.fromOpaque(pointer).takeRetainedValue()
    let wasHandedOver = state.fields.withLock { fields in
        fields.phase = .sent
        return fields.isHandedOver
    }
    if wasHandedOver { listener.table.finish(ObjectIdentifier(state)) }
    let limits = listener.limits
    let deadline = Uptime.now() + limits.idleTimeout + limits.readTimeout
    listener.table.startReading(pushward_http_socket(connection), deadline: deadline)
}

/// Called on the listener's thread: first with the head, then with each part of the body, then without one, and
/// again after the connection was resumed.
private func handleAccess(
    _ context: UnsafeMutableRawPointer?,
    _ connection: OpaquePointer?,
    _ url: UnsafePointer<CChar>?,
    _ method: UnsafePointer<CChar>?,
    _ version: UnsafePointer<CChar>?,
    _ upload: UnsafePointer<CChar>?,
    _ uploadSize: UnsafeMutablePointer<Int>?,
    _ requestContext: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let context, let connection, let url, let method, let version, let uploadSize, let requestContext
    else { return .NO }
    let listener = Unmanaged<ListenerContext>.fromOpaque(context).takeUnretainedValue()
    guard let pointer = requestContext.pointee else {
        let state = RequestState()
        requestContext.pointee = Unmanaged.passRetained(state).toOpaque()
        return listener.begin(connection, version: String(cString: version))
    }
    let state = Unmanaged<RequestState>.fromOpaque(pointer).takeUnretainedValue()
    if uploadSize.pointee > 0 {
        let part = UnsafeRawBufferPointer(start: upload, count: uploadSize.pointee)
        uploadSize.pointee = 0
        return listener.take(part, for: state)
    }
    return listener.proceed(state, connection, path: url, method: method)
}

extension ListenerContext {
    /// Looks at the head: refuses at once what is announced as too large, or does not say how long it is.
    fileprivate func begin(_ connection: OpaquePointer, version: String) -> MHD_Result {
        let headers = Self.values { pushward_http_headers(connection, collectValue, $0) }
        if let doubt = RequestHead.doubt(headers, version: version) {
            return send(Self.plain(400, "the request is malformed: \(doubt)\n", isLast: true), on: connection)
        }
        let length = headers.first { $0.name.lowercased() == "content-length" }
        // A number too large for one is a length that is too large.
        if let length, Int(length.value).map({ $0 > limits.bodyBytes }) ?? true {
            return send(Self.plain(413, "the body is too large\n"), on: connection)
        }
        if headers.count > limits.headerCount {
            return send(Self.plain(431, "too many header fields\n"), on: connection)
        }
        return .YES
    }

    /// Keeps a part of the body; what is beyond the limit is read a little longer, so that the answer can be sent.
    fileprivate func take(_ part: UnsafeRawBufferPointer, for state: RequestState) -> MHD_Result {
        state.fields.withLock { fields in
            if fields.refusal == nil, fields.body.count + part.count <= limits.bodyBytes {
                fields.body.append(contentsOf: part)
                return .YES
            }
            fields.refusal = 413
            fields.body = []
            fields.discarded += part.count
            return fields.discarded <= 4 * limits.bodyBytes + 65_536 ? .YES : .NO
        }
    }

    /// The request is complete: hands it over; or it was answered meanwhile: sends the answer.
    fileprivate func proceed(
        _ state: RequestState,
        _ connection: OpaquePointer,
        path: UnsafePointer<CChar>,
        method: UnsafePointer<CChar>
    ) -> MHD_Result {
        let (answer, refusal, body) = state.fields.withLock { fields in
            var answer: HTTPResponse?
            if case .answered(let response) = fields.phase {
                answer = response
                fields.phase = .sent
            }
            return (answer, fields.refusal, fields.body)
        }
        if let answer { return send(answer, on: connection) }
        table.endReading(pushward_http_socket(connection))
        if refusal != nil { return send(Self.plain(413, "the body is too large\n"), on: connection) }
        guard let request = Self.request(connection, path: path, method: method, body: body) else {
            return send(Self.plain(400, "the request is malformed\n"), on: connection)
        }
        handOver(request, state, connection)
        return .YES
    }

    private func handOver(_ request: HTTPRequest, _ state: RequestState, _ connection: OpaquePointer) {
        let peer = pushward_http_peer(connection).flatMap { ListeningSocket.parts(of: $0)?.host } ?? ""
        let table = table
        let receivedAt = Uptime.now()
        let exchange = HTTPExchange(request: request, peer: peer, receivedAt: receivedAt) {
            [weak state] response in
            guard let state else { return }
            table.remove(ObjectIdentifier(state))
            state.answer(response)
        }
        state.fields.withLock { fields in
            fields.phase = .waiting(ConnectionHandle(pointer: connection))
            fields.body = []
        }
        MHD_suspend_connection(connection)
        guard table.add(exchange, key: ObjectIdentifier(state), deadline: Uptime.now() + limits.answerTimeout)
        else {
            exchange.respond(ExchangeTable.unavailable)
            return
        }
        state.fields.withLock { $0.isHandedOver = true }
        handler(exchange)
    }

    private static func request(
        _ connection: OpaquePointer,
        path: UnsafePointer<CChar>,
        method: UnsafePointer<CChar>,
        body: [UInt8]
    ) -> HTTPRequest? {
        guard let target = PercentDecoding.text(String(cString: path)) else { return nil }
        var query: [HTTPRequest.Pair] = []
        for pair in values({ pushward_http_query(connection, collectValue, $0) }) {
            guard let name = PercentDecoding.text(pair.name), let value = PercentDecoding.text(pair.value)
            else {
                return nil
            }
            query.append(HTTPRequest.Pair(name, value))
        }
        return HTTPRequest(
            method: String(cString: method),
            target: target,
            query: query,
            headers: values { pushward_http_headers(connection, collectValue, $0) },
            body: body
        )
    }

    private static func values(_ collect: (UnsafeMutableRawPointer) -> Int32) -> [HTTPRequest.Pair] {
        var pairs: [HTTPRequest.Pair] = []
        withUnsafeMutablePointer(to: &pairs) { _ = collect(UnsafeMutableRawPointer($0)) }
        return pairs
    }

    /// An answer of the listener itself; after the last one it closes the connection.
    private static func plain(_ status: Int, _ text: String, isLast: Bool = false) -> HTTPResponse {
        var headers = [HTTPRequest.Pair("Content-Type", "text/plain; charset=utf-8")]
        if isLast { headers.append(HTTPRequest.Pair("Connection", "close")) }
        return HTTPResponse(status: status, headers: headers, body: Array(text.utf8))
    }

    /// Gives the library an answer to send.
    private func send(_ response: HTTPResponse, on connection: OpaquePointer) -> MHD_Result {
        if response.status == HTTPExchange.closing { return .NO }
        let made = response.body.withUnsafeBytes { bytes in
            pushward_http_response(bytes.baseAddress, bytes.count)
        }
        guard let made else { return .NO }
        defer { MHD_destroy_response(made) }
        for field in response.headers where field.name.lowercased() != "content-length" {
            // Names and values that cannot be sent (a line break) are refused by the library and left off.
            _ = MHD_add_response_header(made, field.name, field.value)
        }
        if table.isStopping { _ = MHD_add_response_header(made, "Connection", "close") }
        let status = (200...599).contains(response.status) ? response.status : 500
        return MHD_queue_response(connection, UInt32(status), made)
    }
}

/// Called by the library for each field or query item: appends it to the list that it is given.
private func collectValue(
    _ context: UnsafeMutableRawPointer?,
    _ kind: MHD_ValueKind,
    _ name: UnsafePointer<CChar>?,
    _ value: UnsafePointer<CChar>?
) -> MHD_Result {
    guard let context, let name else { return .NO }
    let pairs = context.assumingMemoryBound(to: [HTTPRequest.Pair].self)
    let text = value.map { String(cString: $0) } ?? ""
    pairs.pointee.append(HTTPRequest.Pair(String(cString: name), text))
    return .YES
}
