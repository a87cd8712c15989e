using System.Runtime.CompilerServices;

namespace Unpause.Recordings.Readers.Jvm.EventLogs;

/// <summary>One JVM's event logs, line by line.</summary>
internal sealed class EventLogProcess
{
    private const int LongestVersion = 100;

    private readonly NameTable _names = new();
    private readonly List<PrintedCollection> _collections = [];
    private readonly List<Operation> _operations = [];
    private readonly RecordingBuilder _recording;
    private int _open = None, _outer = None, _printing = None;
    private bool _isBefore;
    private Operation? _begun;
    private bool _hasHeapHistory, _isFirst = true;
    private long? _elapsed;
    private long _lastEvent;

    private const int None = -1;

    public EventLogProcess(ReadContext context)
    {
        _recording = new RecordingBuilder
        {
            Source = new SourceBuilder { Format = JvmFormats.EventLog, Runtime = Runtimes.Jvm, Files = context.Files },
            RecordsPauses = true,
        };
        context.Memory.Watch(() => _recording.MemoryBytes + ((long)_collections.Capacity * Unsafe.SizeOf<PrintedCollection>())
            + ((long)_operations.Capacity * Unsafe.SizeOf<Operation>()));
    }

    public CoverageBuilder Coverage => _recording.Coverage;

    /// <summary>Whether one of the sections was there: an empty one too.</summary>
    public bool HasHistory => _hasHeapHistory || _collections.Count > 0 || _operations.Count > 0;

    /// <summary>Whether a line begins the text of another JVM, or of this one at another time.</summary>
    public bool IsOfAnother(ReadOnlySpan<byte> line) =>
        (_hasHeapHistory && IsHeapHistory(line)) || (HasHistory && line.TrimStart((byte)' ').StartsWith("# JRE version:"u8));

    /// <summary>Takes in a line; false when it should have been understood and was not.</summary>
    public bool Take(ReadOnlySpan<byte> line)
    {
        var text = line.TrimStart((byte)' ');
        var isFirst = _isFirst;
        _isFirst = false;
        if (EventLine.TryRead(text, out var read)) return TakeEvent(read);
        if (text.StartsWith("Event: "u8) || text.IsEmpty)
        {
            _printing = None;
            return true;
        }

        if (_printing != None) return TakeHeapLine(text);
        if (text[0] == (byte)'#') TakeHeading(text);
        else if (IsHeapHistory(text)) _hasHeapHistory = true;
        else if (isFirst) TakeProcessId(text);
        else TakeFact(text);
        return true;
    }

    /// <summary>The recording.</summary>
    /// <param name="lines">How many lines are its.</param>
    public Recording Finish(long lines)
    {
        Coverage.Lines = lines;
        var events = new RecordedEvents(_collections, _operations, Math.Max(_lastEvent, _elapsed ?? 0));
        return events.Build(_recording, _begun?.Name);
    }

    private static bool IsHeapHistory(ReadOnlySpan<byte> line) =>
        (line.IndexOf("GC Heap History ("u8) >= 0 || line.IndexOf("GC Heap Usage History ("u8) >= 0) && line.IndexOf(" events)"u8) >= 0;

    private bool TakeEvent(in EventLine read)
    {
        _lastEvent = Math.Max(_lastEvent, read.Nanoseconds);
        _printing = None;
        switch (read.Kind)
        {
            case EventKind.HeapBefore: BeginCollection(read.Nanoseconds); break;
            case EventKind.HeapAfter: EndCollection(read.Nanoseconds); break;
            case EventKind.Begin:
                _begun = Operation.Read(read.Rest, read.Nanoseconds, _names);
                return true;
            default:
                var (name, cause) = Operation.Split(read.Rest, _names);
                if (_begun is { } begun && begun.Name == name && begun.Cause == cause)
                    _operations.Add(begun with { End = read.Nanoseconds });
                _begun = null;
                return true;
        }

        return TakeNumbers(read.Rest);
    }

    private void BeginCollection(long at)
    {
        // Young collections of ZGC run during a collection of the old generation; others do not run during another one.
        _outer = _open != None && _collections[_open].IsCycle ? _open : None;
        _open = _printing = _collections.Count;
        _isBefore = true;
        _collections.Add(new PrintedCollection { Start = at });
    }

    private void EndCollection(long at)
    {
        if (_open == None)
        {
            _open = _collections.Count;
            _collections.Add(default);
        }

        _printing = _open;
        _isBefore = false;
        Edit(_printing).End = at;
        (_open, _outer) = (_outer, None);
    }

    private bool TakeHeapLine(ReadOnlySpan<byte> line)
    {
        if (line.IndexOf("invocations="u8) >= 0) return TakeNumbers(line);
        if (line[0] == (byte)'}')
        {
            _printing = None;
            return true;
        }

        ref var collection = ref Edit(_printing);
        return _isBefore ? collection.Before.Take(line) : collection.After.Take(line);
    }

