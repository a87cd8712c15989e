using System.Buffers.Text;
using Unpause.Recordings.Packed;

namespace Unpause.Recordings.Readers.Jvm;

/// <summary>
/// Safepoint lines. 13-24: <c>Safepoint "op", Time since last: n ns, Reaching safepoint: n ns, Cleanup: n ns, At safepoint: n ns, Total: n
/// ns</c>; 25 has no cleanup and adds <c>Leaving safepoint: n ns</c> before and <c>Threads: …</c> after the total. 9-12 print seconds:
/// <c>Total time for which application threads were stopped: n seconds, Stopping threads took: n seconds</c>.
/// </summary>
internal sealed class SafepointMessages(JvmProcess process)
{
    // By the operation's index in the table of names.
    private readonly List<Operation?> _operations = [];
    private Operation? _last;
    private string? _entered;

    /// <summary>Keeps the operation's name for the line that follows (9-12).</summary>
    public void Enter(ReadOnlySpan<byte> operation) => _entered = process.Names.Get(operation.TrimEnd((byte)' '));

    /// <summary>Takes in what follows <c>Safepoint "</c>; false when it is cut.</summary>
    public bool TryApply(ReadOnlySpan<byte> rest, long? at)
    {
        if (_last is not { } operation || !rest.StartsWith(operation.Quoted))
        {
            var quote = rest.IndexOf((byte)'"');
            if (quote < 0) return false;
            _last = operation = Find(rest[..quote]);
        }

        rest = rest[operation.Quoted.Length..];
        if (TryReadKnown(rest, out var reached, out var all))
        {
            Add(at, all, reached, operation.Name, operation.ForCollection);
            return true;
        }

        if (!TryReadNanoseconds(rest, "Total: "u8, out var total)) return false;
        long? reaching = TryReadNanoseconds(rest, "Reaching safepoint: "u8, out var value) ? value : null;
        Add(at, total, reaching, operation.Name, operation.ForCollection);
        return true;
    }

    private Operation Find(ReadOnlySpan<byte> name)
    {
        var index = process.Names.IndexOf(name);
        while (_operations.Count <= index) _operations.Add(null);
        return _operations[index] is { } known && known.Quoted.Length == name.Length + 1
            ? known
            : _operations[index] = new Operation(process.Names[index], [.. name, (byte)'"']);
    }

    /// <summary>Takes in what follows <c>… threads were stopped: </c> (JDK 5-12); false when it is cut.</summary>
    /// <param name="rest">The rest of the line.</param>
    /// <param name="afterPause">Whether a collector's pause ended since the last stop: JDK 5-8 don't name the operation.</param>
    public bool TryApplySeconds(ReadOnlySpan<byte> rest, long? at, bool afterPause = false)
    {
        var cursor = new Utf8Cursor(rest);
        if (!cursor.TryTakeSeconds(out var total) || !cursor.TryTake(" seconds"u8)) return false;
        long? reaching = null;
        if (cursor.TryTake(", Stopping threads took: "u8) && cursor.TryTakeSeconds(out var value) && cursor.TryTake(" seconds"u8))
        {
            reaching = value;
        }

        var operation = _entered ?? JvmStops.NotRecorded;
        Add(at, total, reaching, operation, afterPause || SafepointOperations.IsForCollection(operation));
        _entered = null;
        return true;
    }

    private void Add(long? at, long total, long? reaching, string operation, bool forCollection)
    {
        var stops = process.Recording.Stops ??= new StopList();
        var start = at is { } end ? end - total : Pause.NoTime;
        if (at is { } ended) process.Lasted(start, ended);
        stops.Add(new Stop(start, total, reaching, operation, forCollection));
    }

    /// <summary>The line as 13-24 print it, in one pass.</summary>
    private static bool TryReadKnown(ReadOnlySpan<byte> text, out long reaching, out long total)
    {
        reaching = total = 0;
        var cursor = new Utf8Cursor(text);
        return cursor.TryTake(", Time since last: "u8) && cursor.TryTakeFixed(0, out _)
            && cursor.TryTake(" ns, Reaching safepoint: "u8) && cursor.TryTakeFixed(0, out reaching)
            && cursor.TryTake(" ns, Cleanup: "u8) && cursor.TryTakeFixed(0, out _)
            && cursor.TryTake(" ns, At safepoint: "u8) && cursor.TryTakeFixed(0, out _)
            && cursor.TryTake(" ns, Total: "u8) && cursor.TryTakeFixed(0, out total)
            && cursor.TryTake(" ns"u8) && cursor.AtEnd;
    }

    private static bool TryReadNanoseconds(ReadOnlySpan<byte> text, ReadOnlySpan<byte> label, out long nanoseconds)
    {
        nanoseconds = 0;
        var index = text.IndexOf(label);
        if (index < 0) return false;
        var number = text[(index + label.Length)..];
        return Utf8Parser.TryParse(number, out nanoseconds, out var used) && nanoseconds >= 0 && number[used..].StartsWith(" ns"u8);
    }

    /// <summary>An operation's name, and its text in a line with the quote that ends it.</summary>
    private sealed class Operation(string name, byte[] quoted)
    {
        public string Name { get; } = name;

        public byte[] Quoted { get; } = quoted;

        public bool ForCollection { get; } = SafepointOperations.IsForCollection(name);
    }
}

/// <summary>
/// Which safepoint operations are the collector's. Source: <c>vmOperation.hpp</c> and the collectors'
/// <c>*VMOperations.hpp</c> of JDK 8-25. An operation that no row names is taken as another one (biased locks, deoptimisation, dumps …).
/// </summary>
internal static class SafepointOperations
{
    private static readonly (string Start, string Versions)[] Collecting =
    [
        ("G1", "8-25"),
        (JvmStops.ConcurrentMark, "8-13, G1"),
        ("CollectFor", "8-25"),
        ("GenCollect", "8-23, Serial and CMS"),
        ("SerialGC", "24-25"),
        ("SerialCollect", "24-25"),
        ("ParallelGC", "8-25"),
        ("ParallelCollect", "24-25"),
        ("CMS_", "8-13"),
        ("ZMark", "11-25"),
        ("ZRelocate", "11-25"),
        ("ZVerify", "11-25"),
        ("ZOperation", "11-14"),
        ("XMark", "21-23, ZGC not generational"),
        ("XRelocate", "21-23, ZGC not generational"),
        ("XVerify", "21-23, ZGC not generational"),
        (JvmCollectors.Shenandoah, "11-25"),
        ("IncCollect", "7-8"),
        ("Garbage collection", "native images"),
    ];

    /// <summary>Whether an operation is the collector's work.</summary>
    public static bool IsForCollection(string operation)
    {
        foreach (var (start, _) in Collecting)
        {
            if (operation.StartsWith(start, StringComparison.Ordinal)) return true;
        }

        return false;
    }
}
