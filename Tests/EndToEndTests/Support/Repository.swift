import Host

/// The files of this package.
enum Repository {
    private static let root = Files.folder(
        of: Files.folder(of: Files.folder(of: Files.folder(of: #filePath)))
    )

    static func file(_ path: String) -> String { "\(root)/\(path)" }
}
