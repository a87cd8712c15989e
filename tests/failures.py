"""Prints one line for each failed test of a .trx file, and below it what the test said. dotnet test -v quiet says neither."""
import sys
import xml.etree.ElementTree as xml

NAMESPACE = {"t": "http://microsoft.com/schemas/VisualStudio/TeamTest/2010"}
MOST_TESTS, MOST_LINES = 50, 40


def text_of(result, name):
    found = result.find(f"t:Output/t:ErrorInfo/t:{name}", NAMESPACE)
    return (found.text or "").strip() if found is not None else ""


try:
    results = xml.parse(sys.argv[1]).getroot().findall("t:Results/t:UnitTestResult[@outcome='Failed']", NAMESPACE)
except (OSError, xml.ParseError) as problem:
    sys.exit(f"the results could not be read: {problem}")
for result in results[:MOST_TESTS]:
    message = text_of(result, "Message")
    print(f"failed: {result.get('testName')} ({result.get('duration')}): {' | '.join(message.splitlines())[:800]}")
    for line in (message.splitlines()[1:] + text_of(result, "StackTrace").splitlines())[:MOST_LINES]:
        print(f"    {line}")
