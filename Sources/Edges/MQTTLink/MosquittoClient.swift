internal import CMosquitto
internal import CMosquittoGuard
internal import Glibc
internal import Values

/// The library wants to be initialised once.
private let isMosquittoReady: Bool = mosquitto_lib_init() == Int32(MOSQ_ERR_SUCCESS.rawValue)

/// What the library told while it was reading or writing.
enum ClientEvent {
    case connected
    /// The broker's refusal, by its own code.
    case refused(code: Int32)
    /// The connection is gone; a reason code of MQTT 5 (128 and above) or an error of the library.
    case disconnected(code: Int32)
    case message(MQTTMessage, identifiers: [UInt32])
    case tooLarge(topic: String, bytes: Int)
    case acknowledged(message: Int32, code: Int32)
    case subscribed(message: Int32, codes: [Int32])
    case unsubscribed(message: Int32)
}

/// One attempt at a connection, and the connection that comes of it.
///
/// Used by one thread only, on which the library calls back as well. A new one is made for each attempt, so that
/// nothing of an earlier connection is ever sent again.
final class MosquittoClient {
    /// A call that the library refused, by its code.
    struct Failure: Error {
        var code: Int32
        var systemError: Int32 = 0

        /// Whether what came is no MQTT of this version.
        var isMalformed: Bool {
            code == Int32(MOSQ_ERR_PROTOCOL.rawValue) || code == Int32(MOSQ_ERR_MALFORMED_PACKET.rawValue)
        }
    }

    let version: MQTTProtocol
    private let handle: OpaquePointer
    private let context: ClientContext

    /// Makes a client that is not connected.
    init(settings: MQTTLinkSettings, version: MQTTProtocol) throws(Failure) {
        guard isMosquittoReady else { throw Failure(code: Self.outOfMemory) }
        let context = ClientContext(maxPayload: settings.maxPayload)
        let pointer = Unmanaged.passUnretained(context).toOpaque()
        guard let handle = mosquitto_new(settings.clientID, true, pointer) else {
            throw Failure(code: errno == EINVAL ? Int32(MOSQ_ERR_INVAL.rawValue) : Self.outOfMemory)
        }
        self.version = version
        self.context = context
        self.handle = handle
        try configure(settings)
        mosquitto_connect_v5_callback_set(handle, noteConnect)
        mosquitto_disconnect_v5_callback_set(handle, noteDisconnect)
        mosquitto_message_v5_callback_set(handle, noteMessage)
        mosquitto_publish_v5_callback_set(handle, notePublish)
        mosquitto_subscribe_v5_callback_set(handle, noteSubscribe)
        mosquitto_unsubscribe_v5_callback_set(handle, noteUnsubscribe)
    }

    deinit {
        // The context outlives this: the library calls back from its own functions only.
        mosquitto_destroy(handle)
    }

    private static let outOfMemory = Int32(MOSQ_ERR_NOMEM.rawValue)

    private func configure(_ settings: MQTTLinkSettings) throws(Failure) {
        let number = version == .version5 ? MQTT_PROTOCOL_V5 : MQTT_PROTOCOL_V311
        try check(mosquitto_int_option(handle, MOSQ_OPT_PROTOCOL_VERSION, number))
        try check(mosquitto_int_option(handle, MOSQ_OPT_TCP_NODELAY, 1))
        // A broker may then send as much as it likes before the first answer: retained floods come in one go.
        if version == .version5 { try check(mosquitto_int_option(handle, MOSQ_OPT_RECEIVE_MAXIMUM, 65_535)) }
        if let username = settings.username {
            try check(mosquitto_username_pw_set(handle, username, settings.password?.revealed))
        }
        if let tls = settings.tls { try configure(tls) }
        if let will = settings.will {
            try check(
                mosquitto_will_set_v5(
                    handle,
                    will.topic,
                    Int32(clamping: will.payload.count),
                    will.payload,
                    Int32(will.qos),
                    will.isRetained,
                    nil
                )
            )
        }
    }

    private func configure(_ tls: MQTTLinkSettings.TLS) throws(Failure) {
        if tls.certificateAuthorities == nil {
            try check(mosquitto_int_option(handle, MOSQ_OPT_TLS_USE_OS_CERTS, 1))
        }
        guard tls.certificateAuthorities != nil || tls.certificate != nil else { return }
        let folder = tls.certificateAuthorities == nil ? "/etc/ssl/certs" : nil
        try check(
            mosquitto_tls_set(handle, tls.certificateAuthorities, folder, tls.certificate, tls.key, nil)
        )
    }

    private func check(_ code: Int32) throws(Failure) {
        guard code == Int32(MOSQ_ERR_SUCCESS.rawValue) else { throw Failure(code: code, systemError: errno) }
    }

