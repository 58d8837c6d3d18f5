import Testing

/// Tests of the whole program as a process of its own, one after another.
@Suite("The whole program", .serialized)
enum EndToEndTests {}
