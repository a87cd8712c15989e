"""Reads the failed tests of a .trx file, of which dotnet test -v quiet says nothing.

failures.py FILE           one line for each failed test, and below it what it said
failures.py --skipped FILE what was left out and why, one line for each reason
failures.py --quarantined LIST FILE
                           of the failed tests in LIST: their number, and a filter for dotnet test that runs them; nothing without any.
                           A line of LIST is the full name of a test method and, after two spaces, why it cannot be deterministic.
"""
import sys
import xml.etree.ElementTree as xml

NAMESPACE = {"t": "http://microsoft.com/schemas/VisualStudio/TeamTest/2010"}
MOST_TESTS, MOST_LINES = 50, 40


def text_of(result, name):
    found = result.find(f"t:Output/t:ErrorInfo/t:{name}", NAMESPACE)
    return (found.text or "").strip() if found is not None else ""


def read(path):
    root = xml.parse(path).getroot()
    return root, root.findall("t:Results/t:UnitTestResult[@outcome='Failed']", NAMESPACE)


def print_failures(path):
    root, failed = read(path)
    for result in failed[:MOST_TESTS]:
        message = text_of(result, "Message").splitlines()
        print(f"failed: {result.get('testName')} ({result.get('duration')}): {' | '.join(message)[:800]}")
        for line in (message[1:] + text_of(result, "StackTrace").splitlines())[:MOST_LINES]:
            print(f"    {line}")
    if failed:
        return
    # What failed outside of a test: a fixture that could not be disposed of, a crash of the test process.
    for problem in root.findall("t:ResultSummary/t:RunInfos/t:RunInfo[@outcome='Error']/t:Text", NAMESPACE)[:MOST_TESTS]:
        lines = (problem.text or "").strip().splitlines()
        print("failed outside of a test: " + "\n    ".join(lines[:MOST_LINES]))


def print_quarantined(listed, path):
    with open(listed, encoding="utf-8") as file:
        names = {line.split("  ")[0] for line in file}
    root, failed = read(path)
    methods = {
        test.get("id"): f"{method.get('className')}.{method.get('name').split('(')[0]}"
        for test in root.findall("t:TestDefinitions/t:UnitTest", NAMESPACE)
        if (method := test.find("t:TestMethod", NAMESPACE)) is not None
    }
    quarantined = [name for result in failed if (name := methods.get(result.get("testId"))) in names]
    if quarantined:
        print(len(quarantined))
        print("|".join(f"FullyQualifiedName={name}" for name in sorted(set(quarantined))))


def print_skipped(path):
    reasons: dict[str, list[str]] = {}
    for result in read(path)[0].findall("t:Results/t:UnitTestResult[@outcome='NotExecuted']", NAMESPACE):
        name = result.get("testName", "").split("(")[0].rsplit(".", 1)[-1]
        reason = text_of(result, "Message") or (result.findtext("t:Output/t:StdOut", "", NAMESPACE)).strip() or "no reason given"
        reasons.setdefault(reason, []).append(name)
    for reason, names in sorted(reasons.items()):
        print(f"  left out, {reason}: {', '.join(sorted(set(names)))}")


try:
    if sys.argv[1] == "--quarantined":
        print_quarantined(sys.argv[2], sys.argv[3])
    elif sys.argv[1] == "--skipped":
        print_skipped(sys.argv[2])
    else:
        print_failures(sys.argv[1])
except (OSError, xml.ParseError) as problem:
    sys.exit(f"the results could not be read: {problem}")
