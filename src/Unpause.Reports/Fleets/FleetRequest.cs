namespace Unpause.Reports.Fleets;

/// <summary>
/// What <c>unpause fleet</c> asks of the program <c>unpause-fleet</c> beside it: one JSON object on standard input. The answer is a
/// document
/// on standard output; mistakes of the user are on standard error, with exit code 2.
/// </summary>
public sealed record FleetRequest
{
    /// <summary>The answers to all questions: a <c>FleetDocument</c>.</summary>
    public const string Report = "report";

    /// <summary>The verdict about a candidate: a <c>CanaryDocument</c>.</summary>
    public const string Canary = "canary";

    /// <summary>Send the reports of folders to a store.</summary>
    public const string Send = "send";

    /// <summary>Receive reports by HTTP.</summary>
    public const string Receive = "receive";

    /// <summary>What to do.</summary>
    public required string Action { get; init; }

    /// <summary>Folders and globs of reports.</summary>
    public IReadOnlyList<string> Inputs { get; init; } = [];

    /// <summary>The folder of the index; null for the default, beside the reports.</summary>
    public string? Index { get; init; }

    /// <summary>The address of a Prometheus server.</summary>
    public string? Prometheus { get; init; }

    /// <summary>The address of a store: <c>clickhouse://[user@]host[:port]/database</c>.</summary>
    public string? Store { get; init; }

    /// <summary>A file with a password or token for either of them.</summary>
    public string? SecretFile { get; init; }

    /// <summary>The address of Grafana, whose annotations count as deploys; null: none is asked.</summary>
    public string? Grafana { get; init; }

    /// <summary>A file with the token or password for Grafana.</summary>
    public string? GrafanaSecretFile { get; init; }

    /// <summary>The tag of annotations that count.</summary>
    public string GrafanaTag { get; init; } = "deploy";

    /// <summary>Which part of the fleet, as <c>service=orders,host=web-1</c>; null for all.</summary>
    public string? Where { get; init; }

    /// <summary>The first moment, in UTC.</summary>
    public DateTimeOffset? From { get; init; }

    /// <summary>The moment after the last.</summary>
    public DateTimeOffset? To { get; init; }

    /// <summary>How many instances one request asks, for the question about fan-out.</summary>
    public int FanOut { get; init; } = 40;

    /// <summary>The only questions to ask (<see cref="FleetQuestion"/>); empty for all.</summary>
    public IReadOnlyList<string> Only { get; init; } = [];

    /// <summary>Canary: the processes to compare with.</summary>
    public string? Baseline { get; init; }

    /// <summary>Canary: the processes to judge.</summary>
    public string? Candidate { get; init; }

    /// <summary>Canary: the least change of the stop time that matters, in percent.</summary>
    public double LeastChangePercent { get; init; } = 10;

    /// <summary>Receive: the address to listen on.</summary>
    public string? Listen { get; init; }

    /// <summary>Receive: the folder that keeps reports.</summary>
    public string? Folder { get; init; }

    /// <summary>
    /// Send: whether a report is deleted here as soon as it has arrived, as those are that <c>--send</c> keeps until then.
    /// </summary>
    public bool Deletes { get; init; }

    /// <summary>The process that asks: the program ends with it. Null where nobody waits for an answer.</summary>
    public int? Parent { get; init; }
}

/// <summary>The source-generated reader and writer.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower)]
[JsonSerializable(typeof(FleetRequest))]
public sealed partial class FleetRequestJson : JsonSerializerContext;
