namespace Unpause.Recordings.Readers.DotNet;

/// <summary>
/// Files that the .NET runtime's EventPipe writes (<c>.nettrace</c>), container versions 4 to 6 (.NET Core 3.0 and later). Container
/// format: microsoft/perfview, src/TraceEvent/EventPipe/NetTraceFormat_v5.md and _v6.md.
/// </summary>
internal static class NettraceFormat
{
    /// <summary>The format's name in the contract.</summary>
    public const string Name = "nettrace";

    /// <summary>The bytes that every such file begins with.</summary>
    public static ReadOnlySpan<byte> Magic => "Nettrace"u8;

    /// <summary>The row for <see cref="DotNetDescriptor"/>.</summary>
    public static RecordingFormat Row { get; } = new(
        Name, FormatEvidence.Magic, block => block.StartsWith(Magic), () => new NettraceReader());
}
