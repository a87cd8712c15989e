namespace Unpause.Analysis.LiveSets;

/// <summary>Sizes that Node.js was started with, as far as the recording has them.</summary>
internal static class NodeOptions
{
    /// <summary>
    /// V8's default for the largest semi-space on 64 bits, in MiB, by Node.js's first version with it (src/heap/heap.cc,
    /// DefaultMaxSemiSpaceSize, and --scavenger-max-new-space-capacity-mb). Measured: what v8.getHeapStatistics().heap_size_limit is above
    /// --max-old-space-size is three times it, with 18.20.8, 20.20.2, 22.23.5, 24.22.3, 25.9.0 and 26.12.1.
    /// </summary>
    private static readonly (int From, long Mebibytes)[] DefaultSemiSpaces = [(26, 32), (24, 64), (0, 16)];

    /// <summary>The largest semi-space in MiB: what is set, or the default.</summary>
    public static long SemiSpaceOf(Source source) =>
        Mebibytes(source, NodeSettings.MaxSemiSpace) ?? Array.Find(DefaultSemiSpaces, row => MajorOf(source) >= row.From).Mebibytes;

    /// <summary>The size in MiB that an option sets, the last one counts; null where none does.</summary>
    public static long? Mebibytes(Source source, string option) =>
        NodeSettings.Mebibytes(source.Settings.GetValueOrDefault(NodeSettings.Options)?.Split(' ') ?? [], option);

    /// <summary>The first number of Node.js's version; 0 where unknown.</summary>
    public static int MajorOf(Source source) => source.RuntimeVersion is { } version && int.TryParse(
        version.AsSpan(0, Math.Max(0, version.IndexOf('.', StringComparison.Ordinal))), NumberStyles.None, CultureInfo.InvariantCulture,
        out var major) ? major : 0;
}
