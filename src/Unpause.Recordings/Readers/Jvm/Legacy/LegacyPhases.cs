namespace Unpause.Recordings.Readers.Jvm.Legacy;

/// <summary>
/// G1's phase lines: <c>Object Copy (ms): Min: 148.9, Avg: 160.4, Max: 162.5, Diff: 13.5, Sum: 1283.5</c>,
/// <c>Processed Buffers: Min: 44, …</c>, <c>Clear CT: 0.4 ms</c>, <c>Parallel Time: 187.2 ms, GC Workers: 8</c>;
/// with one worker <c>Object Copy (ms): 16.0</c>.
/// </summary>
internal static class LegacyPhases
{
    /// <summary>Takes in a line; false when it has another shape.</summary>
    public static bool TryApply(JvmProcess process, int collection, ReadOnlySpan<byte> content)
    {
        var colon = content.IndexOf((byte)':');
        if (colon <= 0) return false;
        var name = content[..colon];
        var rest = content[(colon + 1)..].TrimStart((byte)' ');
        var timed = name.EndsWith(" (ms)"u8);
        if (timed) name = name[..^5];
        if (name.StartsWith("GC Worker Start"u8) || name.StartsWith("GC Worker End"u8)) return true;
        if (WorkerNumbers.TryRead(rest, timed ? 6 : 3, out var numbers))
        {
            Add(process.Recording, collection, process.Names.Get(name), timed, numbers);
            return true;
        }

        var cursor = new Utf8Cursor(rest);
        if (!cursor.TryTakeFixed(6, out var value)) return false;
        if (timed || cursor.TryTake(" ms"u8)) process.Recording.Phases.Add(new Phase(collection, process.Names.Get(name), value));
        else if (cursor.AtEnd) process.Recording.Counters.Add(new Counter(collection, process.Names.Get(name), value / 1e6));
        else return false;
        return true;
    }

    private static void Add(RecordingBuilder recording, int collection, string name, bool timed, in WorkerNumbers numbers)
    {
        if (timed) recording.Phases.Add(new Phase(collection, name, numbers.Average, numbers.Spread));
        else recording.Counters.Add(new Counter(collection, name, numbers.Average / 1000.0, numbers.Sum / 1000.0));
    }
}
