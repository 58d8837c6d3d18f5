import Foundation
import PictureReader
import TestSupport
import Testing
import Values

@Suite("Pictures from anywhere")
struct PictureReaderTests {
    /// A kind, the ThumbHash that another implementation makes of what another decoder makes of it, and the picture.
    static let pictures: [(kind: String, hash: String, base64: String)] = [
        (
            "JPEG", "HwgKNZpwdndwd4d3h2h3d5CACfd3",
            "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQFxQYGBcUFhYaHSUfGhsjHBYWICwgIyYnKSopGR8tMC0oMCUoKSj/2wBDAQcHBwoIChMKChMoGhYaKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCj/wAARCAAgADADASIAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+Pn6/9oADAMBAAIRAxEAPwD59ttMz/DWtbaTnHy10VlpmcfLWtFp53bEXGOpr3adWn7P2lQ8/BZm72TOah0lVxuAFaNvpaZ4Qn3ArpLfTFTA2Zb0rSg048buPZRWFXEwX2Uvx/F2X6n2GBzN6anN2+lgAFogB7mtGHTFyMKv5Zro7fTMY+RVz+JrSg04jGQRx9P0FedVxcbWdvuX+SZ9lgcy21ObstO2oW29BWlbabsRcL8x6cV0Nrpp8pcDqRmtOHTsEnbyPlHFef8AXrQjrsvz3/Bfefy5gsy13OdttMwNqjnufStG203H3Vwv05NdFBpmBjHyj9TWjBp3qOehI7ewrhq4+3lb+v67+SR9lgcy8znbfTccbcew/wAa0rfTsdFwPbj9a6KDTMAfLjHbsPrWjb6bjnafx6151TGtPf8Ar+un4Jn2OBzLzP/Z"
        ),
        (
            "progressive JPEG", "H/gJNRpwdnB3d3doh3d4d5CACfh3",
            "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAoHBwgHBgoICAgLCgoLDhgQDg0NDh0VFhEYIx8lJCIfIiEmKzcvJik0KSEiMEExNDk7Pj4+JS5ESUM8SDc9Pjv/2wBDAQoLCw4NDhwQEBw7KCIoOzs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozv/wgARCAAwACADASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAABAIG/8QAGAEAAwEBAAAAAAAAAAAAAAAAAgQFBgP/2gAMAwEAAhADEAAAAcumktlCLRytBRSQy0IpC9oKaQGWhNIXtf/EABYQAQEBAAAAAAAAAAAAAAAAAAIAAf/aAAgBAQABBQLDYLBYYmzLDYYmJsNhibDYbDE2Gw2GJsNhsN//xAAVEQEBAAAAAAAAAAAAAAAAAAADAP/aAAgBAwEBPwEUgSFIEhSBL//EABkRAAMBAQEAAAAAAAAAAAAAAAABAhEhEv/aAAgBAgEBPwHmaymj3wqx2VZ//8QAFBABAAAAAAAAAAAAAAAAAAAAQP/aAAgBAQAGPwJH/8QAHBAAAQQDAQAAAAAAAAAAAAAAAAEQICERQVEx/9oACAEBAAE/IWpIT41pQxaaqMCHJqiFXhCqiFX/2gAMAwEAAgADAAAAEDtOvoYf/8QAFxEBAQEBAAAAAAAAAAAAAAAAMQAQIf/aAAgBAwEBPxAoO5BkF//EABwRAAICAgMAAAAAAAAAAAAAAAABEfBhcUGh8f/aAAgBAgEBPxBGLcK5HBNekVtwIidXogP/xAAgEAADAQEAAQQDAAAAAAAAAAAAAREhMUFRcZGhYYHx/9oACAEBAAE/EL+C0wQliLen+iswfYe7FwtMZl+EQqECLWTUT3foS4ovtjZzrNLPwiOTF9s+QgmnKTmcRGRcwlM5wZCng04iMUwh/D//2Q=="
        ),
        (
            "grey JPEG", "HwgeBwCAh3eIiIiIiIiHeIh4BwAAAAAA",
            "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAxNDQ0Hyc5PTgyPC4zNDL/wAALCAAYABgBAREA/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/9oACAEBAAA/APJfD38Fes+Hf4a9Z8O/wV8m+Hv4K9Z8O/w16z4d/gr5N8PfwV6z4d/hr1nw7/BX/9k="
        ),
        (
            "PNG", "XwgKLJpwdndwh4h3iIaQgAn4dw==",
            "iVBORw0KGgoAAAANSUhEUgAAACgAAAAUCAIAAABwJOjsAAABSklEQVR4nL2S6U7CQBSFP6RspfuYSohoE0Rfw4dT2RRcXtgfk2mmzNISI8mX5vbcMzk50/bgeQgj8D9bDefaAmKgd3nq4KsLE5DUwf1LojfuQ/APvFj1k8YBDP7Gq6FUVqfZeADDM3nT5nnHU67gUQfWaii7+RunrFctg8cONmoQbo/VL1nJwdN4DBODLWQ23eqUQ2U1+BtPIFTsIIRUU6zs1LDw21obhzCFPcQw9bKHKczbDJKnLo33EHl5hwhm3m0ES11vbbyDGCKIbXxADKV3W1m3Ha9aBidNDnBtiPUqgTv3KvFf9RbSZnCqOILQXnU9hVv3aiVfPY03kBmNU/iEDArImkh97tAzWOp6l5/rJDiD3OALZg69son5ud/4CAXkUGh8w01TkWIB9zbxEQpX4zUII/gAQjUuQICAHyjVXCsCFjbxoVZ+AcyeMucTPhSBAAAAAElFTkSuQmCC"
        ),
        (
            "PNG with alpha", "XeiJIxYcYHB4Z3iQgAr3eI94d4h3iIc=",
            "iVBORw0KGgoAAAANSUhEUgAAABQAAAAeCAYAAAAsEj5rAAABHklEQVR4nMWU206DQBBAT5Vqi6VQMLUh9l/8Oe0FpVo/tw/64GDWZZdlWRIfTobMJiczO8NO4OkrgUsCl6UWTTnXWcQMYDIaEfNGeDUKmvA6GIMwCkK5Q1U4HYylwilwMwiH8NaTXR/hzMFe+S76CucWDkD2J9cxFF0YKxwlplo+9qkwBu6ACkjku42nsAIWnXgIj1LZQqKZAS03wqWBuu9QDjIAXZgqnOi5Nnt+VsNUYQq8y3kOZKEtpyJb/RIoPEllK4m5S7gDCouwlrNMERa+f0ojfAPutZYb4Wh3mAOfXcIXYG0QvkpeF56B9VgVfgAPQ1qugA3tPdyEDsV2h9YKn4GS9uNQ0t7D8t+m7BLWwGPflk2vzdZR4RnY8g0Uijc0kDbWcgAAAABJRU5ErkJggg=="
        ),
        (
            "palette PNG", "nfgNJxhxiXeAiHeHeHd4d3eIJwenYX8I",
            "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQBAMAAADt3eJSAAAAGFBMVEW73X8z3We7kY8zkVq7TXK7EUszTU4zEUNmm4T0AAAARklEQVR4nG3MQQ2AMBQE0VdSAzjAA+JwS3DQBgG/HPgHCNwmk9ktG3ZMCAmgNoyepv81UVa0NOM1Twg1DuNcDmW+/z7NAy5qVRItKCIQiAAAAABJRU5ErkJggg=="
        ),
        (
            "WebP", "XwgKLxpwdndwd4h3iGiHeIiHBwmYgI8H",
            "UklGRhABAABXRUJQVlA4IAQBAADQCACdASogACAAPl0kjkWjoiEb9AA4BcS2AE6ZQjgbyv8ZuWS2bMAuuycB4kXSauwDeIQtGl4cbrFJRMM4oXa6ryiGinkvxBQdJ+nWPohAAP7/s/d8cl6N+P09j+1xFt+4TrTx35GsIzL/8jKVqebFNEHvfun3LpSSKCj6gsb4ZNmnsgMFCYRssJZ1vWlPXfk0SUSCGYga9OSQbH/tmUXp2FV642w5svE3DTljs0kKwQfrYqcOR5JhQVQ50pfOrEP4FInrtDgSahg4OeyUpn+6aUJW8b5FsgoyL7n2SriJEmWu5+NpT0WK36icVlRC7u8snKHfDX3BuBAipvyzw9q2R4AAAA=="
        ),
        (
            "lossless WebP with alpha", "XeiJHRYcYHZwiIdoeJBwCvd4j3iIiHeIeA==",
            "UklGRo4AAABXRUJQVlA4TIIAAAAvE8AEELkyRPQ/FmLBZP7QXUHUP/ofcSho28gxgTv+dH/eDwICgRQm8IzaSHIkM1sGu6+8F6g089lX2LZtk72T9gwKKW2TvW47KQAneAaJv+IVEIk6AsAUKJmmLiGArg4TVAeDCJq1bWs/GkTQrQfwCJRFBPB7888Ev90ggmnpAAAA"
        ),
    ]

