using Unpause.Recordings.Readers.DotNet.Container;

namespace Unpause.Recordings.Readers.DotNet;

/// <summary>Reads .nettrace files: one recording for each process in the file (only version 6 can contain several).</summary>
internal sealed class NettraceReader : IRecordingReader
{
    private readonly Dictionary<int, ProcessBuilder> _processes = [];
    private MemoryLimit _memory = new();
    private (int ProcessId, ProcessBuilder Builder)? _last;
    private int _processesLeftOut;

    /// <inheritdoc/>
    public string? Fault { get; private set; }

    /// <inheritdoc/>
    public IReadOnlyList<Recording> Read(Stream stream, ReadContext context)
    {
        _memory = context.Memory;
        var frames = new NettraceFrames(stream);
        var decoder = new BlockDecoder();
        var fault = decoder.Run(frames, Handle);
        var recordings = new List<Recording>();
        foreach (var builder in _processes.Values)
        {
            var recording = builder.Finish(decoder.StartedAt, decoder.Stacks, decoder.Processors);
            if (recording is null) continue;
            recording.Source.Files = context.Files;
            Note(recording.Coverage, frames, fault, decoder.LostEvents);
            recordings.Add(recording.Build());
        }

        if (recordings.Count == 0) Fault = WhyEmpty(frames.Fault ?? fault);
        return recordings;
    }

    private static string? WhyEmpty(string? fault) => fault is null
        ? "contains no GC events: record with Microsoft-Windows-DotNETRuntime:0x1:4"
        : $"is damaged before its first collection: {fault}";

    private void Handle(int processId, in RuntimeEvent runtimeEvent)
    {
        if (_last is { } last && last.ProcessId == processId)
        {
            last.Builder.Handle(runtimeEvent);
            return;
        }

        if (!_processes.TryGetValue(processId, out var builder))
        {
            if (_processes.Count >= Limits.Processes)
            {
                _processesLeftOut++;
                return;
            }

            _processes.Add(processId, builder = new ProcessBuilder(processId));
            var begun = builder;
            _memory.Watch(() => begun.MemoryBytes);
        }

        _last = (processId, builder);
        builder.Handle(runtimeEvent);
    }

    private void Note(CoverageBuilder coverage, NettraceFrames frames, string? decoderFault, long lost)
    {
        if (frames.Fault is not null)
        {
            coverage.Add($"The file is incomplete: {frames.Fault}. Everything before that was read.", unreadable: true);
        }
        else if (decoderFault is not null)
        {
            coverage.Add($"The file is damaged ({decoderFault}): the damaged part was skipped.", unreadable: true);
        }

        if (lost > 0)
        {
            var count = lost == long.MaxValue ? "an unknown number of" : lost.ToString("N0", CultureInfo.InvariantCulture);
            coverage.Add($"The runtime dropped {count} events because its buffers were full: collections or pauses may be missing.");
        }

        if (_processesLeftOut > 0)
        {
            coverage.Add($"Events of processes beyond the first {Limits.Processes} were left out.", unreadable: true);
        }
    }
}

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