    /// Looks the host up, which may block, and begins to connect, which does not.
    func connect(host: String, port: Int, keepAlive: Duration) throws(Failure) {
        errno = 0
        let seconds = Int32(clamping: min(65_535, max(5, keepAlive.components.seconds)))
        let code = mosquitto_connect_bind_async(handle, host, Int32(clamping: port), seconds, nil)
        try check(code)
    }

    /// The connection's socket, or -1.
    var socket: Int32 { mosquitto_socket(handle) }
    var wantsToWrite: Bool { mosquitto_want_write(handle) }

    /// Reads packets until none is there, but no more than `maxPackets`.
    func read(maxPackets: Int) throws(Failure) {
        for _ in 0..<maxPackets {
            errno = 0
            let code = pushward_guarded_read(handle, mosquitto_loop_read, 1)
            if code == PUSHWARD_ASSERTION_FAILED {
                throw Failure(code: Int32(MOSQ_ERR_MALFORMED_PACKET.rawValue))
            }
            try check(code)
            if errno == EAGAIN { return }
        }
    }

    /// Sends what is queued, as far as the network takes it.
    func write() throws(Failure) {
        try check(mosquitto_loop_write(handle, 1))
    }

    /// Sees to the keep-alive; wants to be called every second.
    func tick() throws(Failure) {
        try check(mosquitto_loop_misc(handle))
    }

    /// What happened since it was last asked.
    func takeEvents() -> [ClientEvent] {
        var events: [ClientEvent] = []
        swap(&events, &context.events)
        return events
    }

    /// Asks for filters; the answer comes with the number that is given back.
    func subscribe(_ filters: [String], qos: Int, identifier: Int?) throws(Failure) -> Int32 {
        var properties: OpaquePointer?
        defer { mosquitto_property_free_all(&properties) }
        if let identifier, version == .version5 {
            let value = UInt32(clamping: identifier)
            try check(
                mosquitto_property_add_varint(
                    &properties,
                    Int32(MQTT_PROP_SUBSCRIPTION_IDENTIFIER.rawValue),
                    value
                )
            )
        }
        var message: Int32 = 0
        try check(
            withCStrings(filters) { list in
                mosquitto_subscribe_multiple(
                    handle,
                    &message,
                    Int32(clamping: filters.count),
                    list,
                    Int32(qos),
                    0,
                    properties
                )
            }
        )
        return message
    }

    /// Gives filters up; the answer comes with the number that is given back.
    func unsubscribe(_ filters: [String]) throws(Failure) -> Int32 {
        var message: Int32 = 0
        try check(
            withCStrings(filters) {
                mosquitto_unsubscribe_multiple(handle, &message, Int32(clamping: filters.count), $0, nil)
            }
        )
        return message
    }

    /// Sends a publication; the acknowledgement comes with the number that is given back.
    func publish(_ publication: MQTTPublication, expiry: Duration?) throws(Failure) -> Int32 {
        var properties: OpaquePointer?
        defer { mosquitto_property_free_all(&properties) }
        if let expiry, version == .version5 {
            let seconds = UInt32(clamping: max(1, (expiry + .milliseconds(999)).components.seconds))
            let name = Int32(MQTT_PROP_MESSAGE_EXPIRY_INTERVAL.rawValue)
            try check(mosquitto_property_add_int32(&properties, name, seconds))
        }
        guard let count = Int32(exactly: publication.payload.count) else {
            throw Failure(code: Int32(MOSQ_ERR_PAYLOAD_SIZE.rawValue))
        }
        var message: Int32 = 0
        try check(
            mosquitto_publish_v5(
                handle,
                &message,
                publication.topic,
                count,
                publication.payload,
                Int32(publication.qos),
                publication.isRetained,
                properties
            )
        )
        return message
    }

    /// Says goodbye, so that the broker does not publish the will.
    func disconnect() {
        // Where it fails the connection is gone already.
        _ = mosquitto_disconnect_v5(handle, 0, nil)
    }

    /// Makes the end of this client discard what the network has not taken yet.
    func discardUnsent() {
        let socket = socket
        if socket >= 0 { pushward_discard_on_close(socket) }
    }

    /// What an error of the library means, and its words.
    static func cause(of failure: Failure) -> (cause: MQTTDisconnect.Cause, detail: String) {
        let code = mosq_err_t(rawValue: mosq_err_t.RawValue(failure.code))
        let words = String(cString: mosquitto_strerror(failure.code))
        switch code {
        case MOSQ_ERR_EAI, MOSQ_ERR_LOOKUP: return (.unreachable, "the host's name cannot be resolved")
        case MOSQ_ERR_ERRNO:
            let known = failure.systemError == 0 ? words : String(cString: strerror(failure.systemError))
            return (.unreachable, known)
        case MOSQ_ERR_TLS, MOSQ_ERR_TLS_HANDSHAKE, MOSQ_ERR_OCSP: return (.tls, words)
        case MOSQ_ERR_INVAL, MOSQ_ERR_NOMEM, MOSQ_ERR_NOT_SUPPORTED, MOSQ_ERR_MALFORMED_UTF8:
            return (.badSettings, words)
        case MOSQ_ERR_KEEPALIVE: return (.timedOut, "the broker is silent")
        default: return (.lost, words)
        }
    }

