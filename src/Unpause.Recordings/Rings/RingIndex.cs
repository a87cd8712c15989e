using System.Text.Json;
using System.Text.Json.Serialization;

namespace Unpause.Recordings.Rings;

/// <summary>
/// What <c>unpause watch</c> records at the moment: the file <c>live/processes.json</c> of a ring. The recorder writes it, the judge reads
/// it. A file of a part grows while its part is the recorded one.
/// </summary>
/// <param name="Recorder">Process id of the recorder.</param>
/// <param name="Processes">Watched processes, and those that cannot be.</param>
public sealed record RingIndex(int Recorder, IReadOnlyList<RingProcess> Processes)
{
    /// <summary>Its name in <see cref="LiveFolder"/>.</summary>
    public const string FileName = "processes.json";

    /// <summary>Folders of a ring: growing recordings, and what was kept of them.</summary>
    public const string LiveFolder = "live", KeptFolder = "kept", HistoryFolder = "history", RunFolder = "run";

    /// <summary>The folders that the judge writes to; all else of a ring is the recorder's.</summary>
    public static IReadOnlyList<string> JudgeFolders { get; } = [KeptFolder, HistoryFolder, RunFolder];

    /// <summary>The file in <see cref="RunFolder"/> with the judge's HTTP address.</summary>
    public const string AddressFile = "address";

    /// <summary>
    /// What the judge writes on standard output, before the key of a process: to end its oldest part with all that its runtime writes then.
    /// </summary>
    public const string Finish = "finish ";

    /// <summary>Bytes of an index; a process takes a few hundred.</summary>
    public const int MostBytes = 4 << 20;

    /// <summary>Reads one; null for other text.</summary>
    public static RingIndex? Parse(ReadOnlySpan<byte> json)
    {
        try
        {
            return JsonSerializer.Deserialize(json, RingJson.Default.RingIndex);
        }
        catch (JsonException)
        {
            return null;
        }
    }

    /// <summary>As JSON.</summary>
    public ReadOnlyMemory<byte> ToBytes() => JsonSerializer.SerializeToUtf8Bytes(this, RingJson.Default.RingIndex);
}

/// <summary>A process that is watched, or why it is not.</summary>
/// <param name="Key">The name of its folder in the ring, unique on a host: process id and start.</param>
/// <param name="Id">Process id.</param>
/// <param name="Runtime">Id of its runtime.</param>
/// <param name="State">One of the states.</param>
public sealed record RingProcess(string Key, int Id, string Runtime, string State)
{
    /// <summary>It is recorded; it ended, and its last minutes are here; it cannot be recorded.</summary>
    public const string Recording = "live", Ended = "ended", Refused = "refused";

    // As docker ps shows it.
    private const int ShortContainerId = 12;

    /// <summary>The runtime's version; null when unknown.</summary>
    public string? Version { get; init; }

    /// <summary>Name of its service, systemd unit or program.</summary>
    public required string Service { get; init; }

    /// <summary>The program's own version, of its environment (OTEL_RESOURCE_ATTRIBUTES); null when unknown.</summary>
    public string? ServiceVersion { get; init; }

    /// <summary>Its host.</summary>
    public string? Host { get; init; }

    /// <summary>Id of its container.</summary>
    public string? Container { get; init; }

    /// <summary>Name or uid of its pod.</summary>
    public string? Pod { get; init; }

    /// <summary>Name or id of its user.</summary>
    public string? User { get; init; }

    /// <summary>Its command line, with secrets redacted.</summary>
    public string? Command { get; init; }

    /// <summary>When it started.</summary>
    public DateTimeOffset? StartedAt { get; init; }

    /// <summary>Its memory limit of container or machine, in bytes; null when unknown.</summary>
    public long? MemoryLimitBytes { get; init; }

    /// <summary>The most that its heap may take, in bytes; null when unknown.</summary>
    public long? HeapLimitBytes { get; init; }

    /// <summary>How it is recorded, in words.</summary>
    public string? Source { get; init; }

    /// <summary>Why it is not recorded, and what to do instead; null where it is.</summary>
    public string? Reason { get; init; }

    /// <summary>Its parts, the oldest first.</summary>
    public IReadOnlyList<RingPartInfo> Parts { get; init; } = [];

    /// <summary>What limits its heap, in bytes; null when unknown.</summary>
    [JsonIgnore]
    public long? LimitBytes => HeapLimitBytes ?? MemoryLimitBytes;

    /// <summary>Whether it is recorded now.</summary>
    [JsonIgnore]
    public bool IsRecorded => State == Recording;

    /// <summary>The part that has most of its last minutes; null where nothing is recorded.</summary>
    [JsonIgnore]
    public RingPartInfo? OldestPart => RingPartInfo.Oldest(Parts);

    /// <summary>
    /// The process as metrics and alerts name it: its pod, container or host; empty when unknown. A process id would make a new series for
    /// each restart.
    /// </summary>
    [JsonIgnore]
    public string Instance => Pod ?? (Container is { Length: > ShortContainerId } id ? id[..ShortContainerId] : Container) ?? Host ?? "";
}

/// <summary>A part of a ring: a folder of ordinary recordings.</summary>
/// <param name="Name">Its folder, in the folder of the process.</param>
/// <param name="Since">When it began.</param>
/// <param name="Ended">Whether nothing more is written to it.</param>
public sealed record RingPartInfo(string Name, DateTimeOffset Since, bool Ended)
{
    /// <summary>The oldest part that is written, else the last one; null where there is none.</summary>
    public static RingPartInfo? Oldest(IReadOnlyList<RingPartInfo> parts) =>
        parts.FirstOrDefault(part => !part.Ended) ?? parts.LastOrDefault();
}

[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower)]
[JsonSerializable(typeof(RingIndex))]
internal sealed partial class RingJson : JsonSerializerContext;
