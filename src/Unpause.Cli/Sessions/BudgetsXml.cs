using System.Text;
using System.Xml;
using Unpause.Reports;
using Unpause.Reports.Budgets;
using Unpause.Reports.Documents;

namespace Unpause.Cli;

/// <summary>
/// Budgets as the test results of JUnit's Ant task (the XML that Jenkins, GitLab and others read): one suite, a test for each budget and
/// process. What can't be judged is skipped, with the reason.
/// </summary>
internal static class BudgetsXml
{
    /// <summary>Writes them.</summary>
    public static void Write(ReportDocument report, IReadOnlyList<Budget> budgets, Stream output)
    {
        var all = budgets.SelectMany(budget => ReportOutput.Verdicts(report, budget)
            .Select(judged => (Budget: budget, judged.Where, judged.Verdict))).ToList();
        var settings = new XmlWriterSettings { Indent = true, Encoding = new UTF8Encoding(false), CheckCharacters = false };
        using var xml = XmlWriter.Create(output, settings);
        xml.WriteStartElement("testsuites");
        xml.WriteStartElement("testsuite");
        xml.WriteAttributeString("name", "unpause budgets");
        xml.WriteAttributeString("tests", XmlConvert.ToString(all.Count));
        xml.WriteAttributeString("failures", XmlConvert.ToString(all.Count(judged => judged.Verdict.Outcome == BudgetOutcome.Broken)));
        xml.WriteAttributeString("skipped", XmlConvert.ToString(all.Count(judged => judged.Verdict.Outcome == BudgetOutcome.Unknown)));
        foreach (var (budget, where, verdict) in all)
        {
            xml.WriteStartElement("testcase");
            xml.WriteAttributeString("classname", Safe(where));
            xml.WriteAttributeString("name", Safe(budget.Text));
            if (verdict.Outcome == BudgetOutcome.Broken) Told("failure", $"{budget.Text}: {verdict.Value}", verdict.Meaning);
            else if (verdict.Outcome == BudgetOutcome.Unknown) Told("skipped", NotTold(budget), null);
            xml.WriteEndElement();
        }

        xml.WriteEndElement();
        xml.WriteEndElement();

        void Told(string element, string message, string? more)
        {
            xml.WriteStartElement(element);
            xml.WriteAttributeString("message", Safe(message));
            if (more is not null) xml.WriteString(Safe(more));
            xml.WriteEndElement();
        }
    }

    private static string NotTold(Budget budget) =>
        budget.IsOfRequests ? "the requests don't tell this number" : "the process doesn't tell this number";

    /// <summary>Control characters and halves of characters have no place in XML, not even escaped.</summary>
    private static string Safe(string text) => string.Concat(PlainText.Clean(text).EnumerateRunes());
}
