using Unpause.Analysis.Diagnosis;
using Unpause.Analysis.Settings;
using Unpause.Cli.Explaining;
using Unpause.Reports.Budgets;

namespace Unpause.Cli;

/// <summary><c>unpause explain</c></summary>
internal static class ExplainCommand
{
    private const int LongestShown = 80;

    public const string Name = "explain";

    public static Command Create()
    {
        var words = new Argument<string[]>("WORD")
        {
            Description = "A recording, to explain one of its pauses; or a finding's id, such as blocking-gen2; a setting by any of its "
                + "names, such as MaxGCPauseMillis, DOTNET_GCgen0size or GOGC; or a metric, such as p99_pause. Without it, all rules "
                + "are listed.",
            Arity = ArgumentArity.ZeroOrMore
        };
        var at = new Option<string>("--at")
        {
            Description = "Explain the pause of a recording at this moment: 02:58:10, 2026-11-25T02:58:10Z, or 90s since its start.",
            HelpName = "TIME",
        };
        var gc = new Option<long?>("--gc") { Description = "Explain the pause of the collection with this number.", HelpName = "NUMBER" };
        var longest = new Option<bool>("--longest") { Description = "Explain the longest pause of a recording." };
        var requests = new Option<string[]>("--requests")
        {
            Description = "A pause: also the requests in these traces, access logs or CSV that it delayed. Default: those in the "
                + "recording.",
            HelpName = "PATH",
            AllowMultipleArgumentsPerToken = false,
        };
        var window = new WindowOptions();
        var verbose = new Option<bool>("--verbose", "-v") { Description = "A pause: also its parts, the questions asked, and its peers." };
        var settings = new Option<bool>("--settings") { Description = "List the settings of all runtimes instead of the rules." };
        var metrics = new Option<bool>("--metrics") { Description = "List the metrics that --fail-on accepts instead of the rules." };
        var format = new Option<string>("--format") { Description = "terminal (the default), markdown or json.", HelpName = "FORMAT" };
        var command = new Command(
            Name,
            "Explain one pause of a recording, a finding, a setting or a metric. A pause: what it was, why it was long, what to do "
            + "(unpause explain FILE --at 02:58:10, --gc 7, or --longest). A finding: its thresholds with their reasons, what it requires "
            + "and what to change. "
            + "A setting: what it trades, when it helps or hurts, and how to write it.")
        { words, at, gc, longest, requests, settings, metrics, format, verbose };
        window.AddTo(command);
        command.SetAction(parsed =>
        {
            var given = parsed.GetValue(words) ?? [];
            var choice = new StopChoice(parsed.GetValue(at), parsed.GetValue(gc));
            var chosen = (choice.At is null ? 0 : 1) + (choice.Collection is null ? 0 : 1) + (parsed.GetValue(longest) ? 1 : 0);
            if (chosen > 1) throw new UserMistake("--at, --gc and --longest each choose one pause: give one of them");
            if (chosen == 1 || given.Any(IsRecording))
            {
                return ExplainStop.Run(
                    given, choice, window.Read(parsed), parsed.GetValue(requests) ?? [], parsed.GetValue(format), parsed.GetValue(verbose));
            }

            // Words of the field may have several parts, and come without quotes.
            var word = given.Length == 0 ? null : string.Join(' ', given);
            if (given.Length > 1 && ContractTerm.Find(word!).Count == 0) throw new UserMistake("explain takes one word");
            return Run(word, parsed.GetValue(settings), parsed.GetValue(metrics), parsed.GetValue(format));
        });
        return command;
    }

    /// <summary>A word that is no known one and names something on the disk.</summary>
    private static bool IsRecording(string word) =>
        !Words().Contains(word, StringComparer.OrdinalIgnoreCase) && (File.Exists(word) || Directory.Exists(word));

