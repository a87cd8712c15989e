using Unpause.Readers;
using Unpause.Recordings.Waits;

namespace Unpause.Cli;

/// <summary>
/// What was recorded by a command, but for the content of the files: plain data, which another process can read from JSON.
/// </summary>
/// <param name="Inputs">Names of the files, in order.</param>
/// <param name="Kept">Whether they stay when the report is written.</param>
internal sealed record RecordedFacts(IReadOnlyList<string> Inputs, bool Kept)
{
    /// <summary>Of <c>record</c>; null for another command.</summary>
    public LiveFacts? Live { get; init; }

    /// <summary>Of <c>record</c> with a URL; null for another command.</summary>
    public PprofFacts? Pprof { get; init; }

    /// <summary>Of <c>run</c>; null for another command.</summary>
    public RunFacts? Run { get; init; }

    /// <summary>Whose run it was, as pairs of OpenTelemetry's names.</summary>
    public IReadOnlyList<KeyValuePair<string, string>> Identity { get; init; } = [];

    /// <summary>See <see cref="Recordings.RunIdentity.Processors"/>.</summary>
    public int? Processors { get; init; }

    /// <summary>See <see cref="Recordings.RunIdentity.MemoryLimitBytes"/>.</summary>
    public long? MemoryLimitBytes { get; init; }

    /// <summary>What kept the program from processors meanwhile; null where nobody looked.</summary>
    public ProcessorShare? Processor { get; init; }

    /// <summary>Whether a page is to be written that nobody named.</summary>
    public bool Page { get; init; }

    /// <summary>Whether standard output is the observed program's.</summary>
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

        // The log of the time before has nothing to do with what was counted since.
        Recordings.Recording WithProcessor(Recordings.Recording recording) =>
            Processor is { } share && (Live is null || (inputs.Count > 0 && recording.Source.Files.Contains(inputs[0].Name)))
                ? share.Complete(recording)
                : recording;
    }
}
