internal import Glibc
internal import Threads

/// Reading and writing on open file descriptors.
package enum FileDescriptor {
    package static let standardInput: Int32 = 0
    package static let standardOutput: Int32 = 1
    package static let standardError: Int32 = 2

    /// Writes all bytes; false where the other side is gone or the disk is full.
    @discardableResult
    package static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        bytes.withUnsafeBytes { buffer in
            var place = 0
            while place < buffer.count, let start = buffer.baseAddress {
                let count = write(descriptor, start + place, buffer.count - place)
                if count > 0 {
                    place += count
                } else if errno == EAGAIN {
                    guard Polling.waitWritable(descriptor, until: Uptime.now() + .seconds(1)) else {
                        return false
                    }
                } else if errno != EINTR {
                    return false
                }
            }
            return true
        }
    }

    /// Writes a text to standard output; false where nobody reads it any more.
    @discardableResult
    package static func print(_ text: String, to descriptor: Int32 = standardOutput) -> Bool {
        writeAll(Array(text.utf8), to: descriptor)
    }

    /// Reads to the end of the file, at most `maxBytes` (then nil), or nil after an error.
    package static func readAll(_ descriptor: Int32, maxBytes: Int = .max) -> [UInt8]? {
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count == 0 { return output }
            if count < 0 {
                if errno == EINTR { continue }
                return nil
            }
            guard output.count + count <= maxBytes else { return nil }
            output.append(contentsOf: buffer.prefix(count))
        }
    }
}
