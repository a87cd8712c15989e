using System.CommandLine;
using Unpause.Diagnosis;
using Unpause.Reports;

namespace Unpause.Cli;

/// <summary><c>unpause explain</c></summary>
internal static class ExplainCommand
{
    /// <summary>Describes the command.</summary>
    public static Command Create()
    {
        var id = new Argument<string?>("RULE")
        {
            Description = "A finding's id, such as blocking-gen2. Without it all rules are listed.",
            Arity = ArgumentArity.ZeroOrOne
        };
        var format = new Option<string>("--format") { Description = "terminal (the default), markdown or json.", HelpName = "FORMAT" };
        var command = new Command(
            "explain",
            "Explain a finding: what its rule looks for, by which numbers and why these, what must be recorded, what helps.")
        { id, format };
        command.SetAction(parsed => Run(parsed.GetValue(id), parsed.GetValue(format)));
        return command;
    }

    private static int Run(string? id, string? format)
    {
        if (format is not (null or "terminal" or "markdown" or "json"))
        {
            throw new UserMistake($"--format {format} is not known here: use terminal, markdown or json");
        }

        var rule = id is null ? null : Find(id);
        switch (format)
        {
            case "json": RuleJson.Write(rule is null ? RuleCatalog.All : [rule]); break;
            case "markdown": Console.Write(rule is null ? RulesPage.Markdown() : RulesPage.Markdown(rule.About)); break;
            default: Console.Write(Explanation(rule)); break;
        }

        return ExitCodes.Done;
    }

    private static string Explanation(Rule? rule)
    {
        var width = Terminal.ForResults().Profile.Width;
        return rule is null ? RuleText.List(width) : RuleText.Of(rule.About, width);
    }

    private static Rule Find(string id)
    {
        var wanted = id.Trim().ToLowerInvariant();
        if (RuleCatalog.All.FirstOrDefault(rule => rule.Id == wanted) is { } found) return found;
        var nearest = NearestWord.To(wanted, RuleCatalog.All.Select(rule => rule.Id));
        throw new UserMistake(
            $"'{PlainText.Clean(id)}' is not a rule; the nearest is {nearest}: unpause explain {nearest} (unpause explain lists all)");
    }
}
