using System.CommandLine;
using System.Globalization;
using Unpause.Analysis.Attribution;
using Unpause.Requests;
using Unpause.Requests.Logs;

namespace Unpause.Cli;

/// <summary>The options that say which requests are judged, and which of them are slow.</summary>
internal sealed class RequestOptionSet
{
    /// <summary>Which requests are slow.</summary>
    public const string SlowName = "--slow";

    /// <summary>That this is the user's usual answer, and was not asked for on this command line.</summary>
    public const string UsuallySlow = "--usually-slow";

    private readonly Option<string[]> _requests = new("--requests")
    {
        Description = "Traces (OTLP, Jaeger, Zipkin), access logs, load-test results or CSV: which slow requests are the collector's "
            + "fault? Needs --slow. Without it, requests that the recording holds itself (ASP.NET Core) are judged.",
        HelpName = "PATH",
        AllowMultipleArgumentsPerToken = false,
    };

    private readonly Option<bool> _usuallySlow = new(UsuallySlow) { Description = "--slow is not of this command line.", Hidden = true };

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

    /// <summary>All of them.</summary>
    public IEnumerable<Option> All => [_requests, _slow, _sampled, _service, _instance, _logFormat, _stamps, _unit, _usuallySlow];

    /// <summary>The service that the user names; null for none.</summary>
    public string? ServiceOf(ParseResult parsed) => parsed.GetValue(_service);

    /// <summary>Reads them; opens nothing.</summary>
    /// <returns>What the user wants judged; null for nothing.</returns>
    /// <exception cref="UserMistake">An option says nothing that can be understood.</exception>
    public RequestSource? Read(ParseResult parsed)
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
                Service = ServiceOf(parsed),
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
        if (said == "slow") return options with { TailSampled = true };
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
}
