namespace Unpause.Recordings.Readers.Jvm.Unified;

/// <summary>
/// G1's lines over its workers at level debug: <c>Object Copy (ms): Min: 0.0, Avg: 0.2, Max: 0.4, Diff: 0.4, Sum: 0.4, Workers: 2</c>,
/// and counts of the same shape without <c>(ms)</c>.
/// </summary>
internal static class WorkerMessages
{
    private static readonly byte[] StringTable = System.Text.Encoding.ASCII.GetBytes(Recordings.Words.JvmPhases.StringTable);

    /// <summary>Takes in the line; false when it has another shape.</summary>
    public static bool TryApply(JvmProcess process, CollectionSlot open, ReadOnlySpan<byte> message)
    {
        var min = message.IndexOf("Min: "u8);
        if (min <= 0) return false;
        var name = message[..min].Trim((byte)' ').TrimEnd((byte)':');
        var timed = name.EndsWith("(ms)"u8);
        if (timed) name = name[..^4].TrimEnd((byte)' ');
        // Times of the JVM's weak tables come without the unit; only this one is used.
        else if (name.SequenceEqual(StringTable)) timed = true;
        if (!WorkerNumbers.TryRead(message[min..], timed ? 6 : 3, out var numbers)) return false;
        if (IsUnusable(name, timed)) return true;
        var index = open.Index;
        if (timed)
        {
            process.Recording.Phases.Add(new Phase(index, process.Names.Get(name), numbers.Average, numbers.Spread));
            return true;
        }

        process.Recording.Counters.Add(new Counter(index, process.Names.Get(name), numbers.Average / 1000.0, numbers.Sum / 1000.0));
        if (name.SequenceEqual("Copied Bytes"u8)) open.CopiedBytes = numbers.Sum / 1000;
        return true;
    }

    /// <summary>Points in time, and counts whose name doesn't show of what (children of the weak-root phases).</summary>
    private static bool IsUnusable(ReadOnlySpan<byte> name, bool timed) =>
        name.SequenceEqual("GC Worker Start"u8) || name.SequenceEqual("GC Worker End"u8)
        || (!timed && (name.SequenceEqual("Total"u8) || name.SequenceEqual("Dead"u8) || name.EndsWith("Weak"u8)
            || name.EndsWith("OopStorage"u8) || name.EndsWith("Samples"u8)));
}
