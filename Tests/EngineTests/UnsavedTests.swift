import JSONReader
import Testing
import Values

@Suite("A disk that takes nothing")
struct UnsavedTests {
    @Test("the status says so while it lasts, and each change is published once")
    func told() throws {
        let rig = try Rig("notifications: {bell: {on: bell, title: Bell, body: rings}}")
        func unsaved() -> [JSON?] {
            rig.announced.filter { $0.topic == "pushward/bridge/status" }
                .map { (try? JSONReader.read($0.payload))?["unsaved"] }
        }
        #expect(unsaved().allSatisfy { $0 == nil })
        let before = unsaved().count
        for isSaved in [false, false, true, true] {
            rig.noteState(isSaved: isSaved)
            rig.sleep(1)
        }
        #expect(Array(unsaved().dropFirst(before)) == [true, nil])
        rig.noteState(isSaved: false)
        rig.sleep(1)
        rig.broker(false)
        rig.broker(true)
        #expect(Array(unsaved().suffix(2)) == [true, true])
    }
}
