"""Validates a report on standard input against the JSON Schema given as the argument; says every fault."""
import json
import sys

import jsonschema

with open(sys.argv[1], encoding="utf-8") as schema:
    validator = jsonschema.Draft202012Validator(json.load(schema))
faults = [f"{'/'.join(map(str, e.absolute_path))}: {e.message[:300]}" for e in validator.iter_errors(json.load(sys.stdin))]
print("\n".join(faults[:20]))
sys.exit(1 if faults else 0)
