using Microsoft.Win32.SafeHandles;
using Unpause.Recorder.Probes;
using Unpause.Recordings.Readers;
using Unpause.Recordings.Readers.Python;

namespace Unpause.Recorder.Runtimes.Python;

/// <summary>
/// Copies the records and requests that the agent in a process writes to a file of unpause, as they are written, and earlier ones that
/// the rings still contain.
/// </summary>
[SupportedOSPlatform("linux")]
internal sealed class PythonRingCopy : IDisposable
{
    private const int RecordsAtOnce = 1024;
    private readonly SafeFileHandle _theirs;
    private readonly PythonRingWriter _writer;
    private readonly PythonRequestCopy? _requests;
    private readonly AgentHeader _first;
    private readonly long _from;
    private readonly byte[] _block = new byte[RecordsAtOnce * AgentRecord.Bytes];
    private ulong _next;

    private PythonRingCopy(
        SafeFileHandle theirs, PythonRingWriter writer, PythonRequestCopy? requests, AgentHeader first, long from, ulong next) =>
        (_theirs, _writer, _requests, _first, _from, _next) = (theirs, writer, requests, first, from, next);

    /// <summary>Whether there were requests when copying started.</summary>
    public bool HasRequests => _requests is not null && _first.RequestsBegun > 0;

    /// <summary>Why the file could not be written, or null.</summary>
    public string? Problem => _writer.Problem;

    /// <summary>Starts copying; null when the file is no longer the agent's.</summary>
    /// <param name="theirs">The agent's file; ownership passes to this object.</param>
    /// <param name="path">The copy, an existing empty file.</param>
    /// <param name="before">How much of the earlier time is copied too.</param>
    public static PythonRingCopy? Begin(SafeFileHandle theirs, string path, TimeSpan before)
    {
        if (PythonRing.Header(theirs) is not { } header) return null;
        var bytes = new byte[header.HeaderBytes];
        if (RandomAccess.Read(theirs, bytes, 0) != bytes.Length) return null;
        var wanted = Math.Max(header.Started, Stopwatch.GetTimestamp() - (before.Ticks * TimeSpan.NanosecondsPerTick));
        var oldest = header.Begun > (ulong)header.Capacity ? header.Begun - (ulong)header.Capacity + 1 : 1;
        var next = before > TimeSpan.Zero ? oldest : header.Begun + 1;
        // Overwritten records may have been pauses too, so the recording starts with the ring's oldest record.
        if (oldest > 1 && StartOf(theirs, header, oldest) is { } first) wanted = Math.Max(wanted, first);
        var part = AgentHeader.OfPart(bytes, header, wanted);
        var writer = new PythonRingWriter(path, part, ownAnchors: false);
        var requests = AgentHeader.OwnRequestsAt(part) == 0
            ? null
            : new PythonRequestCopy(theirs, writer, header, wanted, withOlder: before > TimeSpan.Zero);
        return new PythonRingCopy(theirs, writer, requests, header, wanted, next);
    }

    /// <summary>Copies new records and requests.</summary>
    public void Take() => Take(isLast: false);

    /// <summary>Copies the rest, and ends the copy.</summary>
    public void Finish()
    {
        Take(isLast: true);
        var bytes = new byte[_first.HeaderBytes];
        if (RandomAccess.Read(_theirs, bytes, 0) == bytes.Length) _writer.TakeEnd(bytes, _first);
        _writer.Flush(Stopwatch.GetTimestamp());
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _writer.Dispose();
        _theirs.Dispose();
    }

    private static long? StartOf(SafeFileHandle file, AgentHeader header, ulong number)
    {
        Span<byte> slot = stackalloc byte[AgentRecord.Bytes];
        var index = (int)((number - 1) % (ulong)header.Capacity);
        return RandomAccess.Read(file, slot, header.HeaderBytes + ((long)index * AgentRecord.Bytes)) == slot.Length
            && AgentRecord.Parse(slot, index, header.Capacity, out var record) == SlotState.Written ? record.Start : null;
    }

