using System.Text;
using Unpause.Analysis.Diagnosis;

namespace Unpause.Cli;

/// <summary>Rules as text of a given width.</summary>
internal static class RuleText
{
    private const string Indent = "  ";
    private const string Item = "  - ";
    private const int WidestLine = 120;

    /// <summary>All rules by runtime, each with what it looks for.</summary>
    public static string List(int width)
    {
        var text = new StringBuilder();
        foreach (var (runtime, heading) in RulesPage.Headings)
        {
            text.Append($"{heading}\n");
            foreach (var rule in RuleCatalog.GetRules(runtime))
            {
                text.Append($"{Indent}{rule.Id}\n");
                Wrap(text, rule.About.Summary, "      ", "      ", width);
            }

            text.Append('\n');
        }

        text.Append("unpause explain RULE: thresholds with their reasons, requirements, advice, sources\n");
        return text.ToString();
    }

    /// <summary>One rule, whole.</summary>
    public static string Format(RuleDescription rule, int width)
    {
        var text = new StringBuilder();
        var runtimes = RulesPage.Headings.Where(known => rule.AppliesTo.Contains(known.Runtime)).Select(known => known.Heading);
        text.Append($"{rule.Id} ({string.Join(", ", runtimes)})\n\n");
        Wrap(text, rule.Summary, "", "", width);
        text.Append('\n');
        Wrap(text, rule.Background, "", "", width);
        Thresholds(text, rule.Thresholds, width);
        text.Append("\nrequires\n");
        foreach (var need in rule.Needs) Recorded(text, need.What, need, width);
        foreach (var help in rule.Helps) Recorded(text, $"optional: {help.What} (without it: {Lowered(help.Without)})", help, width);
        text.Append("\nadvice (the finding has the exact settings)\n");
        foreach (var advice in rule.Advises) Wrap(text, advice, Item, Blank(Item), width);
        if (rule.FollowsFrom.Count > 0 || rule.IsCatchAll) text.Append("\nconsequence of\n");
        foreach (var cause in rule.FollowsFrom) Wrap(text, cause, Item, Blank(Item), width);
        if (rule.IsCatchAll) Wrap(text, "any other finding that accounts for at least half of its time", Item, Blank(Item), width);
        text.Append("\nconfidence\n");
        Wrap(text, rule.Confidence.ToString(), Indent, Indent, width);
        text.Append("\nversions\n");
        Wrap(text, rule.Versions, Indent, Indent, width);
        text.Append("\nsources\n");
        foreach (var source in rule.Sources) Wrap(text, source, Item, Blank(Item), width);
        return text.ToString();
    }

    private static void Thresholds(StringBuilder text, IReadOnlyList<Threshold> thresholds, int width)
    {
        if (thresholds.Count == 0) return;
        text.Append("\nthresholds\n");
        var room = thresholds.Max(threshold => threshold.ToString().Length);
        foreach (var threshold in thresholds)
        {
            var start = $"{Indent}{threshold.ToString().PadLeft(room)}  ";
            Wrap(text, $"{threshold.Name}: {threshold.Why}", start, Blank(start), width);
        }
    }

    private static void Recorded(StringBuilder text, string what, Requirement requirement, int width)
    {
        Wrap(text, what, Item, Blank(Item), width);
        // A switch is for copying: it is never wrapped.
        foreach (var known in requirement.Switches)
        {
            text.Append($"      {known.Switch}\n");
            if (known.For is { } holds) Wrap(text, holds, "        ", "        ", width);
        }
    }

    /// <summary>Wraps a text to the width; a single longer word stays whole.</summary>
    internal static void Wrap(StringBuilder text, string content, string first, string later, int width)
    {
        var limit = Math.Min(width, WidestLine);
        var line = new StringBuilder(first);
        var empty = true;
        foreach (var word in content.Split(' '))
        {
            if (!empty && line.Length + 1 + word.Length > limit)
            {
                text.Append(line).Append('\n');
                line.Clear().Append(later);
                empty = true;
            }

            if (!empty) line.Append(' ');
            line.Append(word);
            empty = false;
        }

        text.Append(line).Append('\n');
    }

    private static string Blank(string start) => new(' ', start.Length);

    private static string Lowered(string clause) => char.ToLowerInvariant(clause[0]) + clause[1..];
}
