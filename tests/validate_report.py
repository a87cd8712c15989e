"""Validates a report on standard input against the JSON Schema given as the argument; says every fault.

With --without-added, members that the schema doesn't know are taken out first: what a newer version added to the contract.
"""
import json
import sys

import jsonschema

with open(sys.argv[1], encoding="utf-8") as file:
    schema = json.load(file)


def resolved(shape):
    while "$ref" in shape:
        target = schema
        for part in shape["$ref"].removeprefix("#/").split("/"):
            target = target[part]
        shape = target
    return shape


def shapes_of(shape):
    shape = resolved(shape)
    yield shape
    for other in shape.get("anyOf", []):
        yield from shapes_of(other)


def without_added(value, shapes):
    shapes = [inner for shape in shapes for inner in shapes_of(shape)]
    if isinstance(value, dict):
        known = {}
        for shape in shapes:
            known.update(shape.get("properties", {}))
        others = [shape["additionalProperties"] for shape in shapes if isinstance(shape.get("additionalProperties"), dict)]
        is_open = bool(others) or not any(shape.get("additionalProperties") is False for shape in shapes)
        return {
            name: without_added(member, [known[name]] if name in known else others)
            for name, member in value.items()
            if name in known or is_open
        }
    if isinstance(value, list):
        return [without_added(item, [shape["items"] for shape in shapes if "items" in shape]) for item in value]
    return value


report = json.load(sys.stdin)
if "--without-added" in sys.argv[2:]:
    report = without_added(report, [schema])
validator = jsonschema.Draft202012Validator(schema)
faults = [f"{'/'.join(map(str, e.absolute_path))}: {e.message[:300]}" for e in validator.iter_errors(report)]
print("\n".join(faults[:20]))
sys.exit(1 if faults else 0)
