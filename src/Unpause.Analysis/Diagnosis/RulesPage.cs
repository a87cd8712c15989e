using System.Text;
using Unpause.Analysis.Settings;

namespace Unpause.Analysis.Diagnosis;

/// <summary>Generates the documentation of the rules from their descriptions: <c>docs/rules.md</c>.</summary>
public static class RulesPage
{
    /// <summary>The runtimes in the order of the page, with their headings.</summary>
    public static IReadOnlyList<(string Runtime, string Heading)> Headings { get; } =
        [.. RuntimeNaming.All.Select(naming => (naming.Runtime, naming.Title))];

    /// <summary>The whole page in Markdown.</summary>
    public static string Markdown()
    {
        var page = new StringBuilder(
            """
            # Rules

            What `unpause` looks for in a recording, with every threshold. `unpause explain RULE` prints the same in the terminal.
            This page is generated from the rules: `./unpause explain --format markdown > docs/rules.md`.

            """);
        foreach (var (runtime, heading) in Headings)
        {
            page.Append($"\n## {heading}\n\n");
            foreach (var rule in RuleCatalog.GetRules(runtime)) page.Append($"- [{rule.Id}](#{rule.Id}): {rule.About.Summary}\n");
        }

        foreach (var rule in RuleCatalog.All)
        {
            page.Append('\n');
            page.Append(Markdown(rule.About));
        }

        return page.ToString();
    }

    /// <summary>One rule's section in Markdown.</summary>
    public static string Markdown(RuleDescription rule)
    {
        var text = new StringBuilder($"## {rule.Id}\n\n{rule.Summary} {rule.Background}\n");
        if (rule.Thresholds.Count > 0)
        {
            text.Append("\n| threshold | value | why |\n|---|---|---|\n");
            foreach (var threshold in rule.Thresholds) text.Append($"| {threshold.Name} | {threshold} | {threshold.Why} |\n");
        }

        text.Append("\n**Requires**\n\n");
        foreach (var need in rule.Needs) text.Append($"- {need.What}: {Switches(need)}\n");
        foreach (var help in rule.Helps) text.Append($"- optional: {help.What}: {Switches(help)}\n");
        text.Append("\n**Advice**\n\n");
        foreach (var advice in rule.Advises) text.Append($"- {advice}\n");
        if (rule.FollowsFrom.Count > 0 || rule.IsCatchAll)
        {
            text.Append("\n**Symptom of**\n\n");
            foreach (var cause in rule.FollowsFrom) text.Append($"- [{cause}](#{cause})\n");
            if (rule.IsCatchAll) text.Append("- any other finding that accounts for at least half of its time\n");
        }

        text.Append($"\n**Confidence**: {rule.Confidence}\n");
        text.Append($"\n**Versions**: {rule.Versions}\n\n**Sources**\n\n");
        foreach (var source in rule.Sources) text.Append($"- {source}\n");
        return text.ToString();
    }

    private static string Switches(Requirement requirement) =>
        string.Join(
            " or ", requirement.Switches.Select(known => known.For is null ? $"`{known.Switch}`" : $"`{known.Switch}` ({known.For})"));
}
