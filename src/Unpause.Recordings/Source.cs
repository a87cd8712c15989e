using System.Collections.ObjectModel;

namespace Unpause.Recordings;

/// <summary>Where a recording's numbers come from: the runtime, its version and settings, and the format that was read.</summary>
public sealed record Source
{
    private RuntimeTraits? _traits;

    /// <summary>
    /// The format's name in the contract: <c>jvm-unified</c>, <c>jvm-legacy</c>, <c>openj9</c>, <c>jstat</c>, <c>hotspot-events</c>,
    /// <c>hsperfdata</c>, <c>spark-events</c>, <c>jfr</c>, <c>nettrace</c>, <c>dotnet-counters</c>, <c>perfview-gcstats</c>,
    /// <c>gctrace</c>, <c>gcpacertrace</c>, <c>go-memstats</c>, <c>go-trace</c>, <c>pprof</c>, <c>go-agent</c>, <c>python-agent</c>,
    /// <c>python-debug</c>, <c>python-callback</c>, <c>rails</c>, <c>prometheus</c>, <c>perf-script</c>.
    /// </summary>
    public required string Format { get; init; }

    /// <summary>The runtime's name in the contract, one of <see cref="Runtimes"/>.</summary>
    public required string Runtime { get; init; }

    /// <summary>The names of that runtime. A reader of a runtime that is not in <see cref="Runtimes"/> sets them here.</summary>
    public RuntimeTraits Traits
    {
        get => _traits ??= Runtimes.TraitsOf(Runtime);
        init => _traits = value;
    }

    /// <summary>The same for the same content, whatever its file is called and however it is packed; null when nothing was read.</summary>
    public string? ContentId { get; init; }

    /// <summary>
    /// The recording session that it was made in; those of one session are of one process. Null where it was recorded by itself.
    /// </summary>
    internal string? Session { get; init; }

    /// <summary>Names of the files that were read, in reading order, as the user gave them.</summary>
    public IReadOnlyList<string> Files { get; init; } = [];

    /// <summary>The runtime's own version, as it prints it; null when the recording doesn't say.</summary>
    public string? RuntimeVersion { get; init; }

    /// <summary>
    /// The collector: <c>G1</c>, <c>Parallel</c>, <c>Serial</c>, <c>CMS</c>, <c>ZGC</c>,
    /// <c>Shenandoah</c>, <c>workstation</c>, <c>server</c> …
    /// </summary>
    public string? Collector { get; init; }

    /// <summary>The process id, where recorded.</summary>
    public int? ProcessId { get; init; }

    /// <summary>When the process began, where recorded; its own times may begin later.</summary>
    internal DateTimeOffset? ProcessStartedAt { get; init; }

    /// <summary>The command line, where recorded.</summary>
    public string? Command { get; init; }

    /// <summary>
    /// Settings in force that the recording shows (flags, thresholds, heap counts), by the runtime's own names and in their order.
    /// </summary>
    public IReadOnlyDictionary<string, string> Settings { get; init; } = ReadOnlyDictionary<string, string>.Empty;
}
