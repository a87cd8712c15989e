using System.CommandLine;
using Unpause.Analysis;

namespace Unpause.Cli;

/// <summary>The options that every command with a report has.</summary>
internal sealed class ReportOptions
{
    private readonly Option<string[]> _output = new("--output", "-o")
    {
        Description = "Write a report to this file; its ending tells the format: .html, .json, .md, .txt. May be given several times.",
        HelpName = "FILE",
        AllowMultipleArgumentsPerToken = false,
    };

    private readonly Option<string> _format = new("--format")
    {
        Description = "What to print: terminal, json, markdown or html. Default: terminal.",
        HelpName = "FORMAT",
    };

    private readonly Option<bool> _events = new("--events") { Description = "JSON: list every collection with its pauses and phases." };

    private readonly Option<string[]> _failOn = new("--fail-on")
    {
        Description = "Exit with 1 when this holds for any process, for example 'max_pause>200ms' or 'throughput<95%'. May be given several times.",
        HelpName = "BUDGET",
        AllowMultipleArgumentsPerToken = false,
    };

    private readonly Option<bool> _quiet = new("--quiet", "-q") { Description = "Print no report; files and the exit code still tell." };

    private readonly Option<bool> _verbose = new("--verbose", "-v") { Description = "Show phases, causes, notes and rules that could not judge." };

    /// <summary>Adds the options to a command.</summary>
    public void AddTo(Command command)
    {
        foreach (var option in new Option[] { _output, _format, _events, _failOn, _quiet, _verbose }) command.Add(option);
    }

    /// <summary>Reads the options; opens nothing.</summary>
    /// <exception cref="UserMistake">An unknown format, ending or budget.</exception>
    public ReportRequest Read(ParseResult parsed) => new(
        FormatOf(parsed),
        [.. (parsed.GetValue(_output) ?? []).Select(path => (path, ReportFormats.OfFile(path, parsed.GetValue(_format))))],
        [.. (parsed.GetValue(_failOn) ?? []).Select(BudgetOf)],
        parsed.GetValue(_events),
        parsed.GetValue(_quiet),
        parsed.GetValue(_verbose));

    private ReportFormat FormatOf(ParseResult parsed) =>
        parsed.GetValue(_format) is not { } name ? ReportFormat.Terminal : ReportFormats.Named(name);

    private static Budget BudgetOf(string text) =>
        Budget.TryParse(text, out var budget, out var problem) ? budget! : throw new UserMistake($"--fail-on: {problem}");
}