    private void Take(bool isLast)
    {
        if (PythonRing.Header(_theirs) is not { } now) return;
        var capacity = (ulong)_first.Capacity;
        if (now.Begun >= _next + capacity)
        {
            var oldest = now.Begun - capacity + 1;
            _writer.Lost(oldest - _next);
            _next = oldest;
        }

        while (_next <= now.Begun)
        {
            var index = (int)((_next - 1) % capacity);
            var count = (int)Math.Min(Math.Min(RecordsAtOnce, now.Begun - _next + 1), capacity - (ulong)index);
            var block = _block.AsSpan(0, count * AgentRecord.Bytes);
            var got = RandomAccess.Read(_theirs, block, _first.HeaderBytes + ((long)index * AgentRecord.Bytes)) / AgentRecord.Bytes;
            if (got == 0 || !Copy(block[..(got * AgentRecord.Bytes)], index, now.Begun, isLast)) break;
        }

        _requests?.Take(now, isLast);
        _writer.Flush();
    }

    /// <summary>Copies slots from the next record on. Returns whether there may be more.</summary>
    private bool Copy(Span<byte> slots, int index, ulong begun, bool isLast)
    {
        for (; slots.Length > 0; slots = slots[AgentRecord.Bytes..], index++, _next++)
        {
            var state = AgentRecord.Parse(slots, index, _first.Capacity, out var record);
            // The newest collection may still be running: it is copied once it has ended.
            if (_next == begun && !isLast && (state != SlotState.Written || !record.Ended)) return false;
            if (state == SlotState.Written && record.Start >= _from) _writer.Add(slots[..AgentRecord.Bytes]);
        }

        return true;
    }
}

/// <summary>The file to which unpause's agent in a process writes its collections. It is only read.</summary>
[SupportedOSPlatform("linux")]
internal static class PythonRing
{
    /// <summary>Extension of its files.</summary>
    public const string Extension = ".upgc";

    private const string Prefix = "python-";

    /// <summary>Opens the file of the agent in a process; null when there is none, or without access.</summary>
    public static SafeFileHandle? Open(ProcessView process)
    {
        foreach (var mapping in MappingsIn(process))
        {
            var link = string.Create(CultureInfo.InvariantCulture, $"/proc/{process.Id}/{mapping.Link}");
            var file = FolderHandle.OpenFileBehind(link) ?? ProcessFiles.Open(process, mapping.Path);
            if (file is not null && IsOf(process, file)) return file;
            file?.Dispose();
        }

        return null;
    }

    /// <summary>Paths, as the process sees them, of files that an agent in it writes, or wrote before they were removed.</summary>
    public static IEnumerable<string> PathsIn(ProcessView process) => MappingsIn(process).Select(process.OwnPath).Distinct();

    private static IEnumerable<FileMapping> MappingsIn(ProcessView process)
    {
        var prefix = string.Create(CultureInfo.InvariantCulture, $"{Prefix}{process.OwnId}-");
        return process.Mappings().Where(mapping =>
            Path.GetFileName(mapping.Path) is var name && name.StartsWith(prefix, StringComparison.Ordinal)
            && name.EndsWith(Extension, StringComparison.Ordinal));
    }

    private static bool IsOf(ProcessView process, SafeFileHandle file) =>
        Header(file) is { Outside: false, Closed: false, Stopped: false } header && header.ProcessId == process.OwnId;

    /// <summary>The fixed fields of a file's header; null when the file has none.</summary>
    public static AgentHeader? Header(SafeFileHandle file)
    {
        Span<byte> bytes = stackalloc byte[AgentHeader.FixedBytes];
        return RandomAccess.Read(file, bytes, 0) == bytes.Length ? AgentHeader.Parse(bytes, out _) : null;
    }
}
