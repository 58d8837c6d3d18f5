/// How the simulator reads what pushward-api.md leaves open: the strictest reading that accepts its examples.
enum Readings {}
