internal import CCurl
internal import Synchronization
internal import Threads
internal import Values

/// The library wants to be initialised once, before any other thread uses it.
private let isCurlReady: Bool = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

/// The transport thread's body: owns all handles of the library, ends when the inbox is closed.
func runTransfers(settings: HTTPTransport.Settings, inbox: TransportInbox) {
    guard isCurlReady, let multi = curl_multi_init() else {
        fail(inbox.end(), .other, "the HTTP library cannot start")
        return
    }
    let limit = CLong(max(1, settings.maxConnectionsPerHost))
    _ = pushward_curl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, limit * 2)
    let handle = MultiHandle(pointer: multi)
    inbox.setWake { handle.wake() }
    let transfers = CurlTransfers(settings: settings, multi: multi)
    transfers.run(inbox)
    fail(inbox.end(), .closed, "")
    transfers.abandonAll()
    curl_multi_cleanup(multi)
}

private func fail(_ jobs: [TransportJob], _ code: HTTPTransportError.Code, _ detail: String) {
    for job in jobs {
        job.completion(.failure(HTTPTransportError(code: code, detail: detail, mayHaveReachedServer: false)))
    }
}

/// The handle of all transfers, for waking their thread.
///
/// `@unchecked Sendable`: the only call is `curl_multi_wakeup`, which is made for other threads; the inbox makes it
/// under its lock and forgets this object, under the same lock, before the handle is freed.
private struct MultiHandle: @unchecked Sendable {
    let pointer: OpaquePointer

    init(pointer: UnsafeMutableRawPointer) {
        self.pointer = OpaquePointer(pointer)
    }

    func wake() {
        _ = curl_multi_wakeup(UnsafeMutableRawPointer(pointer))
    }
}

/// The transfers under way; lives and dies on the transport's thread.
private final class CurlTransfers {
    private let settings: HTTPTransport.Settings
    private let multi: UnsafeMutableRawPointer
    private var active: [UnsafeMutableRawPointer: Transfer] = [:]
    /// Requests that wait for a connection to their host: the library's own queue forgets their timeouts.
    private var waiting = HostQueue<TransportJob>()
    /// Handles to use again: making one costs more than resetting it.
    private var spare: [UnsafeMutableRawPointer] = []

    init(settings: HTTPTransport.Settings, multi: UnsafeMutableRawPointer) {
        self.settings = settings
        self.multi = multi
    }

    func run(_ inbox: TransportInbox) {
        while true {
            let (jobs, closeDeadline) = inbox.take()
            for job in jobs { waiting.add(job, host: RequestURL.host(of: job.request)) }
            startWaiting()
            var running: Int32 = 0
            curl_multi_perform(multi, &running)
            if finishEnded() { continue }
            if let closeDeadline, active.isEmpty || Uptime.now() >= closeDeadline { return }
            let deadlines = [closeDeadline, waiting.all.map(\.deadline).min()].compactMap { $0 }
            let wait = deadlines.min().map { max(.zero, $0 - Uptime.now()) } ?? .seconds(60)
            curl_multi_poll(multi, nil, 0, Int32(min(wait, .seconds(60)).wholeMicroseconds / 1_000 + 1), nil)
        }
    }

    private func startWaiting() {
        let now = Uptime.now()
        let late = waiting.removeAll { $0.deadline <= now }
        fail(late, .timedOut, "no connection to the host was free in time")
        while let job = waiting.next(perHost: max(1, settings.maxConnectionsPerHost)) { start(job) }
    }

    /// Fails what has not ended and frees all handles.
    func abandonAll() {
        for (easy, transfer) in active {
            let mayHaveReached = pushward_curl_request_size(easy) > 0
            remove(easy)
            transfer.completion(
                .failure(
                    HTTPTransportError(code: .closed, detail: "", mayHaveReachedServer: mayHaveReached)
                )
            )
        }
        fail(waiting.removeAll { _ in true }, .closed, "")
        for easy in spare { curl_easy_cleanup(easy) }
        spare = []
    }

    private func start(_ job: TransportJob) {
        let timeout = job.deadline - Uptime.now()
        let host = RequestURL.host(of: job.request)
        guard let url = RequestURL.text(of: job.request), let lines = RequestHeaders.lines(of: job.request),
            RequestHeaders.isToken(job.request.method)
        else {
            waiting.release(host)
            fail([job], .invalidRequest, "its URL, method or a header field is malformed")
            return
        }
        guard let easy = spare.popLast() ?? curl_easy_init() else {
            waiting.release(host)
            fail([job], .other, "no memory for the request")
            return
        }
        let transfer = Transfer(job, headerLines: lines, maxBodyBytes: settings.maxBodyBytes)
        configure(easy, transfer, url: url, timeout: timeout)
        active[easy] = transfer
        guard curl_multi_add_handle(multi, easy) == CURLM_OK else {
            remove(easy)
            fail([job], .other, "the HTTP library refused the request")
            return
        }
    }