    /// <summary>Takes in <c>{Heap before GC invocations=482 (full 21):</c>; true when there is none.</summary>
    private bool TakeNumbers(ReadOnlySpan<byte> line)
    {
        var at = line.IndexOf("invocations="u8);
        if (at < 0) return true;
        var cursor = new Utf8Cursor(line[(at + "invocations=".Length)..]);
        if (!cursor.TryTakeFixed(0, out var number) || !cursor.TryTake(" (full "u8) || !cursor.TryTakeFixed(0, out var full))
            return false;
        ref var collection = ref Edit(_printing);
        if (_isBefore) (collection.NumberBefore, collection.FullBefore) = (number, full);
        else (collection.NumberAfter, collection.FullAfter) = (number, full);
        return true;
    }

    private ref PrintedCollection Edit(int index) => ref CollectionsMarshal.AsSpan(_collections)[index];

    /// <summary>The head: <c># JRE version: … (build 17.0.15+6-Debian-1deb12u1)</c>, <c>#  SIGSEGV (0xb) … pid=10725</c>.</summary>
    private void TakeHeading(ReadOnlySpan<byte> line)
    {
        if (line.StartsWith("# JRE version:"u8)) TakeVersion(line, "(build "u8);
        if (_recording.Source.ProcessId is null && line.IndexOf("pid="u8) is >= 0 and var at) TakeProcessId(line[(at + 4)..]);
    }

    private void TakeVersion(ReadOnlySpan<byte> line, ReadOnlySpan<byte> label)
    {
        if (_recording.Source.RuntimeVersion is not null || line.IndexOf(label) is not (>= 0 and var at)) return;
        var version = line[(at + label.Length)..];
        if (version.IndexOf((byte)')') is > 0 and <= LongestVersion and var end)
            _recording.Source.RuntimeVersion = Encoding.UTF8.GetString(version[..end]);
    }

    private void TakeProcessId(ReadOnlySpan<byte> text)
    {
        var cursor = new Utf8Cursor(text);
        if (cursor.TryTakeFixed(0, out var id) && id is > 0 and <= int.MaxValue && !cursor.AtEnd
            && cursor.Rest[0] is (byte)':' or (byte)',')
        {
            _recording.Source.ProcessId = (int)id;
        }
    }

    private void TakeFact(ReadOnlySpan<byte> line)
    {
        if (line.StartsWith("vm_info: "u8)) TakeVersion(line, " JRE ("u8);
        else if (line.StartsWith("size_t MaxHeapSize "u8) && line.IndexOf("= "u8) is >= 0 and var sign)
        {
            var cursor = new Utf8Cursor(line[(sign + 2)..]);
            if (cursor.TryTakeFixed(0, out var bytes) && bytes is > 0 and <= Limits.HeapBytes) _recording.HeapMaximumBytes = bytes;
        }
        else if (line.IndexOf("elapsed time: "u8) is >= 0 and var at)
        {
            var cursor = new Utf8Cursor(line[(at + "elapsed time: ".Length)..]);
            if (cursor.TryTakeSeconds(out var elapsed) && elapsed <= Limits.LongestNanoseconds) _elapsed = elapsed;
        }
    }
}

/// <summary>A VM operation that stopped the threads.</summary>
/// <param name="Start">Before the threads are stopped, since the JVM's start.</param>
/// <param name="End">After they run again.</param>
/// <param name="Cause">What JDK 25 prints behind its name.</param>
internal readonly record struct Operation(long Start, long End, string Name, string? Cause)
{
    /// <summary>Reads what follows <c>VM operation: </c>.</summary>
    public static Operation Read(ReadOnlySpan<byte> text, long start, NameTable names)
    {
        var (name, cause) = Split(text, names);
        return new Operation(start, start, name, cause);
    }

    /// <summary>The name and the cause of <c>G1CollectForAllocation (G1 Evacuation Pause)</c>.</summary>
    public static (string Name, string? Cause) Split(ReadOnlySpan<byte> text, NameTable names)
    {
        var at = text.IndexOf(" ("u8);
        return at > 0 && text[^1] == (byte)')'
            ? (names.Get(text[..at]), names.Get(text[(at + 2)..^1]))
            : (names.Get(text), null);
    }
}

/// <summary>A collection of the heap's history: the heap before it and after it.</summary>
internal struct PrintedCollection
{
    public long? Start, End, NumberBefore, NumberAfter, FullBefore, FullAfter;

    public HeapPrint Before, After;

    /// <summary>The collector, where a line of the heap shows it.</summary>
    public readonly string? Collector => Before.Collector ?? After.Collector;

    /// <summary>Whether the application runs between the two prints.</summary>
    public readonly bool IsCycle => Collector is JvmCollectors.Z or JvmCollectors.Shenandoah;

    /// <summary>When it began, or when its end was printed.</summary>
    public readonly long First => Start ?? End ?? 0;

    /// <summary>When it ended, or when its beginning was printed.</summary>
    public readonly long Last => End ?? Start ?? 0;
}
