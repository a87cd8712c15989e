using System.CommandLine;
using System.Globalization;
using Unpause.Analysis.Attribution;
using Unpause.Reports.Budgets;
using Unpause.Requests.Logs;
using Unpause.Requests;

namespace Unpause.Cli;

/// <summary>The options that every command with a report has.</summary>
internal sealed class ReportOptions
{
    /// <summary>Which requests are slow.</summary>
    public const string SlowName = "--slow";

    /// <summary>That this is the user's usual answer, and was not asked for on this command line.</summary>
    public const string UsuallySlow = "--usually-slow";

    private const string StandardOutput = "-";

    private readonly Option<string[]> _output = new("--output", "-o")
    {
        Description = "Write a report to this file; its ending tells the format: .html, .json, .md, .txt, .perfetto.json; of collections "
            + ".csv, of requests .requests.csv; of pauses .hdr (HdrHistogram); of budgets .junit.xml; of allocations "
            + ".speedscope.json, .folded, .pb.gz (go tool pprof); - is standard output, in the --format. May be given several times.",
        HelpName = "FILE",
        AllowMultipleArgumentsPerToken = false,
    };

    private readonly Option<string> _format = new("--format")
    {
        Description = "What to print: terminal, json, markdown, html, perfetto, csv, requests-csv, hdr or junit; of allocations "
            + "speedscope, folded or pprof. Default: terminal.",
        HelpName = "FORMAT",
    };

    private readonly Option<bool> _events = new("--events") { Description = "JSON: list every collection with its pauses and phases." };

    private readonly Option<string[]> _failOn = new("--fail-on")
    {
        Description =
            "Exit with 1 when this holds for any process, for example 'max_pause>200ms' or 'throughput<95%'. May be given several times.",
        HelpName = "BUDGET",
        AllowMultipleArgumentsPerToken = false,
    };

    private readonly Option<string[]> _requests = new("--requests")
    {
        Description = "Traces (OTLP, Jaeger, Zipkin), access logs, load-test results or CSV: which slow requests are the collector's "
            + "fault? Needs --slow. Without it, requests that the recording holds itself (ASP.NET Core) are judged.",
        HelpName = "PATH",
        AllowMultipleArgumentsPerToken = false,
    };

    private readonly Option<bool> _usuallySlow = new(UsuallySlow) { Description = "--slow is not of this command line.", Hidden = true };

    private readonly Option<bool> _open = new("--open") { Description = "Show the page in a browser; it is written when no -o names one." };

    private readonly Option<string> _slow = new(SlowName)
    {
        Description = "Requests longer than this are slow, for example 400ms.",
        HelpName = "DURATION"
    };

    private readonly Option<string> _sampled = new("--sampled")
    {
        Description = "Share of the requests that --requests has, for example 10%; 'slow' where only slow or failed ones were kept.",
        HelpName = "SHARE",
    };

    private readonly Option<string> _service = new("--service")
    {
        Description = "Only requests of this service; it is the recorded process, and the report has its name.",
        HelpName = "NAME",
    };

    private readonly Option<string> _instance = new("--instance")
    {
        Description = "Only requests of this instance of the service: its service.instance.id, pod, container, host or process id.",
        HelpName = "ID",
    };

    private readonly Option<string[]> _label = new("--label")
    {
        Description = "Say whose run it is, for example team=shop or service.version=1.4. May be given several times.",
        HelpName = "KEY=VALUE",
        AllowMultipleArgumentsPerToken = false,
    };

    private readonly Option<string> _logFormat = new("--log-format")
    {
        Description =
            "How the lines of an access log are laid out, as nginx writes it: '$remote_addr [$time_local] \"$request\" $request_time'.",
        HelpName = "FORMAT",
    };

    private readonly Option<string> _stamps = new("--stamps")
    {
        Description = "What the time stamps in --requests are of, where the file doesn't say it, or says it wrongly: start or end.",
        HelpName = "MOMENT",
    };

    private readonly Option<string> _unit = new("--unit")
    {
        Description = "The unit of durations in --requests, where the file doesn't say: s, ms, us or ns.",
        HelpName = "UNIT",
    };

    private readonly Option<bool> _showArguments = ShowArguments.Create();

    private readonly Option<bool> _quiet = new("--quiet", "-q") { Description = "Print no report; files and the exit code still tell." };

    private readonly Option<bool> _verbose = new("--verbose", "-v")
    {
        Description = "Show phases, causes, notes and rules that could not judge."
    };

