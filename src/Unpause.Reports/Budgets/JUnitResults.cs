using System.Text;
using System.Xml;

namespace Unpause.Reports.Budgets;

/// <summary>Test results of JUnit's Ant task (the XML that Jenkins, GitLab and others read): one suite.</summary>
public static class JUnitResults
{
    /// <summary>Writes them.</summary>
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

    /// <summary>Control characters and halves of characters have no place in XML, not even escaped.</summary>
    private static string Safe(string text) => string.Concat(PlainText.Clean(text).EnumerateRunes());
}
