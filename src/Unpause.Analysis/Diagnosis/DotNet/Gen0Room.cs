namespace Unpause.Analysis.Diagnosis.DotNet;

/// <summary>
/// A larger gen0, as the setting for one recording: only where it is larger than the present one and fits the memory limit. Measured with
/// .NET 10.0.12 (tests/Unpause.Tests/Settings): with 64 MiB, 13 collections became 3 under workstation GC, and 171 became 6 under server GC
/// with DATAS, whose own growth settings had no effect. In a heap limited to 80 MiB, pauses became longer.
/// </summary>
internal static class Gen0Room
{
    /// <summary>How to write the setting, and what it costs; part of each advice.</summary>
    public const string Where = "hexadecimal bytes, only in the environment; .NET 5 and later; costs up to as much memory for each heap";

    private const long WorkstationBytes = 64L << 20;
    private const long ServerBytes = 256L << 20;

    /// <summary>Gen0 may take this part of the memory limit: the runtime halves its default until it does (get_gen0_min_size).</summary>
    internal const int PartOfLimit = 6;

    /// <summary>A gain below this factor is not worth a setting.</summary>
    private const int LeastTimes = 2;

    /// <summary>
    /// Objects that live for so many times a gen0 survive it. Measured: at 1.8 times, work fell by a quarter; at 1, it doubled.
    /// </summary>
    private const double MostLifetimes = 1.25;

    /// <summary>
    /// The setting, ready to copy; null where it would not help: where explicit collections take most of the pause time, where the heap
    /// grows because objects stay, and where what dies in gen2 lives longer than a larger gen0 takes to fill.
    /// </summary>
    public static string? Setting(Recording recording) =>
        BytesFor(recording) is { } bytes && !ExplicitCalls.TakeMost(recording) && SurvivingGrowth.Find(recording) is null
            && !(Gen2Lifetime.Bytes(recording) > MostLifetimes * bytes)
            ? $"DOTNET_GCgen0size=0x{bytes:X}"
            : null;

    /// <summary>The size to set, in bytes per heap; null where none would help.</summary>
    public static long? BytesFor(Recording recording)
    {
        // Pressure is taken back by finalizers, which a larger gen0 delays: measured, work fell to a fifth.
        if (ExplicitCalls.ArePressure(recording)) return null;
        var source = recording.Source;
        var adapts = DotNetSettings.Is(source, DotNetSettingNames.Adapts, "1");
        var bytes = source.Collector == DotNetCollectors.Server && !adapts ? ServerBytes : WorkstationBytes;
        if (DotNetSettings.Number(source, DotNetSettingNames.HardLimit) is { } limit)
        {
            var heaps = Math.Max(1, MostHeaps(recording));
            while (bytes * heaps > limit / PartOfLimit && bytes > 1) bytes /= 2;
        }

        if (DotNetSettings.Number(source, DotNetSettingNames.Gen0Size) >= bytes) return null;
        return bytes >= LeastTimes * Budget(recording) ? bytes : null;
    }

    private static long MostHeaps(Recording recording)
    {
        long most = 0;
        for (var i = 0; i < recording.Collections.Count; i++) most = Math.Max(most, recording.Facts?.Get(i, CollectionFact.Heaps) ?? 0);
        return most;
    }

    /// <summary>Bytes allocated between two young collections, median: the present gen0 budget of each heap.</summary>
    private static double Budget(Recording recording)
    {
        var allocated = new List<long>();
        foreach (var collection in recording.Collections)
        {
            if (collection is { Induced: false, Generation: Generations.Gen0 or Generations.Gen1, AllocatedBytes: { } bytes })
            {
                allocated.Add(bytes);
            }
        }

        return allocated.Count == 0 ? 0 : Median.Compute(allocated) / Math.Max(1.0, MostHeaps(recording));
    }
}
