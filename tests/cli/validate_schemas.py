#!/usr/bin/env python3
"""Validate documents against a JSON Schema of resources/schemas.

usage: validate_schemas.py [--strict] SCHEMA FILE...

A FILE is one JSON document, or one document a line; `-` is standard input. --strict also refuses
keys that the schema does not list (readers ignore them, writers should not write them). Prints each
violation with file, line and JSON pointer, and ends with `N valid, M invalid`; exit 1 if any is invalid.
"""
import argparse
import json
import sys

import jsonschema


def documents(path):
    """(line, document) of a file; line is 0 when the whole file is one document."""
    text = sys.stdin.read() if path == "-" else open(path, encoding="utf-8").read()
    try:
        return [(0, json.loads(text))]
    except json.JSONDecodeError as whole:
        lines = [(n, line) for n, line in enumerate(text.splitlines(), 1) if line.strip()]
        if len(lines) < 2:
            raise SystemExit(f"{path}: {whole}")
        found = []
        for n, line in lines:
            try:
                found.append((n, json.loads(line)))
            except json.JSONDecodeError as error:
                raise SystemExit(f"{path}:{n}: {error}")
        return found


def closed(schema):
    """The schema with objects closed to keys it does not list."""
    if isinstance(schema, list):
        return [closed(s) for s in schema]
    if not isinstance(schema, dict):
        return schema
    out = {k: v if k in ("enum", "const", "required") else closed(v) for k, v in schema.items()}
    kind = out.get("type")
    is_object = kind == "object" or (isinstance(kind, list) and "object" in kind)
    if is_object and out.get("properties") and "additionalProperties" not in out:
        out["additionalProperties"] = False
    return out


def pointer(path):
    return "/" + "/".join(str(p).replace("~", "~0").replace("/", "~1") for p in path) if path else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--strict", action="store_true")
    parser.add_argument("schema")
    parser.add_argument("files", nargs="+", metavar="FILE")
    args = parser.parse_args()
    with open(args.schema, encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(closed(schema) if args.strict else schema)
    valid = invalid = 0
    for path in args.files:
        for line, document in documents(path):
            errors = sorted(validator.iter_errors(document), key=lambda e: [str(p) for p in e.absolute_path])
            valid += not errors
            invalid += bool(errors)
            for error in errors:
                where = path if line == 0 else f"{path}:{line}"
                print(f"{where}: {pointer(error.absolute_path)}: {error.message[:300]}")
    print(f"{valid} valid, {invalid} invalid")
    return 1 if invalid else 0


if __name__ == "__main__":
    sys.exit(main())
