import Values

/// Decodes what the daemon connects to (design section 4, "Other keys").
struct SettingsDecoder {
    let findings: Findings

    func mqtt(_ reader: MapReader) -> MQTTSettings {
        let address = brokerAddress(reader)
        var settings = MQTTSettings(host: address.host, port: address.port, usesTLS: address.usesTLS)
        settings.username = reader.text("username") ?? address.user
        settings.password = (reader.text("password") ?? address.password).map { Secret($0) }
        settings.clientID = reader.text("client_id")
        if let version = reader.choice("protocol", of: ["auto", "5", "3.1.1"], aliases: ["5.0", "4", "v5"]) {
            settings.protocolVersion = version == "auto" ? .automatic : version.contains("5") ? .v5 : .v311
        }
        if let prefix = reader.publishTopic("topic_prefix") { settings.topicPrefix = prefix }
        discovery(reader, &settings)
        if let entry = reader.take("tls") { tls(entry, &settings) }
        if let bytes = size(reader, "max_payload") { settings.maxPayloadBytes = bytes }
        reader.finish()
        return settings
    }

    private struct Broker {
        var host = ""
        var port = 1883
        var usesTLS = false
        var user: String?
        var password: String?
    }

    private func brokerAddress(_ reader: MapReader) -> Broker {
        var broker = Broker()
        let hint = "such as `url: mqtt://homeassistant.local:1883`, or `host` and `port`"
        reader.demand("url", hint: hint)
        reader.demand("host", hint: hint)
        let url = reader.scalar("url")
        let host = reader.text("host")
        let port = reader.integer("port", in: 1...65_535)
        guard let url else {
            broker.host = host ?? ""
            broker.port = port ?? 1883
            if host == nil, !reader.has("url"), !reader.has("host") {
                reader.miss("url", "`mqtt` needs `url`", hint: hint)
            }
            return broker
        }
        if reader.has("host") || reader.has("port") {
            findings.error(url.mark, "`url` cannot stand beside `host` and `port`", hint: "keep one of them")
        }
        return readBroker(url) ?? broker
    }

    private func readBroker(_ url: MarkedScalar) -> Broker? {
        guard let parts = URLParts(url.text) else {
            findings.error(
                url.mark,
                "`mqtt.url` is no address of a broker" + (url.text.contains("@") ? "" : ": \(url.shown)"),
                hint: "write it like `mqtt://homeassistant.local:1883`, or `mqtts://` for TLS"
            )
            return nil
        }
        let isTLS: Bool
        switch parts.scheme {
        case "mqtt", "tcp": isTLS = false
        case "mqtts", "ssl", "tls": isTLS = true
        default:
            findings.error(
                url.mark,
                url.isSecret
                    ? "the scheme of this secret is not supported for the broker"
                    : "`\(parts.scheme)://` is not supported for the broker",
                hint: "use `mqtt://` or `mqtts://`"
            )
            return nil
        }
        if !parts.path.isEmpty, parts.path != "/" {
            findings.warning(url.mark, "what follows the port in `mqtt.url` is ignored")
        }
        return Broker(
            host: parts.host,
            port: parts.port ?? (isTLS ? 8883 : 1883),
            usesTLS: isTLS,
            user: parts.user,
            password: parts.password
        )
    }

    private func discovery(_ reader: MapReader, _ settings: inout MQTTSettings) {
        guard let scalar = reader.scalar("discovery", wants: "a prefix or `false`") else { return }
        if let flag = ScalarText.bool(scalar.text) {
            settings.discoveryPrefix = flag ? "homeassistant" : nil
        } else if let filter = reader.topicFilter(scalar, "discovery") {
            if filter.isTopic {
                settings.discoveryPrefix = filter.subscription
            } else {
                findings.error(scalar.mark, "`discovery` cannot have wildcards")
            }
        }
    }

    private func tls(_ entry: MarkedNode.Entry, _ settings: inout MQTTSettings) {
        if case .scalar(let scalar) = entry.value, let flag = ScalarText.bool(scalar.text) {
            settings.usesTLS = flag
            return
        }
        if case .scalar(let scalar) = entry.value, !scalar.isUnresolved, !scalar.isNull {
            return findings.error(
                scalar.mark,
                "`mqtt.tls` must be `true`, `false`, or a map with `ca`, `certificate` and `key`, not \(scalar.shown)"
            )
        }
        guard let files = files(entry.value, "`mqtt.tls`") else { return }
        settings.tls = files
        settings.usesTLS = true
    }

