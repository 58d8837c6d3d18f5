// The functions of the C library's mathematics, declared by their symbols so that no C module is imported here. Each is
// a pure function from numbers to numbers.

@_silgen_name("sin") func librarySin(_ x: Double) -> Double
@_silgen_name("cos") func libraryCos(_ x: Double) -> Double
@_silgen_name("tan") func libraryTan(_ x: Double) -> Double
@_silgen_name("asin") func libraryAsin(_ x: Double) -> Double
@_silgen_name("acos") func libraryAcos(_ x: Double) -> Double
@_silgen_name("atan") func libraryAtan(_ x: Double) -> Double
@_silgen_name("atan2") func libraryAtan2(_ y: Double, _ x: Double) -> Double
@_silgen_name("log") func libraryLog(_ x: Double) -> Double
@_silgen_name("log2") func libraryLog2(_ x: Double) -> Double
@_silgen_name("log10") func libraryLog10(_ x: Double) -> Double
@_silgen_name("pow") func libraryPow(_ x: Double, _ y: Double) -> Double
