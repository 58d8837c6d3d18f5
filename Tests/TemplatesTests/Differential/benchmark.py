"""Times typical templates here and in the real Jinja2, with the same values, in the same run.

Usage: benchmark.py PROGRAM [--rounds N] [--seconds S]
Here: scope, rendering and Home Assistant's reading of the result. There: `render` of the compiled template, in the
environment that Home Assistant uses, without that reading. Both sides take turns; printed are the medians.
"""

import argparse
import ast
import datetime
import json
import platform
import statistics
import subprocess
import sys
import time

import jinja2
from jinja2.sandbox import ImmutableSandboxedEnvironment

TEMPLATES = [
    ("a value", "{{ value_json.power }}", {"value_json": {"power": 1234.5, "state": "ON"}}),
    (
        "arithmetic, filters",
        "{{ (value_json.energy | float(0) * 1000 / 60) | round(1) }}",
        {"value_json": {"energy": "12.34"}},
    ),
    (
        "conditional text",
        "{% if value_json.state == 'ON' and value_json.power | float > 10 %}running at {{ value_json.power | int }} W"
        "{% elif value_json.state == 'ON' %}standby{% else %}off{% endif %}",
        {"value_json": {"state": "ON", "power": 230.7}},
    ),
    (
        "a date",
        "{{ as_datetime(value_json.end).strftime('%d.%m.%Y %H:%M') }}",
        {"value_json": {"end": "2026-06-01T14:35:00+02:00"}},
    ),
    (
        "a loop",
        "{% for zone in value_json.zones if zone.open %}{{ zone.name }}{{ ', ' if not loop.last }}{% endfor %}",
        {"value_json": {"zones": [
            {"name": "Kitchen", "open": True}, {"name": "Hall", "open": False}, {"name": "Attic", "open": True},
            {"name": "Garage", "open": True}, {"name": "Office", "open": False},
        ]}},
    ),
]
BATCH = 100


def environment():
    """Jinja2 with Home Assistant's settings and the one function of Home Assistant that the templates call."""
    result = ImmutableSandboxedEnvironment(extensions=["jinja2.ext.loopcontrols", "jinja2.ext.do"])
    result.globals["as_datetime"] = datetime.datetime.fromisoformat
    return result


def native(text):
    """Home Assistant's reading of a rendered text, as far as these templates need it."""
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return text


def theirs(template, values, seconds):
    """The nanoseconds of one rendering."""
    for _ in range(BATCH):
        template.render(values)
    start = time.perf_counter_ns()
    count = 0
    while True:
        for _ in range(BATCH):
            template.render(values)
        count += BATCH
        passed = time.perf_counter_ns() - start
        if passed >= seconds * 1e9:
            return passed / count


def ours(program, source, values, seconds):
    """What the program says of one evaluation: `ns`, `text` and `result`."""
    command = [program, "time", "--seconds", str(seconds), "--vars", json.dumps(values), "--", source]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if run.returncode != 0:
        sys.exit(f"{source}: {run.stdout}{run.stderr}")
    return json.loads(run.stdout)


def main():
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("program")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.2)
    options = parser.parse_args()
    if options.rounds < 1:
        parser.error("--rounds must be at least 1")
    compiler = environment()
    compiled = [compiler.from_string(source) for _, source, _ in TEMPLATES]
    here = [[] for _ in TEMPLATES]
    there = [[] for _ in TEMPLATES]
    for _ in range(options.rounds):
        for index, (name, source, values) in enumerate(TEMPLATES):
            answer = ours(options.program, source, values, options.seconds)
            text = compiled[index].render(values).strip()
            if (answer["text"], answer["result"]) != (text, native(text)):
                sys.exit(f"{name}: here {answer['text']!r}, in Jinja2 {text!r}")
            here[index].append(answer["ns"])
            there[index].append(theirs(compiled[index], values, options.seconds))
    print(f"Jinja2 {jinja2.__version__}, Python {platform.python_version()}; medians of {options.rounds} rounds, ns")
    print(f"{'template':<20} {'here':>9} {'Jinja2':>9} {'ratio':>7}")
    for index, (name, _, _) in enumerate(TEMPLATES):
        mine, other = statistics.median(here[index]), statistics.median(there[index])
        print(f"{name:<20} {mine:>9.0f} {other:>9.0f} {other / mine:>6.1f}x")


main()