    private static int Run(string? word, bool settings, bool metrics, string? format)
    {
        if (format is not (null or "terminal" or "markdown" or "json"))
        {
            throw new UserMistake($"--format {format} is not supported here: use terminal, markdown or json");
        }

        if (settings && metrics) throw new UserMistake("--settings and --metrics are two lists: give one of them");
        if ((settings || metrics) && word is not null)
        {
            throw new UserMistake(
                $"{(settings ? "--settings" : "--metrics")} lists all; for one of them: unpause explain {PlainText.Clean(word)}");
        }

        if (settings) AllSettings(format);
        else if (metrics) AllMetrics(format);
        else if (word is null) Show(RuleCatalog.All, RulesPage.Markdown, RuleText.List, format);
        else Explain(word.Trim(), format);
        return ExitCodes.Done;
    }

    private static void Explain(string word, string? format)
    {
        if (RuleCatalog.All.FirstOrDefault(rule => rule.Id.Equals(word, StringComparison.OrdinalIgnoreCase)) is { } rule)
        {
            Show([rule], () => RulesPage.Markdown(rule.About), width => RuleText.Format(rule.About, width), format);
        }
        else if (MetricDescription.Find(word) is { } metric)
        {
            if (format == "json") ExplainJson.Write([metric]);
            else Console.Write(format == "markdown" ? NumberText.Markdown(metric) : NumberText.Format(metric, Width()));
        }
        else if (SettingDescription.Find(word) is { } setting)
        {
            if (format == "json") ExplainJson.Write([setting]);
            else Console.Write(format == "markdown" ? SettingsPage.Markdown(setting) : Text(setting, word));
        }
        else if (ContractTerm.Find(word) is { Count: > 0 } terms)
        {
            if (format == "json") ExplainJson.Write(terms);
            else Console.Write(format == "markdown" ? NumberText.Markdown(word, terms) : NumberText.Format(word, terms, Width()));
        }
        else
        {
            throw Unknown(word);
        }
    }

    private static void Show(IReadOnlyList<Rule> rules, Func<string> markdown, Func<int, string> text, string? format)
    {
        if (format == "json") ExplainJson.Write(rules);
        else Console.Write(format == "markdown" ? markdown() : text(Width()));
    }

    private static void AllSettings(string? format)
    {
        if (format == "json") ExplainJson.Write(SettingDescription.All);
        else Console.Write(format == "markdown" ? SettingsPage.Markdown() : SettingText.List(Width()));
    }

    private static void AllMetrics(string? format)
    {
        if (format == "json") ExplainJson.Write(MetricDescription.All);
        else if (format == "markdown") Console.Write(string.Join('\n', MetricDescription.All.Select(NumberText.Markdown)));
        else Console.Write(NumberText.List(Width()));
    }

    private static string Text(SettingDescription setting, string word) =>
        SettingText.Format(setting, SettingDescription.MeaningOf(word), Width());

    private static int Width() => Terminal.ForResults().Profile.Width;

    private static UserMistake Unknown(string word)
    {
        var known = Words();
        var wanted = word.ToLowerInvariant();
        var nearest = NearestWord.To(wanted, known.Select(name => name.ToLowerInvariant()));
        nearest = known.First(name => name.Equals(nearest, StringComparison.OrdinalIgnoreCase));
        // No name is this long. Text that was pasted by mistake is not repeated in full.
        var shown = word.Length <= LongestShown ? word : word[..LongestShown] + "…";
        return new UserMistake(
            $"'{PlainText.Clean(shown)}' is not a finding, setting or metric; did you mean: unpause explain {nearest} "
            + "(unpause explain lists all rules, --settings all settings, --metrics all metrics)");
    }

    /// <summary>Words for shell completion: rules, metrics, and settings by name and by environment variable.</summary>
    internal static IReadOnlyList<string> Offered() =>
        [.. Words().Where(word => word.All(c => char.IsAsciiLetterOrDigit(c) || c is '-' or '_' or '.'))];

    /// <summary>All words that can be explained, except the names of JSON fields.</summary>
    private static List<string> Words() =>
    [
        .. RuleCatalog.All.Select(rule => rule.Id), .. SettingDescription.All.SelectMany(setting => setting.Names),
        .. MetricDescription.All.Select(metric => metric.Name),
        .. ContractTerm.All.Where(term => term.Place is { Length: 0 } or null).SelectMany(term => term.Names),
    ];
}