    private Option[] All =>
    [
        _output, _format, _events, _failOn, _requests, _slow, _sampled, _service, _instance, _label, _logFormat, _stamps, _unit,
        _showArguments, _quiet, _verbose, _open, _usuallySlow
    ];

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
            : throw new UserMistake("test results are made of budgets: add for example --fail-on 'max_pause>200ms'");
    }

    private ReportRequest Request(ParseResult parsed) => new(
        FormatOf(parsed),
        [.. Outputs(parsed).Where(path => path != StandardOutput)
            .Select(path => new ReportTarget(path, ReportFormats.OfFile(path, parsed.GetValue(_format))))],
        [.. (parsed.GetValue(_failOn) ?? []).Select(BudgetOf)],
        RequestsOf(parsed),
        parsed.GetValue(_events),
        parsed.GetValue(_quiet),
        parsed.GetValue(_verbose))
    {
        ArgumentsShown = parsed.GetValue(_showArguments),
        Open = parsed.GetValue(_open),
        Arguments = [.. All.SelectMany(option => Written(option, parsed))],
        NamesOutput = Outputs(parsed).Contains(StandardOutput, StringComparer.Ordinal),
        Identity = RunLabels.Read(parsed.GetValue(_service), parsed.GetValue(_label) ?? []),
    };

    /// <summary>An option as it stands on a command line: once for each of its values; not at all when the user didn't give it.</summary>
    private static IEnumerable<string> Written(Option option, ParseResult parsed)
    {
        if (parsed.GetResult(option) is not { Implicit: false } given) return [];
        return given.Tokens.Count == 0 ? [option.Name] : given.Tokens.Select(token => $"{option.Name}={token.Value}");
    }

    private string[] Outputs(ParseResult parsed) => parsed.GetValue(_output) ?? [];

    private ReportFormat FormatOf(ParseResult parsed) =>
        parsed.GetValue(_format) is not { } name ? ReportFormat.Terminal : ReportFormats.Named(name);

    private RequestSource? RequestsOf(ParseResult parsed)
    {
        var paths = parsed.GetValue(_requests) ?? [];
        var slow = parsed.GetValue(_slow);
        if (slow is null && paths.Length == 0) return null;
        if (slow is null) throw new UserMistake("--requests needs to know which requests are slow: add for example --slow 400ms");
        if (!Quantities.TryParseDuration(slow, out var threshold))
        {
            throw new UserMistake($"--slow {slow} is no duration: write for example --slow 400ms");
        }

        return new RequestSource(
            paths,
            Sampled(parsed.GetValue(_sampled)) with
            {
                SlowThresholdNanoseconds = (long)threshold,
                Service = parsed.GetValue(_service),
                Instance = parsed.GetValue(_instance),
            },
            new RequestOptions
            {
                LogFormat = FormatOf(parsed.GetValue(_logFormat)),
                Stamps = StampsOf(parsed.GetValue(_stamps)),
                DurationUnit = UnitOf(parsed.GetValue(_unit)),
            }) { IsUsual = parsed.GetValue(_usuallySlow) };
    }

    private static AttributionOptions Sampled(string? said)
    {
        var options = new AttributionOptions(0);
        if (said is null) return options;
        if (said == "slow") return options with { OnlySlowKept = true };
        return said.EndsWith('%') && double.TryParse(said[..^1], NumberStyles.Float, CultureInfo.InvariantCulture, out var percent)
            && percent is > 0 and <= 100
            ? options with { SampledShare = percent / 100 }
            : throw new UserMistake($"--sampled {said} is no share: write for example --sampled 10%, or --sampled slow");
    }

    private static StampMeaning? StampsOf(string? moment) => moment switch
    {
        null => null,
        "start" => StampMeaning.Start,
        "end" => StampMeaning.End,
        _ => throw new UserMistake($"--stamps {moment}: write --stamps start or --stamps end"),
    };

    private static TimeUnit? UnitOf(string? unit) => unit switch
    {
        null => null,
        "s" => TimeUnit.Seconds,
        "ms" => TimeUnit.Milliseconds,
        "us" or "µs" => TimeUnit.Microseconds,
        "ns" => TimeUnit.Nanoseconds,
        _ => throw new UserMistake($"--unit {unit}: write --unit s, ms, us or ns"),
    };

    private static LogFormat? FormatOf(string? logFormat)
    {
        if (logFormat is null) return null;
        try
        {
            return LogFormat.Parse(logFormat);
        }
        catch (FormatException fault)
        {
            throw new UserMistake($"--log-format: {fault.Message}");
        }
    }

    private static Budget BudgetOf(string text) =>
        Budget.TryParse(text, out var budget, out var problem) ? budget! : throw new UserMistake($"--fail-on: {problem}");
}
