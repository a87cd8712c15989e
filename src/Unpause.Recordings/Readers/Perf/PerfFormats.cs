namespace Unpause.Recordings.Readers.Perf;

/// <summary>The formats of CPU samples, which belong to no runtime: the samples show theirs.</summary>
internal static class PerfFormats
{
    /// <summary>The names of the formats in the contract.</summary>
    public const string Script = "perf-script", Folded = "folded-stacks", CpuProfile = "pprof-cpu";

    public static IReadOnlyList<RecordingFormat> All { get; } =
    [
        new(Script, FormatEvidence.LineShape, PerfScriptReader.Recognises, () => new PerfScriptReader()),
        new(Folded, FormatEvidence.LineShape, FoldedReader.Recognises, () => new FoldedReader()),
    ];

    /// <summary>What a user may give to read, in the plural.</summary>
    public const string Inputs = "the text of perf script, folded stacks";

    /// <summary>Whether a format has CPU samples and no collections.</summary>
    public static bool Contains(string format) => format is Script or Folded or CpuProfile;
}
