using Unpause.Cli.Sending;
using Unpause.Reports.Budgets;

namespace Unpause.Cli.Sessions;

/// <summary>The options that every command with a report has.</summary>
internal sealed class ReportOptions
{
    private const string StandardOutput = "-";

    private readonly Option<string[]> _output = new("--output", "-o")
    {
        Description = "Write a report to this file. Its extension selects the format: .html, .json, .md, .txt, .perfetto.json; "
            + "collections: .csv; requests: .requests.csv; pauses: .hdr (HdrHistogram); budgets: .junit.xml; "
            + "allocations: .speedscope.json, .folded, .pb.gz (go tool pprof). - is standard output, in the --format. May be repeated.",
        HelpName = "FILE",
        AllowMultipleArgumentsPerToken = false,
    };

    private readonly Option<string> _format = new("--format")
    {
        Description = "What to print: terminal (the default), json, markdown, html, perfetto, csv, requests-csv, hdr or junit; "
            + "allocations: speedscope, folded or pprof.",
        HelpName = "FORMAT",
    };

    private readonly Option<bool> _events = new("--events") { Description = "JSON: list every collection with its pauses and phases." };

    private readonly Option<bool> _histograms = new("--histograms")
    {
        Description = "JSON: also the histograms that compare does not read: where stops are recorded, those of pauses as the collector "
            + "reports them, and of stops for any reason."
    };

    private readonly Option<string[]> _failOn = new("--fail-on")
    {
        Description =
            "Exit with 1 if this is true for any process, for example 'max_pause>200ms' or 'throughput<95%'. May be repeated.",
        HelpName = "BUDGET",
        AllowMultipleArgumentsPerToken = false,
    };

    private readonly Option<bool> _open = new("--open") { Description = "Open the page in a browser. "
        + "It is also written when no -o names one." };

    private readonly Option<string[]> _label = new("--label")
    {
        Description = "Label the run, for example team=shop or service.version=1.4. May be repeated.",
        HelpName = "KEY=VALUE",
        AllowMultipleArgumentsPerToken = false,
    };

    private readonly Option<bool> _showArguments = ShowArguments.Create();

    private readonly Option<bool> _quiet = new("--quiet", "-q") { Description = "Print no report. Files and the exit code are unchanged." };

    private readonly Option<bool> _verbose = new("--verbose", "-v")
    {
        Description = "Also show phases, causes, notes, and rules that lacked data."
    };

    private readonly SendOptions _send = new();

    private readonly RequestOptionSet _requests = new();

    private Option[] All =>
        [_output, _format, _events, _histograms, _failOn, .. _requests.All, _label, .. _send.All, _showArguments, _quiet, _verbose,
            _open];

    /// <summary>Adds the options to a command.</summary>
    public void AddTo(Command command)
    {
        foreach (var option in All) command.Add(option);
    }

    /// <summary>Reads the options; opens nothing.</summary>
    /// <exception cref="UserMistake">An unknown format, ending or budget.</exception>
    public ReportRequest Read(ParseResult parsed)
    {
        var request = Request(parsed);
        return request.Budgets.Count > 0 || !request.Files.Select(file => file.Format).Append(request.Printed).Contains(ReportFormat.JUnit)
            ? request
            : throw new UserMistake("junit output needs budgets: add for example --fail-on 'max_pause>200ms'");
    }

    private ReportRequest Request(ParseResult parsed) => new(
        FormatOf(parsed),
        [.. Outputs(parsed).Where(path => path != StandardOutput)
            .Select(path => new ReportTarget(path, ReportFormats.OfFile(path, parsed.GetValue(_format))))],
        [.. (parsed.GetValue(_failOn) ?? []).Select(BudgetOf)],
        _requests.Read(parsed),
        parsed.GetValue(_events),
        parsed.GetValue(_quiet),
        parsed.GetValue(_verbose))
    {
        ArgumentsShown = parsed.GetValue(_showArguments),
        Histograms = parsed.GetValue(_histograms),
        Open = parsed.GetValue(_open),
        Send = _send.Read(parsed),
        Arguments = [.. All.SelectMany(option => Written(option, parsed))],
        NamesOutput = Outputs(parsed).Contains(StandardOutput, StringComparer.Ordinal),
        Identity = RunLabels.Read(_requests.ServiceOf(parsed), parsed.GetValue(_label) ?? []),
    };

    /// <summary>An option as command-line arguments: one per value; none when the user did not give it.</summary>
    private static IEnumerable<string> Written(Option option, ParseResult parsed)
    {
        if (parsed.GetResult(option) is not { Implicit: false } given) return [];
        return given.Tokens.Count == 0 ? [option.Name] : given.Tokens.Select(token => $"{option.Name}={token.Value}");
    }

    private string[] Outputs(ParseResult parsed) => parsed.GetValue(_output) ?? [];

    private ReportFormat FormatOf(ParseResult parsed) =>
        parsed.GetValue(_format) is not { } name ? ReportFormat.Terminal : ReportFormats.Named(name);

    private static Budget BudgetOf(string text) =>
        Budget.TryParse(text, out var budget, out var problem) ? budget! : throw new UserMistake($"--fail-on: {problem}");
}
