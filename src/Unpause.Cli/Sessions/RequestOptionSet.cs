using Unpause.Requests;
using Unpause.Requests.Attribution;
using Unpause.Requests.Logs;

namespace Unpause.Cli.Sessions;

/// <summary>The options that select requests, and the threshold of slow ones.</summary>
internal sealed class RequestOptionSet
{
    /// <summary>The threshold of slow requests.</summary>
    public const string SlowName = "--slow";

    /// <summary>Set when --slow comes from the environment or <c>.unpause.yaml</c>, not from this command line.</summary>
    public const string UsuallySlow = "--usually-slow";

    private readonly Option<string[]> _requests = new("--requests")
    {
        Description = "Traces (OTLP, Jaeger, Zipkin), access logs, load-test results or CSV: shows which slow requests GC made slow. "
            + "Needs --slow. Default: the requests in the recording (ASP.NET Core, Node.js).",
        HelpName = "PATH",
        AllowMultipleArgumentsPerToken = false,
    };

    private readonly Option<bool> _usuallySlow = new(UsuallySlow) { Description = "--slow is not from this command line.", Hidden = true };

    private readonly Option<string> _slow = new(SlowName)
    {
        Description = "Requests longer than this are slow, for example 400ms.",
        HelpName = "DURATION"
    };

    private readonly Option<string> _sampled = new("--sampled")
    {
        Description = "The share of all requests that --requests contains, for example 10%; 'slow' if only slow or failed ones were kept.",
        HelpName = "SHARE",
    };

    private readonly Option<string> _service = new("--service")
    {
        Description = "Only requests of this service. It names the recorded process in the report.",
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
            "The format of access log lines, as in nginx's log_format: '$remote_addr [$time_local] \"$request\" $request_time'.",
        HelpName = "FORMAT",
    };

    private readonly Option<string> _stamps = new("--stamps")
    {
        Description = "Whether timestamps in --requests are of a request's start or end, if the file does not say "
            + "or is wrong: start or end.",
        HelpName = "MOMENT",
    };

    private readonly Option<string> _unit = new("--unit")
    {
        Description = "The unit of durations in --requests, if the file does not say: s, ms, us or ns.",
        HelpName = "UNIT",
    };

    /// <summary>All of them.</summary>
    public IEnumerable<Option> All => [_requests, _slow, _sampled, _service, _instance, _logFormat, _stamps, _unit, _usuallySlow];

    /// <summary>The service that the user names; null for none.</summary>
    public string? ServiceOf(ParseResult parsed) => parsed.GetValue(_service);

    /// <summary>Reads them; opens nothing.</summary>
    /// <returns>The requests to attribute; null for none.</returns>
    /// <exception cref="UserMistake">An option is invalid.</exception>
    public RequestSource? Read(ParseResult parsed)
    {
        var paths = parsed.GetValue(_requests) ?? [];
        var slow = parsed.GetValue(_slow);
        if (slow is null && paths.Length == 0) return null;
        if (slow is null) throw new UserMistake("--requests needs a threshold for slow requests: add for example --slow 400ms");
        if (!Quantities.TryParseDuration(slow, out var threshold))
        {
            throw new UserMistake($"--slow {slow} is not a duration: write for example --slow 400ms");
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
            : throw new UserMistake($"--sampled {said} is not a share: write for example --sampled 10%, or --sampled slow");
    }

    private static TimestampMeaning? StampsOf(string? moment) => moment switch
    {
        null => null,
        "start" => TimestampMeaning.Start,
        "end" => TimestampMeaning.End,
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
