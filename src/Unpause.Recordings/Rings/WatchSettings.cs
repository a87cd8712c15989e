using System.Text.Json;
using System.Text.Json.Serialization;

namespace Unpause.Recordings.Rings;

/// <summary>
/// What the judge of <c>unpause watch</c> does: options and the file of <c>--config</c>, checked by the command line and given to the judge
/// as JSON. Names are those of the file.
/// </summary>
public sealed record WatchSettings
{
    /// <summary>The ring's folder.</summary>
    public required string Ring { get; init; }

    /// <summary>Seconds that stay of each process, at least.</summary>
    public required double StretchSeconds { get; init; }

    /// <summary>Address and port of HTTP; null: none.</summary>
    public string? Listen { get; init; }

    /// <summary>
    /// Address and port, on any network, of <c>/metrics</c> and <c>/healthz</c> only; null: none. It needs <see cref="MetricsToken"/>.
    /// </summary>
    public string? MetricsListen { get; init; }

    /// <summary>What a scraper of <see cref="MetricsListen"/> must send as a bearer token.</summary>
    public string? MetricsToken { get; init; }

    /// <summary>Base address of an OTLP/HTTP endpoint that gets the metrics; null: none.</summary>
    public string? Otlp { get; init; }

    /// <summary>Stops of at least so many milliseconds are sent there as spans of the requests that they delayed; null: none.</summary>
    public double? OtlpSpansMs { get; init; }

    /// <summary>Whether alerts are sent there as log records.</summary>
    public bool OtlpLogs { get; init; }

    /// <summary>Whether metrics have OpenTelemetry's own names too, where their meaning is the standard one.</summary>
    public bool Semconv { get; init; }

    /// <summary>The Zabbix server or proxy that gets values and alerts; null: none.</summary>
    public ZabbixPlace? Zabbix { get; init; }

    /// <summary>User and group that the judge becomes when it starts as root; null: it is not root.</summary>
    public uint? User { get; init; }

    /// <summary>Requests longer than this are slow and keep the ring, in milliseconds; null: not judged.</summary>
    public double? SlowMs { get; init; }

    /// <summary>Access logs that are followed; copies of their new lines are in the ring (<see cref="LogSegment"/>).</summary>
    public IReadOnlyList<string> Requests { get; init; } = [];

    /// <summary>Whether traces are taken by OTLP/HTTP.</summary>
    public bool OtlpTraces { get; init; }

    /// <summary>Conditions that raise an alert.</summary>
    public IReadOnlyList<WatchCondition> Alerts { get; init; } = [];

    /// <summary>Where alerts go.</summary>
    public WatchTargets To { get; init; } = new();

    /// <summary>Bytes of kept rings; the oldest go first.</summary>
    public long MostKeptBytes { get; init; } = 1L << 30;

    /// <summary>Kept rings of one process in an hour.</summary>
    public int MostKeptPerHour { get; init; } = 12;

    /// <summary>Notifications about one process in an hour; how many were left out is in the next one.</summary>
    public int MostNoticesPerHour { get; init; } = 12;

    /// <summary>How often the judge was started before, by the same recorder.</summary>
    public int JudgeRestarts { get; init; }

    /// <summary>As JSON on one line.</summary>
    public string ToJson() => JsonSerializer.Serialize(this, WatchJson.Default.WatchSettings);

    /// <summary>Reads what <see cref="ToJson"/> wrote; null for other text.</summary>
    public static WatchSettings? Parse(string json)
    {
        try
        {
            return JsonSerializer.Deserialize(json, WatchJson.Default.WatchSettings);
        }
        catch (JsonException)
        {
            return null;
        }
    }
}

/// <summary>A condition that raises an alert.</summary>
/// <param name="Name">How it is called.</param>
/// <param name="If">As in <c>--fail-on</c>: <c>max_stop&gt;200ms</c>.</param>
public sealed record WatchCondition(string Name, string If)
{
    /// <summary>How long it must hold, in seconds.</summary>
    public double ForSeconds { get; init; }

    /// <summary>Over how much of the last time it is computed, in seconds.</summary>
    public double OverSeconds { get; init; } = 60;

    /// <summary>How bad it is: one of <see cref="Severities"/>.</summary>
    public string Severity { get; init; } = "warning";

    /// <summary>The severities.</summary>
    public static IReadOnlyList<string> Severities { get; } = ["info", "warning", "critical"];
}

/// <summary>Where Zabbix takes values.</summary>
/// <param name="Server">Host name or address of a server or proxy.</param>
/// <param name="Port">Its port for trapper items.</param>
/// <param name="Host">What Zabbix calls the host whose items get the values.</param>
public sealed record ZabbixPlace(string Server, int Port, string Host)
{
    /// <summary>For people.</summary>
    [JsonIgnore]
    public string Name => $"Zabbix {(Server.Contains(':', StringComparison.Ordinal) ? $"[{Server}]" : Server)}:{Port}";
}

/// <summary>Where alerts go.</summary>
public sealed record WatchTargets
{
    /// <summary>What an address of https needs.</summary>
    public const string NeedsCurl = "https needs curl, which verifies certificates with those of this machine: install curl";

    private static readonly string[] CurlPaths = ["/usr/bin/curl", "/bin/curl", "/usr/local/bin/curl"];

    /// <summary>The machine's curl; null where there is none.</summary>
    public static string? Curl => CurlPaths.FirstOrDefault(File.Exists);

    /// <summary>Base addresses of Alertmanagers (API v2).</summary>
    public IReadOnlyList<string> Alertmanagers { get; init; } = [];

    /// <summary>Addresses that get each alert as JSON.</summary>
    public IReadOnlyList<string> Webhooks { get; init; } = [];

    /// <summary>A program with its arguments, which gets each alert as JSON on standard input.</summary>
    public IReadOnlyList<string> Command { get; init; } = [];

    /// <summary>Whether systemd's journal gets alerts with fields, where it is there.</summary>
    public bool Journal { get; init; }
}

[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower)]
[JsonSerializable(typeof(WatchSettings))]
internal sealed partial class WatchJson : JsonSerializerContext;