    private func configure(
        _ easy: UnsafeMutableRawPointer,
        _ transfer: Transfer,
        url: String,
        timeout: Duration
    ) {
        let context = Unmanaged.passUnretained(transfer).toOpaque()
        let milliseconds = { (duration: Duration) in CLong(max(1, duration.wholeMicroseconds / 1_000)) }
        _ = pushward_curl_set_text(easy, CURLOPT_URL, url)
        _ = pushward_curl_set_text(easy, CURLOPT_PROTOCOLS_STR, "http,https")
        _ = pushward_curl_set_text(easy, CURLOPT_USERAGENT, settings.userAgent)
        _ = pushward_curl_set_long(easy, CURLOPT_NOSIGNAL, 1)
        _ = pushward_curl_set_long(easy, CURLOPT_TIMEOUT_MS, milliseconds(timeout))
        _ = pushward_curl_set_long(easy, CURLOPT_CONNECTTIMEOUT_MS, milliseconds(settings.connectTimeout))
        _ = pushward_curl_set_long(
            easy,
            CURLOPT_MAXAGE_CONN,
            CLong(max(1, settings.idleTimeout.components.seconds))
        )
        _ = pushward_curl_set_long(easy, CURLOPT_TCP_KEEPALIVE, 1)
        _ = pushward_curl_set_long(easy, CURLOPT_QUICK_EXIT, 1)
        _ = pushward_curl_set_long(easy, CURLOPT_HTTP_VERSION, CLong(CURL_HTTP_VERSION_2TLS))
        if let file = settings.certificateFile { _ = pushward_curl_set_text(easy, CURLOPT_CAINFO, file) }
        _ = pushward_curl_set_pointer(easy, CURLOPT_HTTPHEADER, transfer.headerList)
        _ = pushward_curl_set_pointer(easy, CURLOPT_ERRORBUFFER, transfer.errorText)
        _ = pushward_curl_set_pointer(easy, CURLOPT_WRITEDATA, context)
        _ = pushward_curl_set_callback(easy, CURLOPT_WRITEFUNCTION, receiveBody)
        _ = pushward_curl_set_pointer(easy, CURLOPT_HEADERDATA, context)
        _ = pushward_curl_set_callback(easy, CURLOPT_HEADERFUNCTION, receiveHeader)
        setMethodAndBody(easy, transfer, context)
    }

    private func setMethodAndBody(
        _ easy: UnsafeMutableRawPointer,
        _ transfer: Transfer,
        _ context: UnsafeMutableRawPointer
    ) {
        let method = transfer.method
        let count = curl_off_t(transfer.body.count)
        if method == "POST" {
            // Read through a callback that cannot be rewound: where a kept connection dies after the body was read,
            // the library then fails instead of sending a request that may have arrived a second time.
            _ = pushward_curl_set_long(easy, CURLOPT_POST, 1)
            _ = pushward_curl_set_size(easy, CURLOPT_POSTFIELDSIZE_LARGE, count)
            _ = pushward_curl_set_pointer(easy, CURLOPT_READDATA, context)
            _ = pushward_curl_set_callback(easy, CURLOPT_READFUNCTION, sendBody)
            return
        }
        if method == "HEAD" { _ = pushward_curl_set_long(easy, CURLOPT_NOBODY, 1) }
        if count > 0 {
            _ = pushward_curl_set_size(easy, CURLOPT_POSTFIELDSIZE_LARGE, count)
            _ = pushward_curl_set_pointer(easy, CURLOPT_POSTFIELDS, transfer.body.baseAddress)
        }
        if method != "GET" || count > 0 { _ = pushward_curl_set_text(easy, CURLOPT_CUSTOMREQUEST, method) }
    }

    /// Completes the transfers that have ended; false where there was none.
    private func finishEnded() -> Bool {
        var left: Int32 = 0
        var isAny = false
        while let message = curl_multi_info_read(multi, &left) {
            guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle else {
                continue
            }
            let code = pushward_curl_result(message)
            guard let transfer = active[easy] else { continue }
            let status = pushward_curl_status(easy)
            let hasSent = pushward_curl_request_size(easy) > 0
            remove(easy, isReusable: code == CURLE_OK)
            transfer.completion(transfer.result(code, status: status, hasSent: hasSent))
            isAny = true
        }
        return isAny
    }

