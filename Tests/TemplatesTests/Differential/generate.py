"""Writes generated templates with what the real Jinja2 makes of them, one JSON object a line.

Usage: generate.py SEED COUNT
Each line: {"template": …, "vars": {…}} with "text" where it renders and "error" (the exception's name) where it does not.
What is left out, and why, is in the README beside this file.
"""

import json
import random
import sys
import warnings

import jinja2
from jinja2.sandbox import ImmutableSandboxedEnvironment

ENVIRONMENT = ImmutableSandboxedEnvironment(extensions=["jinja2.ext.loopcontrols", "jinja2.ext.do"])

VALUES = [
    "''", "'abc'", "' Hello World '", "'a-b_c d'", "'12.5'", "'ÄÖ ü ß'", "'1,2,3'", "'l1\\nl2\\n'", "'it\\'s <b>&'",
    "0", "1", "-7", "3", "2.5", "-2.5", "1e20", "0.1", "123456789012", "true", "false", "none", "missing", "[]",
    "[1, 2, 3]", "[3, 1, 2]", "['b', 'A', 'c', 'a']", "[1, 'a', none, 2.5]", "[[1, 2], [3]]", "{}", "{'a': 1, 'b': 2}",
    "{'b': 'x', 'A': none}", "(1, 2)", "(1,)", "people", "people[0]", "people[1].tags", "text", "number", "ratio",
    "nothing", "numbers", "nested.a.b", "nested", "range(4)", "range(5, 0, -2)",
]
FILTERS = {
    "abs": [""], "batch": ["2", "2, 0"], "capitalize": [""], "center": ["9"], "count": [""],
    "default": ["'d'", "'d', true", ""], "dictsort": ["", "true", "false, 'value'", "reverse=true"], "escape": [""],
    "filesizeformat": ["", "true"], "first": [""], "forceescape": [""], "format": ["1", "'a', 2", "a=1"],
    "groupby": ["'name'", "'age', default=0"], "indent": ["", "2", "2, true", "'>', blank=true"],
    "join": ["", "', '", "'-', attribute='name'"], "last": [""], "length": [""], "list": [""], "lower": [""],
    "items": [""], "map": ["'upper'", "attribute='name'", "attribute='age', default=9", "attribute='0'", "'string'"],
    "min": ["", "attribute='age'"], "max": ["", "true"], "pprint": [""], "reject": ["", "'none'", "'string'"],
    "rejectattr": ["'age'", "'age', 'defined'"], "replace": ["'a', 'X'", "'a', 'X', 1", "' ', ''", "'', '.'"],
    "reverse": [""], "safe": [""], "select": ["", "'number'", "'in', [1, 2, 'a']", "'odd'"],
    "selectattr": ["'age'", "'age', 'gt', 30", "'name', 'eq', 'Ann'"], "slice": ["2", "3, 0"],
    "sort": ["", "true", "false, true", "attribute='name'", "attribute='age,name'"], "string": [""], "striptags": [""],
    "sum": ["", "start=5", "attribute='age'"], "title": [""], "tojson": ["", "2"], "trim": ["", "'a'"],
    "truncate": ["5", "5, true", "8, false, '..', 0"], "unique": ["", "true", "attribute='name'"], "upper": [""],
    "urlencode": [""], "wordcount": [""], "wordwrap": ["5", "7, false"], "xmlattr": ["", "false"],
}
TESTS = [
    "defined", "undefined", "none", "number", "string", "mapping", "sequence", "iterable", "boolean", "true", "false",
    "integer", "float", "odd", "even", "divisibleby(3)", "divisibleby 2", "lower", "upper", "eq(1)", "ne 1", "gt(1)",
    "le('b')", "in([1, 'abc', none])", "sameas(none)", "sameas true", "escaped", "filter", "callable",
]
METHODS = [
    "upper()", "lower()", "title()", "split()", "split(',')", "split('-', 1)", "rsplit(' ', 1)", "strip()",
    "lstrip(' H')", "splitlines()", "isdigit()", "isalpha()", "istitle()", "startswith('a')", "endswith(('c', 'd'))",
    "find('b')", "rfind('a')", "count('a')", "count(1)", "index('a')", "replace('a', 'b')", "zfill(6)",
    "center(7, '*')", "partition('-')", "swapcase()", "removeprefix('a')", "join(['x', 'y'])", "format(1, 2)",
    "keys()", "values()", "items()", "get('a')", "get('z', 5)", "copy()", "real", "bit_length()",
    "pop()", "append(1)", "update({})", "name", "age", "tags", "a", "b", "0", "1", "_x",
]
OPERATORS = ["+", "-", "*", "/", "//", "%", "**", "~", "==", "!=", "<", ">=", "in", "not in", "and", "or"]
SUBSCRIPTS = ["0", "-1", "1:", "::-1", ":2", "5", "'a'", "'name'", "none", "1:0", "-2:", "true", "i", "0:2:1"]
VARS = {
    "people": [
        {"name": "Ann", "age": 31, "tags": ["x", "y"]}, {"name": "bob", "age": 28, "tags": []},
        {"name": "Cid", "age": None}, {"name": "Ann", "age": 35, "tags": ["z"]},
    ],
    "text": "The quick-brown fox", "number": 42, "ratio": 0.375, "nothing": None, "numbers": [4, 8, 15, 16, 23, 42],
    "nested": {"a": {"b": {"c": [1, {"d": "deep"}]}}, "list": [[1, 2], [3, 4]]}, "i": 1,
}
LAZY = {"batch", "items", "map", "reject", "rejectattr", "reverse", "select", "selectattr", "slice", "unique"}


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.names = ["x", "y", "z", "i"]

    def chance(self, share):
        return self.random.random() < share

    def value(self, depth=0):
        roll = self.random.random()
        if depth < 2 and roll < 0.1:
            return "[" + ", ".join(self.value(depth + 1) for _ in range(self.random.randint(0, 3))) + "]"
        if depth < 2 and roll < 0.14:
            return "{'a': " + self.value(depth + 1) + ", 'k': " + self.value(depth + 1) + "}"
        if roll < 0.3:
            return self.random.choice(self.names)
        return self.random.choice(VALUES)

    def small(self):
        return self.random.choice(["0", "1", "2", "3", "-1", "0.5", "number", "ratio", "i", "'a'", "text", "missing"])

    def expression(self, depth=0):
        choose = self.random.choice
        if depth > 2 or self.chance(0.2):
            return self.value()
        roll = self.random.random()
        inner = "(" + self.expression(depth + 1) + ")"
        if roll < 0.4:
            name = choose(list(FILTERS))
            arguments = choose(FILTERS[name])
            result = inner + " | " + name + ("(" + arguments + ")" if arguments else "")
            # A generator's text is its address: something must use it up.
            return result + (choose([" | list", " | list", " | join(',')", " | first"]) if name in LAZY else "")
        if roll < 0.55:
            return inner + "." + choose(METHODS)
        if roll < 0.65:
            return inner + " is " + choose(["", "not "]) + choose(TESTS)
        if roll < 0.8:
            operator = choose(OPERATORS)
            if operator in ("*", "**", "%"):
                # A negative number to a fraction is a complex number in Python, which the language has not.
                left = choose(["0", "2", "3", "number", "ratio", "i"]) if operator == "**" else self.small()
                return left + " " + operator + " " + self.small()
            return inner + " " + operator + " (" + self.expression(depth + 1) + ")"
        if roll < 0.88:
            # Slices of constants that have no items depend on whether Jinja folds them: only of what has items.
            base = choose(["text", "numbers", "people", "[1, 2, 3]", "'abcdef'", "(1, 2, 3)", "range(4)"])
            subscript = choose(SUBSCRIPTS)
            return (base if ":" in subscript else inner) + "[" + subscript + "]"
        if roll < 0.92:
            return "-" + inner
        if roll < 0.96:
            return inner + " if " + self.value() + choose([" else " + self.value(), ""])
        return " ".join([self.small(), choose(["<", "=="]), self.small(), choose(["<=", "!="]), self.small()])

    def dash(self):
        return self.random.choice(["", "", "", "-"])

    def tag(self, body):
        return "{%" + self.dash() + " " + body + " " + self.dash() + "%}"

    def body(self, depth, loop=False):
        return "".join(self.statement(depth + 1, loop) for _ in range(self.random.randint(1, 3)))

    def statement(self, depth=0, loop=False):
        choose = self.random.choice
        roll = self.random.random()
        if depth > 3 or roll < 0.2:
            return choose(["a", " ", "\n", "b c", ";", " <x>\n"])
        if roll < 0.5:
            return "{{" + self.dash() + " " + self.expression() + " " + self.dash() + "}}"
        name = choose(self.names)
        if roll < 0.6:
            end = choose(["", self.tag("else") + self.body(depth), self.tag("elif " + self.value()) + self.body(depth, loop)])
            return self.tag("if " + self.expression(1)) + self.body(depth, loop) + end + self.tag("endif")
        if roll < 0.74:
            test = choose(["", "", " if " + name, " if " + name + " is defined"])
            body = self.body(depth, True)
            if self.chance(0.5):
                body += "{{ loop." + choose(["index", "index0", "first", "last", "length", "revindex", "cycle('p','q')",
                                             "changed(" + name + ")", "previtem", "nextitem", "depth"]) + " }}"
            other = choose(["", self.tag("else") + self.body(depth)])
            return self.tag("for " + name + " in " + self.value() + test) + body + other + self.tag("endfor")
        if roll < 0.84:
            if self.chance(0.2):
                return self.tag("set " + name + ", y = " + self.value() + ", " + self.value())
            return self.tag("set " + name + " = " + self.expression())
        if roll < 0.88:
            return self.tag("set " + name + choose(["", " | upper"])) + self.body(depth) + self.tag("endset")
        if roll < 0.91:
            return self.tag("with " + name + " = " + self.value()) + self.body(depth) + self.tag("endwith")
        if roll < 0.93:
            return self.tag("filter " + choose(["upper", "trim", "replace('a', 'b') | title"])) + self.body(depth) + self.tag("endfilter")
        if roll < 0.95 and depth == 0:
            return (self.tag("macro m(" + name + ", d=" + self.value() + ")") + self.body(depth) + choose(["", "{{ caller() if caller else '' }}"])
                    + self.tag("endmacro") + choose(["{{ m(1) }}{{ m(" + self.value() + ", d=2) }}", self.tag("call m(2)") + "body" + self.tag("endcall"), "{{ m() }}"]))
        if roll < 0.97:
            return "{% set ns = namespace(n=0) %}{% for i in " + self.value() + " %}{% set ns.n = ns.n + 1 %}{% endfor %}{{ ns.n }}"
        if loop:
            return "{% if " + self.value() + " %}{% " + choose(["break", "continue"]) + " %}{% endif %}"
        return choose(["{# note #}", "{% raw %}{{ x }}{% endraw %}", "{%- raw -%} r {%- endraw -%}", "{{ '{{' }}"])

    def template(self):
        if self.chance(0.6):
            return "{{ " + self.expression() + " }}"
        return "".join(self.statement() for _ in range(self.random.randint(1, 4)))


def result(template):
    try:
        return {"text": ENVIRONMENT.from_string(template.strip()).render(json.loads(json.dumps(VARS))).strip()}
    except Exception as error:
        return {"error": type(error).__name__}


def main():
    warnings.simplefilter("ignore")
    seed, count = int(sys.argv[1]), int(sys.argv[2])
    generator = Generator(seed)
    print(json.dumps({"jinja2": jinja2.__version__, "seed": seed, "vars": VARS}, ensure_ascii=False))
    for _ in range(count):
        template = generator.template()
        outcome = result(template)
        text = outcome.get("text", "")
        if "object at" in text or "0x7" in text.lower() or len(text) > 20000 or outcome.get("error") in ("RecursionError", "MemoryError"):
            continue
        print(json.dumps({"template": template, **outcome}, ensure_ascii=False))


main()
