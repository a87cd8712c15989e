namespace Unpause.Recordings.Readers.DotNet;

/// <summary>.NET: one format, the runtime's own EventPipe files.</summary>
internal static class DotNetDescriptor
{
    public static RuntimeDescriptor Row { get; } = new(Runtimes.TraitsOf(Runtimes.DotNet), [NettraceFormat.Row])
    {
        Inputs = ".nettrace files",
        Join = HeapDumps.HeapDumpJoin.Join,
    };
}
