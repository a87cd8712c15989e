using Unpause.Recordings.Rings;

namespace Unpause.Cli.Watching;

/// <summary>The options of <c>unpause watch</c> about OpenTelemetry: what is sent by OTLP, and under which names.</summary>
internal sealed class WatchOtlpOptions
{
    private const string Example = "http://127.0.0.1:4318", Name = "--otlp";

    private readonly Option<string> _address = new(Name)
    {
        Description = $"Send the metrics to this OTLP/HTTP endpoint every 10 s, for example {Example}.",
        HelpName = "URL",
    };

    private readonly Option<string> _spans = new("--otlp-spans")
    {
        Description = $"Send each stop of at least this length to {Name} as a span of the request that it delayed, in the service's own "
            + "trace, for example 1ms. Needs --otlp-traces, or requests of CPython's middleware with a traceparent.",
        HelpName = "DURATION",
    };

    private readonly Option<bool> _logs = new("--otlp-logs") { Description = $"Send alerts to {Name} as log records." };

    private readonly Option<bool> _semconv = new("--semconv")
    {
        Description = "Count under OpenTelemetry's own names too, such as dotnet.gc.pause.time, where the meaning is the standard one.",
    };

    /// <summary>Adds them to a command.</summary>
    public void AddTo(Command command)
    {
        foreach (var option in new Option[] { _address, _spans, _logs, _semconv }) command.Add(option);
    }

    /// <summary>The settings with them: what is typed wins over the file.</summary>
    /// <exception cref="UserMistake">One of them makes no sense.</exception>
    public WatchSettings Read(ParseResult parsed, WatchFile? file, WatchSettings settings)
    {
        var address = parsed.GetValue(_address) is { } typed ? Check(typed, out var fault) ?? throw new UserMistake(fault) : file?.Otlp;
        var spans = parsed.GetValue(_spans) is { } text
            ? WatchValues.Duration(text, out var wrong) ?? throw new UserMistake($"{_spans.Name} {wrong}")
            : file?.OtlpSpans;
        var logs = parsed.GetValue(_logs) || file?.OtlpLogs == true;
        if (address is null && (spans is not null || logs))
            throw new UserMistake($"{(logs ? _logs : (Option)_spans).Name} needs an endpoint: add {Name} {Example}");
        return settings with
        {
            Otlp = address,
            OtlpSpansMs = spans?.TotalMilliseconds,
            OtlpLogs = logs,
            Semconv = parsed.GetValue(_semconv) || file?.Semconv == true,
        };
    }

    /// <summary>The address; null when it is none of HTTP, or has a password.</summary>
    /// <param name="fault">Why, in words that do not quote it.</param>
    public static string? Check(string address, out string fault)
    {
        // The packaged program is static and has no OpenSSL, so no TLS. Arguments of a program are readable for everybody.
        fault = $"{Name}: an http address without a password, for example {Example}; a collector on this machine can forward by TLS";
        var isHttp = Uri.TryCreate(address, UriKind.Absolute, out var uri) && uri.Scheme == Uri.UriSchemeHttp;
        return isHttp && uri!.UserInfo.Length == 0 && uri.Query.Length == 0 ? uri.ToString() : null;
    }
}