    private static func bytes(_ place: Int) throws -> [UInt8] {
        Array(try #require(Data(base64Encoded: pictures[place].base64)))
    }

    @Test("JPEG, PNG and WebP of every kind are decoded", arguments: pictures.indices)
    func kinds(_ place: Int) throws {
        let picture = try #require(PictureReader.read(try Self.bytes(place)), "\(Self.pictures[place].kind)")
        let hash = try #require(Data(base64Encoded: ThumbHash.text(of: picture)))
        let wanted = try #require(Data(base64Encoded: Self.pictures[place].hash))
        #expect(hash.count == wanted.count)
        let distances = zip(hash, wanted).map { one, two in
            let low = Int(one & 15) - Int(two & 15)
            let high = Int(one >> 4) - Int(two >> 4)
            return max(abs(low), abs(high))
        }
        // Decoders differ by a level or two, which can move a term of the hash by one step.
        #expect(distances.dropFirst(5).allSatisfy { $0 <= 1 }, "\(ThumbHash.text(of: picture))")
    }

    @Test(
        "what is no picture, or too large a one, is none",
        arguments: [
            [], [0xFF], [0xFF, 0xD8, 0xFF, 0xE0], Array("GIF89a".utf8), Array("RIFF....WEBPVP8 ".utf8),
            Array("not a picture".utf8), [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A],
        ]
    )
    func none(_ bytes: [UInt8]) { #expect(PictureReader.read(bytes) == nil) }

    @Test("a picture that says that it is huge costs nothing")
    func huge() throws {
        var png = try Self.bytes(3)
        // Width and height stand at bytes 16 to 23.
        png.replaceSubrange(16..<24, with: [0, 0, 0x7F, 0xFF, 0, 0, 0x7F, 0xFF])
        #expect(PictureReader.read(png) == nil)
        var jpeg = try Self.bytes(0)
        let frame = try #require(jpeg.indices.dropLast(9).first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 })
        jpeg.replaceSubrange(frame + 5..<frame + 9, with: [0xFF, 0xFF, 0xFF, 0xFF])
        #expect(PictureReader.read(jpeg) == nil)
    }

    @Test("damaged pictures do no harm")
    func damage() throws {
        let seed =
            ProcessInfo.processInfo.environment["PICTURE_SEED"].flatMap(UInt64.init)
            ?? .random(in: 0...(.max))
        print("PICTURE_SEED=\(seed)")
        var random = SeededGenerator(seed: seed)
        for round in 0..<4000 {
            var bytes = try Self.bytes(round % Self.pictures.count)
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                let place = Int.random(in: 2..<bytes.count, using: &random)
                bytes[place] = UInt8.random(in: 0...255, using: &random)
            }
            if round % 5 == 0 { bytes.removeLast(Int.random(in: 1..<bytes.count, using: &random)) }
            if let picture = PictureReader.read(bytes) { #expect(!ThumbHash.bytes(of: picture).isEmpty) }
        }
    }
}
