namespace Unpause.Recordings.Readers.DotNet;

/// <summary>.NET: the runtime's own EventPipe files, and what dotnet-counters writes.</summary>
internal static class DotNetDescriptor
{
    /// <summary>The name of what dotnet-counters writes in the contract.</summary>
    public const string CountersFormat = "dotnet-counters";

    public static RuntimeDescriptor Row { get; } = new(
        Runtimes.TraitsOf(Runtimes.DotNet),
        [
            NettraceFormat.Row,
            new(CountersFormat, FormatEvidence.WholeLine, Counters.CountersReader.Recognises, () => new Counters.CountersReader()),
        ])
    {
        Inputs = ".nettrace files, output of dotnet-counters",
        Join = HeapDumps.HeapDumpJoin.Join,
    };
}
