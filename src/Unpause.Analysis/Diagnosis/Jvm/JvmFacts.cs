using System.Globalization;
using Unpause.Analysis.Settings;

namespace Unpause.Analysis.Diagnosis.Jvm;

/// <summary>What is known about the JVM that advice is for. Sizes in bytes; null if unknown.</summary>
/// <param name="Versions">Its possible versions: one, or those that write such logs.</param>
/// <param name="Processors">Number of processors available to it.</param>
/// <param name="MemoryBytes">The machine's or container's memory.</param>
/// <param name="Settings">The settings in force that the recording shows.</param>
internal sealed record JvmFacts(
    VersionRange Versions, string? Collector, long? Processors, long? MemoryBytes, IReadOnlyDictionary<string, string> Settings)
{
    private static readonly VersionRange Legacy = VersionRange.Parse("..8");
    private static readonly VersionRange Unified = VersionRange.Parse("9..");

    /// <summary>Collects what is known from a recording.</summary>
    public static JvmFacts From(AnalysedProcess process)
    {
        var (source, settings) = (process.Recording.Source, process.Recording.Source.Settings);
        // The log format distinguishes old from new JVMs if no version is logged; a flight recording always has a version.
        var versions = VersionRange.OfRuntime(source.RuntimeVersion, RuntimeNaming.Jvm)
            ?? source.Format switch { JvmFormats.Legacy => Legacy, JvmFormats.Unified => Unified, _ => VersionRange.All };
        return new(
            versions,
            source.Collector,
            Available(settings.GetValueOrDefault("CPUs")),
            Bytes(settings.GetValueOrDefault("Memory")),
            settings);
    }

    /// <summary>The value of a setting in force; null if the recording doesn't show it.</summary>
    public string? Present(string name) => name switch
    {
        // Some have different names in the log header and as flags.
        "ParallelGCThreads" => Settings.GetValueOrDefault(name) ?? Settings.GetValueOrDefault("Parallel Workers"),
        "ConcGCThreads" => Settings.GetValueOrDefault(name) ?? Settings.GetValueOrDefault("Concurrent Workers"),
        "Xmx" => Settings.GetValueOrDefault(JvmFlagNames.MaxHeapSize),
        "Xms" => Settings.GetValueOrDefault(JvmFlagNames.InitialHeapSize) ?? Settings.GetValueOrDefault("Heap Initial Capacity"),
        _ => Settings.GetValueOrDefault(name),
    };

    /// <summary>Parses a size or number: <c>16m</c>, <c>24105M</c>, <c>65536</c>; null if it is neither.</summary>
    public static long? Bytes(string? text)
    {
        if (string.IsNullOrEmpty(text)) return null;
        var shift = char.ToLowerInvariant(text[^1]) switch { 'k' => 10, 'm' => 20, 'g' => 30, 't' => 40, _ => 0 };
        var digits = shift == 0 ? text : text[..^1];
        return long.TryParse(digits, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number <= long.MaxValue >> shift
            ? number << shift
            : null;
    }

    /// <summary>The second number of <c>4 total, 2 available</c>.</summary>
    public static long? Available(string? processors)
    {
        if (processors?.Split(", ") is not [_, var available]) return null;
        return long.TryParse(available.Split(' ')[0], CultureInfo.InvariantCulture, out var count) ? count : null;
    }
}
