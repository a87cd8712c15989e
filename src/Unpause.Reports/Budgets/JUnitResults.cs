using System.Xml;

namespace Unpause.Reports.Budgets;

/// <summary>Test results of JUnit's Ant task (the XML that Jenkins, GitLab and others read): one suite.</summary>
public static class JUnitResults
{
    /// <summary>Writes the results.</summary>
    public static void Write(string suite, IReadOnlyList<JUnitCase> cases, Stream output)
    {
        var settings = new XmlWriterSettings { Indent = true, Encoding = new UTF8Encoding(false), CheckCharacters = false };
        using var xml = XmlWriter.Create(output, settings);
        xml.WriteStartElement("testsuites");
        xml.WriteStartElement("testsuite");
        xml.WriteAttributeString("name", suite);
        xml.WriteAttributeString("tests", XmlConvert.ToString(cases.Count));
        xml.WriteAttributeString("failures", Count(JUnitOutcome.Failed));
        xml.WriteAttributeString("errors", Count(JUnitOutcome.Error));
        xml.WriteAttributeString("skipped", Count(JUnitOutcome.Skipped));
        foreach (var test in cases)
        {
            xml.WriteStartElement("testcase");
            xml.WriteAttributeString("classname", Safe(test.ClassName));
            xml.WriteAttributeString("name", Safe(test.Name));
            if (ElementOf(test.Outcome) is { } element)
            {
                xml.WriteStartElement(element);
                xml.WriteAttributeString("message", Safe(test.Message ?? ""));
                if (test.More is { } more) xml.WriteString(Safe(more));
                xml.WriteEndElement();
            }

            xml.WriteEndElement();
        }

        xml.WriteEndElement();
        xml.WriteEndElement();

        string Count(JUnitOutcome outcome) => XmlConvert.ToString(cases.Count(test => test.Outcome == outcome));
    }

    private static string? ElementOf(JUnitOutcome outcome) => outcome switch
    {
        JUnitOutcome.Failed => "failure",
        JUnitOutcome.Error => "error",
        JUnitOutcome.Skipped => "skipped",
        _ => null,
    };

    /// <summary>Removes control characters and lone surrogates, which XML does not allow, even escaped.</summary>
    private static string Safe(string text) => string.Concat(PlainText.Clean(text).EnumerateRunes());
}

/// <summary>A test case of a suite.</summary>
/// <param name="ClassName">The class name of the test.</param>
/// <param name="Name">The name of the test.</param>
/// <param name="Message">Why it did not pass.</param>
/// <param name="More">Further details.</param>
public sealed record JUnitCase(string ClassName, string Name, JUnitOutcome Outcome, string? Message = null, string? More = null);

/// <summary>The outcome of a test.</summary>
public enum JUnitOutcome
{
    /// <summary>It passed.</summary>
    Passed,

    /// <summary>It failed.</summary>
    Failed,

    /// <summary>It could not be run, which counts as a failure.</summary>
    Error,

    /// <summary>It was skipped, which is not a failure.</summary>
    Skipped,
}