    /// What a broker's code of MQTT 5 means.
    static func words(ofReason code: Int32) -> String {
        String(cString: mosquitto_reason_string(code))
    }

    /// What a broker's refusal of MQTT 3.1.1 means.
    static func words(ofRefusal code: Int32) -> String {
        String(cString: mosquitto_connack_string(code))
    }

    private func withCStrings(
        _ texts: [String],
        _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>?) -> Int32
    ) -> Int32 {
        let pointers: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) }
        defer { for pointer in pointers { free(pointer) } }
        return pointers.withUnsafeBufferPointer { body($0.baseAddress) }
    }
}

/// What the library's callbacks fill; the client holds it as long as the handle lives.
private final class ClientContext {
    let maxPayload: Int
    var events: [ClientEvent] = []

    init(maxPayload: Int) {
        self.maxPayload = maxPayload
    }

    static func of(_ pointer: UnsafeMutableRawPointer?) -> ClientContext? {
        pointer.map { Unmanaged<ClientContext>.fromOpaque($0).takeUnretainedValue() }
    }
}

/// Called within a read, on the link's thread, with the broker's answer to the connect.
private func noteConnect(
    _ handle: OpaquePointer?,
    _ context: UnsafeMutableRawPointer?,
    _ code: Int32,
    _ flags: Int32,
    _ properties: OpaquePointer?
) {
    ClientContext.of(context)?.events.append(code == 0 ? .connected : .refused(code: code))
}

/// Called within a read, a write or a tick, on the link's thread.
private func noteDisconnect(
    _ handle: OpaquePointer?,
    _ context: UnsafeMutableRawPointer?,
    _ code: Int32,
    _ properties: OpaquePointer?
) {
    ClientContext.of(context)?.events.append(.disconnected(code: code))
}

/// Called within a read, on the link's thread; copies the bytes, unless they are too many.
private func noteMessage(
    _ handle: OpaquePointer?,
    _ context: UnsafeMutableRawPointer?,
    _ message: UnsafePointer<mosquitto_message>?,
    _ properties: OpaquePointer?
) {
    guard let context = ClientContext.of(context), let message = message?.pointee, let name = message.topic
    else {
        return
    }
    let topic = String(cString: name)
    let count = Int(message.payloadlen)
    guard count <= context.maxPayload else {
        context.events.append(.tooLarge(topic: topic, bytes: count))
        return
    }
    let payload = message.payload.map { Array(UnsafeRawBufferPointer(start: $0, count: count)) } ?? []
    let copy = MQTTMessage(topic: topic, payload: payload, isRetained: message.retain, qos: Int(message.qos))
    context.events.append(.message(copy, identifiers: subscriptionIdentifiers(properties)))
}

private func subscriptionIdentifiers(_ properties: OpaquePointer?) -> [UInt32] {
    var identifiers: [UInt32] = []
    var place = properties
    var value: UInt32 = 0
    let name = Int32(MQTT_PROP_SUBSCRIPTION_IDENTIFIER.rawValue)
    while let current = place {
        place = mosquitto_property_read_varint(current, name, &value, !identifiers.isEmpty)
        if place != nil { identifiers.append(value) }
    }
    return identifiers
}

/// Called within a read (or a write, for quality of service 0), on the link's thread.
private func notePublish(
    _ handle: OpaquePointer?,
    _ context: UnsafeMutableRawPointer?,
    _ message: Int32,
    _ code: Int32,
    _ properties: OpaquePointer?
) {
    ClientContext.of(context)?.events.append(.acknowledged(message: message, code: code))
}

/// Called within a read, on the link's thread, with a code for each filter of one request.
private func noteSubscribe(
    _ handle: OpaquePointer?,
    _ context: UnsafeMutableRawPointer?,
    _ message: Int32,
    _ count: Int32,
    _ codes: UnsafePointer<Int32>?,
    _ properties: OpaquePointer?
) {
    let list = Array(UnsafeBufferPointer(start: codes, count: codes == nil ? 0 : Int(count)))
    ClientContext.of(context)?.events.append(.subscribed(message: message, codes: list))
}

/// Called within a read, on the link's thread.
private func noteUnsubscribe(
    _ handle: OpaquePointer?,
    _ context: UnsafeMutableRawPointer?,
    _ message: Int32,
    _ properties: OpaquePointer?
) {
    ClientContext.of(context)?.events.append(.unsubscribed(message: message))
}
