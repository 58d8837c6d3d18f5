/// The version of the program.
package enum BridgeVersion {
    package static let text = "0.1.0"
}