    /// The files of a TLS section.
    private func files(_ node: MarkedNode, _ what: String) -> MQTTSettings.TLSFiles? {
        guard let reader = MapReader(node, what, findings: findings) else { return nil }
        var files = MQTTSettings.TLSFiles()
        files.ca = reader.text("ca")
        files.certificate = reader.text("certificate")
        files.key = reader.text("key")
        if let scalar = reader.scalar("fingerprint") {
            let digits = scalar.text.filter { $0 != ":" }.lowercased()
            if digits.count == 64, digits.allSatisfy(\.isHexDigit) {
                files.fingerprint = digits
                findings.error(
                    scalar.mark,
                    "`fingerprint` is not supported yet: the certificate would not be pinned",
                    hint: "name the broker's own certificate as `ca` instead"
                )
            } else {
                findings.error(
                    scalar.mark,
                    "`fingerprint` must be the SHA-256 of the certificate: 64 hexadecimal digits"
                )
            }
        }
        if (files.certificate == nil) != (files.key == nil) {
            findings.error(reader.mark, "\(what) needs `certificate` and `key` together")
        }
        reader.finish()
        return files
    }

    func taps(_ reader: MapReader) -> TapSettings {
        var settings = TapSettings()
        settings.listen = listenAddress(reader, "listen", example: "0.0.0.0:8787")
        if let scalar = reader.scalar("public_url") { settings.publicURL = publicURL(scalar) }
        if let networks = reader.texts("trusted_proxies") {
            for network in networks where !ListenText.isNetwork(network.text) {
                findings.error(
                    network.mark,
                    "`trusted_proxies` must hold addresses or networks, not \(network.shown)",
                    hint: "such as `172.16.0.0/12`"
                )
            }
            settings.trustedProxies = networks.map(\.text)
        }
        if let entry = reader.take("tls") {
            settings.tls = files(entry.value, "`taps.tls`")
            findings.error(
                entry.keyMark,
                "`taps.tls` is not supported yet: taps would be received without encryption",
                hint: "put a proxy with TLS in front, and list it under `trusted_proxies`"
            )
        }
        if let scalar = reader.scalar("relay") {
            settings.relay = webURL(scalar, "taps.relay")
            findings.warning(
                scalar.mark,
                "`relay` is not supported yet and is ignored",
                hint: "use `public_url`; without it buttons that publish are left off"
            )
        }
        if settings.publicURL != nil, !reader.has("listen") {
            findings.warning(
                reader.mark,
                "`public_url` is set, but nothing listens, so no tap arrives",
                hint: "add `listen: 0.0.0.0:8787`"
            )
        }
        reader.finish()
        return settings
    }

    /// The URL that the phone calls; iOS refuses `http://` from a card's button.
    private func publicURL(_ scalar: MarkedScalar) -> String? {
        guard let url = webURL(scalar, "taps.public_url") else { return nil }
        if url.lowercased().hasPrefix("http://") {
            findings.warning(
                scalar.mark,
                "iOS refuses to call `http://` from a card's button",
                hint: "put the listener behind HTTPS and write `https://…`"
            )
        }
        return url
    }

    /// An `http(s)` URL without the slash at its end.
    func webURL(_ scalar: MarkedScalar, _ key: String) -> String? {
        guard let parts = URLParts(scalar.text), ["http", "https"].contains(parts.scheme) else {
            findings.error(
                scalar.mark,
                "`\(key)` must be a web address, not \(scalar.shown)",
                hint: "such as `https://taps.example.net`"
            )
            return nil
        }
        if parts.path.contains("?") || parts.path.contains("#") {
            findings.error(scalar.mark, "`\(key)` cannot have `?` or `#`")
            return nil
        }
        var url = scalar.text
        while url.hasSuffix("/") { url.removeLast() }
        return url
    }

    func listenAddress(_ reader: MapReader, _ key: String, example: String) -> ListenAddress? {
        guard let scalar = reader.scalar(key) else { return nil }
        if let address = ListenText.read(scalar.text) { return address }
        findings.error(
            scalar.mark,
            "`\(key)` must be an address and a port, not \(scalar.shown)",
            hint: "such as `\(example)`"
        )
        return nil
    }

    func log(_ reader: MapReader) -> LogSettings {
        let levels = ["error", "warning", "notice", "debug", "trace"]
        var settings = LogSettings()
        if let level = reader.choice("level", of: levels) { settings.level = level }
        if let format = reader.choice("format", of: ["text", "json"]) { settings.format = format }
        if let areas = reader.map("areas", "`log.areas`") {
            for area in areas.keys { settings.areaLevels[area] = areas.choice(area, of: levels) }
            areas.finish()
        }
        reader.finish()
        return settings
    }

    /// A number of bytes, also as `256k` or `1M` (1,024 and 1,048,576).
    private func size(_ reader: MapReader, _ key: String) -> Int? {
        guard let scalar = reader.scalar(key, wants: "a number of bytes") else { return nil }
        let digits = scalar.text.prefix { $0.isASCII && $0.isNumber }
        let unit =
            switch scalar.text.dropFirst(digits.count).lowercased() {
            case "": 1
            case "k", "kb", "kib": 1_024
            case "m", "mb", "mib": 1_048_576
            default: 0
            }
        guard let number = ScalarText.integer(String(digits)), unit > 0, number <= 268_435_455 / unit,
            number &* unit >= 1_024
        else {
            findings.error(
                scalar.mark,
                "`\(key)` must be from 1k to 255M, not \(scalar.shown)",
                hint: "a number of bytes, or such as `256k`"
            )
            return nil
        }
        return number &* unit
    }
}
