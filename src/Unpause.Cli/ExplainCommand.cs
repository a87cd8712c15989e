using System.CommandLine;
using Unpause.Diagnosis;
using Unpause.Reports;
using Unpause.Settings;

namespace Unpause.Cli;

/// <summary><c>unpause explain</c></summary>
internal static class ExplainCommand
{
    /// <summary>Describes the command.</summary>
    public static Command Create()
    {
        var id = new Argument<string?>("RULE")
        {
            Description = "A finding's id, such as blocking-gen2, or a setting of the JVM, such as MaxGCPauseMillis. "
                + "Without it all rules are listed.",
            Arity = ArgumentArity.ZeroOrOne
        };
        var settings = new Option<bool>("--settings") { Description = "List the settings that advice may give, instead of the rules." };
        var format = new Option<string>("--format") { Description = "terminal (the default), markdown or json.", HelpName = "FORMAT" };
        var command = new Command(
            "explain",
            "Explain a finding: what its rule looks for, by which numbers and why these, what must be recorded, what helps; or a setting.")
        { id, settings, format };
        command.SetAction(parsed => Run(parsed.GetValue(id), parsed.GetValue(settings), parsed.GetValue(format)));
        return command;
    }

    private static int Run(string? id, bool settings, string? format)
    {
        if (format is not (null or "terminal" or "markdown" or "json"))
        {
            throw new UserMistake($"--format {format} is not known here: use terminal, markdown or json");
        }

        if (settings && id is not null) throw new UserMistake($"--settings lists all: unpause explain {PlainText.Clean(id)} explains one");
        if (settings) return All(format);
        if (id is null) return Show(RuleCatalog.All, RulesPage.Markdown, RuleText.List, format);
        if (SettingDescription.Find(id.Trim()) is { } setting) return Show(setting, format);
        var rule = Find(id);
        return Show([rule], () => RulesPage.Markdown(rule.About), width => RuleText.Of(rule.About, width), format);
    }

    private static int Show(IReadOnlyList<Rule> rules, Func<string> markdown, Func<int, string> text, string? format)
    {
        if (format == "json") RuleJson.Write(rules);
        else Console.Write(format == "markdown" ? markdown() : text(Width()));
        return ExitCodes.Done;
    }

    private static int All(string? format)
    {
        if (format == "json") SettingJson.Write(SettingDescription.Jvm);
        else Console.Write(format == "markdown" ? SettingsPage.Markdown() : SettingText.List(Width()));
        return ExitCodes.Done;
    }

    private static int Show(SettingDescription setting, string? format)
    {
        if (format == "json") SettingJson.Write([setting]);
        else Console.Write(format == "markdown" ? SettingsPage.Markdown(setting) : SettingText.Of(setting, Width()));
        return ExitCodes.Done;
    }

    private static int Width() => Terminal.ForResults().Profile.Width;

    private static Rule Find(string id)
    {
        var wanted = id.Trim().ToLowerInvariant();
        if (RuleCatalog.All.FirstOrDefault(rule => rule.Id == wanted) is { } found) return found;
        var settings = SettingDescription.Jvm.Select(setting => setting.Name.ToLowerInvariant());
        var nearest = NearestWord.To(wanted, RuleCatalog.All.Select(rule => rule.Id).Concat(settings));
        nearest = SettingDescription.Find(nearest)?.Name ?? nearest;
        throw new UserMistake(
            $"'{PlainText.Clean(id)}' is neither a rule nor a setting; the nearest is {nearest}: unpause explain {nearest} "
            + "(unpause explain lists all rules, unpause explain --settings all settings)");
    }
}
