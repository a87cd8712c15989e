using Unpause.Recordings.Readers;
using Unpause.Recordings.Waits;

namespace Unpause.Cli.Sessions;

/// <summary>
/// Everything that a command recorded, except the content of the files. Plain data, passed to another process as JSON.
/// </summary>
/// <param name="Inputs">Names of the files, in order.</param>
/// <param name="Kept">Whether the files stay after the report is written.</param>
internal sealed record RecordedFacts(IReadOnlyList<string> Inputs, bool Kept)
{
    /// <summary>Of <c>record</c>; null for another command.</summary>
    public LiveFacts? Live { get; init; }

    /// <summary>Of <c>record</c> with a URL; null for another command.</summary>
    public PprofFacts? Pprof { get; init; }

    /// <summary>Of <c>run</c>; null for another command.</summary>
    public RunFacts? Run { get; init; }

    /// <summary>The identity of the run, as OpenTelemetry attributes.</summary>
    public IReadOnlyList<KeyValuePair<string, string>> Identity { get; init; } = [];

    /// <summary>See <see cref="Recordings.RunIdentity.Processors"/>.</summary>
    public int? Processors { get; init; }

    /// <summary>See <see cref="Recordings.RunIdentity.MemoryLimitBytes"/>.</summary>
    public long? MemoryLimitBytes { get; init; }

    /// <summary>CPU starvation of the process during the recording; null when not measured.</summary>
    public ProcessorShare? Processor { get; init; }

    /// <summary>Whether to write the default page.</summary>
    public bool Page { get; init; }

    /// <summary>Whether standard output belongs to the observed program.</summary>
    public bool OutputIsTheProgramsOwn { get; init; }

    /// <summary>The same of a run.</summary>
    public RecordedFacts Of(Recordings.RunIdentity identity) => this with
    {
        Identity = Recordings.ResourceAttributes.Pairs(identity),
        Processors = identity.Processors,
        MemoryLimitBytes = identity.MemoryLimitBytes,
    };

    /// <summary>Reads the files.</summary>
    /// <param name="inputs">One for each of <see cref="Inputs"/>.</param>
    public ReportMaterial Read(IReadOnlyList<RecordingInput> inputs)
    {
        var material = Live?.Read(inputs) ?? Pprof?.Read(inputs) ?? Run?.Read(inputs) ?? new ReportMaterial([]);
        return material with
        {
            Recordings = [.. material.Recordings.Select(WithProcessor)],
            Once = true,
            Removed = !Kept,
            Identity = Recordings.ResourceAttributes.Of(Identity) with { Processors = Processors, MemoryLimitBytes = MemoryLimitBytes },
        };

        // CPU starvation was measured during our recording only, not during the earlier log.
        Recordings.Recording WithProcessor(Recordings.Recording recording) =>
            Processor is { } share && (Live is null || (inputs.Count > 0 && recording.Source.Files.Contains(inputs[0].Name)))
                ? share.Complete(recording)
                : recording;
    }
}
