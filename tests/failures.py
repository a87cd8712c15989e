"""Reads the failed tests of a .trx file, of which dotnet test -v quiet says nothing.

failures.py FILE           one line for each failed test, and below it what it said
failures.py --skipped FILE what was left out and why, one line for each reason
failures.py --filter FILE  a filter for dotnet test that runs them again; nothing when they are too many for chance
"""
import sys
import xml.etree.ElementTree as xml

NAMESPACE = {"t": "http://microsoft.com/schemas/VisualStudio/TeamTest/2010"}
MOST_TESTS, MOST_LINES, MOST_BY_CHANCE = 50, 40, 3


def text_of(result, name):
    found = result.find(f"t:Output/t:ErrorInfo/t:{name}", NAMESPACE)
    return (found.text or "").strip() if found is not None else ""


def read(path):
    root = xml.parse(path).getroot()
    return root, root.findall("t:Results/t:UnitTestResult[@outcome='Failed']", NAMESPACE)


def print_failures(path):
    for result in read(path)[1][:MOST_TESTS]:
        message = text_of(result, "Message").splitlines()
        print(f"failed: {result.get('testName')} ({result.get('duration')}): {' | '.join(message)[:800]}")
        for line in (message[1:] + text_of(result, "StackTrace").splitlines())[:MOST_LINES]:
            print(f"    {line}")


def print_filter(path):
    root, failed = read(path)
    ids = {result.get("testId") for result in failed}
    methods = {
        f"{method.get('className')}.{method.get('name').split('(')[0]}"
        for test in root.findall("t:TestDefinitions/t:UnitTest", NAMESPACE)
        if test.get("id") in ids and (method := test.find("t:TestMethod", NAMESPACE)) is not None
    }
    if 0 < len(ids) <= MOST_BY_CHANCE and methods:
        print("|".join(f"FullyQualifiedName={name}" for name in sorted(methods)))


def print_skipped(path):
    reasons: dict[str, list[str]] = {}
    for result in read(path)[0].findall("t:Results/t:UnitTestResult[@outcome='NotExecuted']", NAMESPACE):
        name = result.get("testName", "").split("(")[0].rsplit(".", 1)[-1]
        reason = text_of(result, "Message") or (result.findtext("t:Output/t:StdOut", "", NAMESPACE)).strip() or "no reason given"
        reasons.setdefault(reason, []).append(name)
    for reason, names in sorted(reasons.items()):
        print(f"  left out, {reason}: {', '.join(sorted(set(names)))}")


try:
    if sys.argv[1] == "--filter":
        print_filter(sys.argv[2])
    elif sys.argv[1] == "--skipped":
        print_skipped(sys.argv[2])
    else:
        print_failures(sys.argv[1])
except (OSError, xml.ParseError) as problem:
    sys.exit(f"the results could not be read: {problem}")
