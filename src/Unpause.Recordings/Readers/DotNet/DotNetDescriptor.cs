namespace Unpause.Recordings.Readers.DotNet;

/// <summary>.NET: the runtime's own EventPipe files, what dotnet-counters writes, and PerfView's GCStats report.</summary>
internal static class DotNetDescriptor
{
    /// <summary>The name of what dotnet-counters writes in the contract.</summary>
    public const string CountersFormat = "dotnet-counters";

    /// <summary>The name of PerfView's GCStats report in the contract.</summary>
    public const string GcStatsFormat = "perfview-gcstats";

    public static RuntimeDescriptor Row { get; } = new(
        Runtimes.TraitsOf(Runtimes.DotNet),
        [
            NettraceFormat.Row,
            new(CountersFormat, FormatEvidence.WholeLine, Counters.CountersReader.Recognises, () => new Counters.CountersReader()),
            new(GcStatsFormat, FormatEvidence.WholeLine, GcStats.GcStatsReader.Recognises, () => new GcStats.GcStatsReader()),
        ])
    {
        Inputs = ".nettrace files, output of dotnet-counters",
        Join = HeapDumps.HeapDumpJoin.Join,
    };
}
