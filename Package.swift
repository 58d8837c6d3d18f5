// swift-tools-version: 6.0
import PackageDescription

/// Upcoming features that mean the same on Swift 6.0.3 and 6.3.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),  // SE-0335
    .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409
    .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444
]

/// A C library of the system: Debian's package and its pkg-config name.
func cLibrary(_ name: String, pkgConfig: String, apt: String) -> Target {
    .systemLibrary(name: name, path: "Sources/C/\(name)", pkgConfig: pkgConfig, providers: [.apt([apt])])
}

/// A target of the pure core: no C, no I/O, no clock.
func core(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: "Sources/\(name)", swiftSettings: settings)
}

/// A target at the edge: the only importer of its C library.
func edge(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, path: "Sources/Edges/\(name)", swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], data: [String] = []) -> Target {
    .testTarget(
        name: name,
        dependencies: dependencies,
        path: "Tests/\(name)",
        exclude: data,
        swiftSettings: settings
    )
}

let package = Package(
    name: "pushward-mqtt",
    products: [.executable(name: "pushward-mqtt", targets: ["pushward-mqtt"])],
    targets: [
        cLibrary("CMosquitto", pkgConfig: "libmosquitto", apt: "libmosquitto-dev"),
        cLibrary("CCurl", pkgConfig: "libcurl", apt: "libcurl4-openssl-dev"),
        cLibrary("CYAML", pkgConfig: "yaml-0.1", apt: "libyaml-dev"),
        cLibrary("CMicroHTTPD", pkgConfig: "libmicrohttpd", apt: "libmicrohttpd-dev"),
        cLibrary("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
        cLibrary("CJansson", pkgConfig: "jansson", apt: "libjansson-dev"),
        cLibrary("CCrypto", pkgConfig: "libcrypto", apt: "libssl-dev"),
        cLibrary("CTurboJPEG", pkgConfig: "libturbojpeg", apt: "libturbojpeg0-dev"),
        cLibrary("CPNG", pkgConfig: "libpng", apt: "libpng-dev"),
        cLibrary("CWebP", pkgConfig: "libwebp", apt: "libwebp-dev"),
        cLibrary("CPCRE2", pkgConfig: "libpcre2-8", apt: "libpcre2-dev"),

        .systemLibrary(name: "CLinux", path: "Sources/C/CLinux"),
        .target(name: "CMosquittoGuard", path: "Sources/C/CMosquittoGuard"),

        .target(
            name: "Values",
            path: "Sources/Values",
            swiftSettings: settings,
            linkerSettings: [.linkedLibrary("m")]
        ),
        core("PushWardAPI", ["Values"]),
        core("Templates", ["Values"]),
        core("Mapping", ["Values", "PushWardAPI", "Templates"]),
        core("Engine", ["Values", "PushWardAPI", "Templates", "Mapping"]),
        core("Simulator", ["Values"]),
        core("Replay", ["Values", "PushWardAPI", "Templates", "Mapping", "Engine", "Simulator"]),

        edge("Threads", ["CLinux"]),
        edge("MQTTLink", ["Values", "Threads", "CMosquitto", "CMosquittoGuard"]),
        edge("HTTPTransport", ["Values", "Threads", "CCurl"]),
        edge("HTTPListener", ["Values", "Threads", "CMicroHTTPD"]),
        edge("YAMLReader", ["Values", "CYAML"]),
        edge("JSONReader", ["Values", "CJansson"]),
        edge("Store", ["Values", "CSQLite"]),
        edge("Crypto", ["Values", "CCrypto"]),
        edge("PatternMatcher", ["Values", "Templates", "CPCRE2"]),
        edge("PictureReader", ["Values", "CTurboJPEG", "CPNG", "CWebP"]),
        edge("Host", ["Values", "Threads"]),

        core(
            "SimulatorServer",
            ["Values", "Simulator", "HTTPListener", "HTTPTransport", "JSONReader", "Host", "Threads"]
        ),
        core(
            "Service",
            [
                "Values", "PushWardAPI", "Templates", "Mapping", "Engine", "MQTTLink", "HTTPTransport",
                "HTTPListener", "YAMLReader", "JSONReader", "Store", "Crypto", "PatternMatcher",
                "PictureReader", "Host",
            ]
        ),
        .executableTarget(
            name: "pushward-mqtt",
            dependencies: [
                "Values", "PushWardAPI", "Templates", "Mapping", "Engine", "Replay", "Simulator",
                "SimulatorServer", "Service", "Host", "JSONReader", "MQTTLink", "HTTPTransport",
            ],
            path: "Sources/pushward-mqtt",
            swiftSettings: settings
        ),

        .target(
            name: "TestSupport",
            dependencies: ["Values", "PushWardAPI", "JSONReader", "Host", "Threads"],
            path: "Tests/TestSupport",
            swiftSettings: settings
        ),
        tests("ValuesTests", ["Values", "TestSupport"]),
        tests("PushWardAPITests", ["Values", "PushWardAPI", "Simulator", "TestSupport"]),
        tests(
            "TemplatesTests",
            ["Values", "Templates", "JSONReader", "Crypto", "PatternMatcher", "Host", "TestSupport"],
            data: ["corpus.jsonl", "generated.jsonl", "surprises.jsonl", "Differential"]
        ),
        tests(
            "MappingTests",
            ["Values", "Templates", "PushWardAPI", "Mapping", "YAMLReader", "JSONReader", "TestSupport"],
            data: ["BadMappings"]
        ),
        tests(
            "EngineTests",
            [
                "Values", "PushWardAPI", "Templates", "Mapping", "Engine", "Replay", "Simulator", "Service",
                "YAMLReader", "JSONReader", "TestSupport",
            ]
        ),
        tests(
            "SimulatorTests",
            [
                "Values", "Simulator", "SimulatorServer", "JSONReader", "HTTPTransport", "HTTPListener",
                "Threads", "TestSupport",
            ]
        ),
        tests(
            "EdgesTests",
            [
                "Values", "MQTTLink", "HTTPTransport", "HTTPListener", "YAMLReader", "JSONReader", "Store",
                "Crypto", "PatternMatcher", "PictureReader", "Host", "Threads", "TestSupport",
            ]
        ),
        tests(
            "ServiceTests",
            [
                "Values", "Mapping", "Engine", "Service", "Store", "Host", "Threads", "MQTTLink",
                "HTTPTransport",
                "Simulator", "SimulatorServer", "TestSupport",
            ]
        ),
        tests(
            "EndToEndTests",
            [
                "Values", "PushWardAPI", "Mapping", "YAMLReader", "JSONReader", "MQTTLink", "HTTPTransport",
                "Simulator", "SimulatorServer", "Host", "Crypto", "TestSupport",
            ]
        ),
    ]
)
