import Host

// Top-level code is isolated to the main actor; everything of weight lives in types that are not.
Signals.exitNow(CommandLineTool.run(Array(CommandLine.arguments.dropFirst())))