    /// Takes a handle out; one that failed is not used again: resetting it leaves a body that could not be sent a
    /// second time behind, at which every later request of the handle fails (libcurl 8.14).
    private func remove(_ easy: UnsafeMutableRawPointer, isReusable: Bool = false) {
        curl_multi_remove_handle(multi, easy)
        if let transfer = active.removeValue(forKey: easy) { waiting.release(transfer.host) }
        curl_easy_reset(easy)
        if isReusable, spare.count < 8 { spare.append(easy) } else { curl_easy_cleanup(easy) }
    }
}

/// One request with its answer; the library points at it, so it stays in `active` until the handle was removed.
private final class Transfer {
    let host: String
    let method: String
    let completion: HTTPTransport.Completion
    let body: UnsafeMutableBufferPointer<UInt8>
    let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    private(set) var headerList: UnsafeMutablePointer<curl_slist>?
    private let maxBodyBytes: Int
    private var sent = 0
    private var headers: [HTTPRequest.Pair] = []
    private var received: [UInt8] = []
    private var isTooLarge = false

    init(_ job: TransportJob, headerLines: [String], maxBodyBytes: Int) {
        self.host = RequestURL.host(of: job.request)
        self.method = job.request.method.uppercased()
        self.completion = job.completion
        self.maxBodyBytes = maxBodyBytes
        self.body = .allocate(capacity: job.request.body.count)
        _ = body.initialize(from: job.request.body)
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        for line in headerLines { headerList = curl_slist_append(headerList, line) ?? headerList }
    }

    deinit {
        curl_slist_free_all(headerList)
        errorText.deallocate()
        body.deallocate()
    }

    func takeHeader(_ line: UnsafeRawBufferPointer) -> Bool {
        if line.starts(with: Array("HTTP/".utf8)) {
            // Another answer begins, after an interim one.
            headers = []
        } else if let field = RequestHeaders.field(line) {
            guard headers.count < 200 else {
                isTooLarge = true
                return false
            }
            headers.append(field)
        }
        return true
    }

    func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard received.count + bytes.count <= maxBodyBytes else {
            isTooLarge = true
            return false
        }
        received.append(contentsOf: bytes)
        return true
    }

    func giveBody(_ target: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(target.count, body.count - sent)
        guard count > 0 else { return 0 }
        target.copyMemory(
            from: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(body)[sent..<sent + count])
        )
        sent += count
        return count
    }

    func result(_ code: CURLcode, status: Int, hasSent: Bool) -> Result<HTTPResponse, HTTPTransportError> {
        if code == CURLE_OK, status > 0 {
            return .success(HTTPResponse(status: status, headers: headers, body: received))
        }
        let said = String(cString: errorText)
        let detail = said.isEmpty ? String(cString: curl_easy_strerror(code)) : said
        let kind = isTooLarge ? .responseTooLarge : errorCode(code)
        return .failure(HTTPTransportError(code: kind, detail: detail, mayHaveReachedServer: hasSent))
    }
}

private func errorCode(_ code: CURLcode) -> HTTPTransportError.Code {
    switch code {
    case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL: .invalidRequest
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .couldNotResolve
    case CURLE_COULDNT_CONNECT: .couldNotConnect
    case CURLE_OPERATION_TIMEDOUT: .timedOut
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
        CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_PINNEDPUBKEYNOTMATCH,
        CURLE_SSL_INVALIDCERTSTATUS, CURLE_USE_SSL_FAILED:
        .tls
    case CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_PARTIAL_FILE, CURLE_SEND_FAIL_REWIND,
        CURLE_HTTP2, CURLE_HTTP2_STREAM, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING:
        .connectionLost
    default: .other
    }
}

/// Called on the transport's thread with a part of the answer's body; fewer bytes taken than given ends the transfer.
private func receiveBody(
    _ bytes: UnsafeMutablePointer<CChar>?,
    _ size: Int,
    _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let bytes, let context else { return 0 }
    let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    return transfer.takeBody(UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
}

/// Called on the transport's thread with one line of the answer's head.
private func receiveHeader(
    _ bytes: UnsafeMutablePointer<CChar>?,
    _ size: Int,
    _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let bytes, let context else { return 0 }
    let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    return transfer.takeHeader(UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
}

/// Called on the transport's thread for the next part of the request's body.
private func sendBody(
    _ bytes: UnsafeMutablePointer<CChar>?,
    _ size: Int,
    _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let bytes, let context else { return 0 }
    let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    return transfer.giveBody(UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
}
