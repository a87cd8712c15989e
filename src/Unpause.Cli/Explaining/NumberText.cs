using Unpause.Reports.Budgets;

namespace Unpause.Cli.Explaining;

/// <summary>Writes metrics and JSON fields as text of a given width or as Markdown.</summary>
internal static class NumberText
{
    private const string Indent = "  ";

    /// <summary>All metrics, each with what it is.</summary>
    public static string List(int width)
    {
        var text = new StringBuilder();
        foreach (var metric in MetricDescription.All)
        {
            text.Append($"{metric.Name}\n");
            RuleText.Wrap(text, metric.What, "    ", "    ", width);
        }

        text.Append("\nunpause explain METRIC: one metric, with its unit and its JSON field\n");
        return text.ToString();
    }

    /// <summary>A metric, whole.</summary>
    public static string Format(MetricDescription metric, int width)
    {
        var text = new StringBuilder($"{metric.Name}\n\n");
        RuleText.Wrap(text, metric.What, "", "", width);
        foreach (var (name, value) in Facts(metric))
        {
            text.Append($"\n{name}\n");
            RuleText.Wrap(text, value, Indent, Indent, width);
        }

        return text.ToString();
    }

    /// <summary>The same in Markdown.</summary>
    public static string Markdown(MetricDescription metric)
    {
        var text = new StringBuilder($"### {metric.Name}\n\n{metric.What}\n\n");
        foreach (var (name, value) in Facts(metric)) text.Append($"- {name}: {value}\n");
        return text.ToString();
    }

    /// <summary>Writes every meaning of a name, by JSON object.</summary>
    public static string Format(string name, IReadOnlyList<ContractTerm> terms, int width)
    {
        var text = new StringBuilder($"{name}\n");
        foreach (var term in terms)
        {
            text.Append('\n');
            if (term.Place is { Length: > 0 } place) RuleText.Wrap(text, $"in {place}", "", Indent, width);
            RuleText.Wrap(text, term.Text, Indent, Indent, width);
        }

        return text.ToString();
    }

    /// <summary>The same in Markdown.</summary>
    public static string Markdown(string name, IReadOnlyList<ContractTerm> terms)
    {
        var text = new StringBuilder($"### {name}\n\n");
        foreach (var term in terms) text.Append(term.Place is { Length: > 0 } place ? $"- `{place}`: {term.Text}\n" : $"- {term.Text}\n");
        return text.ToString();
    }

    private static IEnumerable<(string Name, string Value)> Facts(MetricDescription metric)
    {
        yield return ("limit", metric.Unit);
        yield return ("better", metric.HigherIsBetter ? "higher" : "lower");
        yield return ("JSON field", string.Join(", else ", metric.Fields));
        if (metric.Own is { } own) yield return ("as the collector reports it", own);
        yield return ("as a budget", metric.Example);
    }
}
