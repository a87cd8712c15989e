namespace Unpause.Recordings.Readers.Jvm.Jfr;

/// <summary>
/// Reads flight recordings of JDK 9 and later: <c>.jfr</c> files of one or more chunks, also those that a killed JVM left
/// behind. Read are collections with pauses and phases, the heap, safepoints, stalls, allocation sites, old objects with
/// their retainers, and the description of the JVM; see <see cref="JfrEventTable"/>. The format is not specified; sources
/// are <c>jdk.jfr.internal.consumer</c> and <c>src/hotspot/share/jfr/recorder</c> of JDK 11-25.
/// </summary>
internal sealed class JfrReader : IRecordingReader
{
    /// <summary>The format's name in the contract.</summary>
    public const string Format = JvmFormats.Flight;

    private readonly List<JfrProcess> _processes = [];
    private readonly List<string> _faults = [];
    private bool _inProgress;

    /// <inheritdoc/>
    public string? Fault { get; private set; }

    /// <summary>Whether the bytes begin as a flight recording does.</summary>
    public static bool Recognises(ReadOnlySpan<byte> block) => block.StartsWith(JfrHeader.Magic);

    /// <inheritdoc/>
    public IReadOnlyList<Recording> Read(Stream stream, ReadContext context)
    {
        var chunks = new JfrChunks(stream);
        while (chunks.MoveNext())
        {
            _inProgress |= chunks.Header.InProgress;
            var chunk = JfrChunkContent.Read(chunks.Header, chunks.Buffer, chunks.Length, out var wrong);
            // A chunk that is cut is damaged where it ends: that is reported once.
            if (wrong is not null && (chunks.Whole || chunk is null)) AddFault(wrong);
            if (chunk is not null) ProcessOf(chunk, context).Add(chunk);
        }

        if (chunks.Fault is { } fault) AddFault(fault);
        var recordings = new List<Recording>();
        foreach (var process in _processes)
        {
            if (process.Finish(Note) is { } recording) recordings.Add(recording);
        }

        if (recordings.Count == 0) Fault = _faults.Count > 0 ? $"cannot be read: {string.Join("; ", _faults)}" : null;
        return recordings;
    }

    private void AddFault(string fault)
    {
        if (_faults.Count < Limits.KeptExamples && !_faults.Contains(fault)) _faults.Add(fault);
    }

    private void Note(CoverageBuilder coverage)
    {
        if (_inProgress)
        {
            coverage.Add(
                "The JVM did not finish the file: it was killed, or the file was copied while it was being written. "
                + "The part that had been flushed was read.");
        }

        foreach (var fault in _faults) coverage.Add($"The file is incomplete: {fault}.", unreadable: true);
    }

    /// <summary>The process that a chunk belongs to: files of several JVMs can be joined.</summary>
    private JfrProcess ProcessOf(JfrChunk chunk, ReadContext context)
    {
        var (pid, started) = Identity(chunk);
        var known = _processes.FindLast(process => process.IsSame(pid, started));
        if (known is not null) return known;
        if (_processes.Count >= Limits.Processes) return _processes[^1];
        _processes.Add(new JfrProcess(context));
        return _processes[^1];
    }

    private static (long? ProcessId, long? StartedUnixNanoseconds) Identity(JfrChunk chunk)
    {
        foreach (var type in chunk.Metadata.Classes.Values)
        {
            if (type.Name != "jdk.JVMInformation") continue;
            var events = new JfrEvents(chunk.Bytes);
            while (events.MoveNext())
            {
                if (events.Type != type.Id) continue;
                var e = JfrValue.Create(chunk, type, events.Fields);
                return (e["pid"].Number(), e["jvmStartTime"].UnixNanoseconds());
            }
        }

        return (null, null);
    }
}
