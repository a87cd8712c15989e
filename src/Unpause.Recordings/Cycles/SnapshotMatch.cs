namespace Unpause.Recordings.Cycles;

/// <summary>
/// Whether snapshots belong to the process of a recording. Both have its id and times of the same clock. Each snapshot proves it: it was
/// taken at the start of a collection, and the process recorded how many objects that collection then freed, as does the recording.
/// </summary>
internal static class SnapshotMatch
{
    /// <summary>Whether both are of the same process.</summary>
    public static bool Is(WatchedProcess watched, Recording recording)
    {
        if (recording.Source.ProcessId != watched.ProcessId || recording.ProgramClock is not { } clock) return false;
        long proven = 0;
        foreach (var snapshot in watched.Snapshots)
        {
            if (CollectionOf(snapshot, recording) is not { } index || snapshot.Collected is not { } collected) continue;
            var collection = recording.Collections[index];
            if (collection.FreedObjects is not { } freed) continue;
            if (freed != collected || collection.Generation != $"gen{snapshot.Generation}") return false;
            proven++;
        }

        // A process that only ended, or whose first collections are lost, has no snapshot that proves it.
        return proven > 0 || (watched.Started >= clock.BegunNanoseconds
            && recording.DurationNanoseconds is { } duration && watched.Started <= clock.ZeroNanoseconds + duration);
    }

    /// <summary>The recorded collection at which a snapshot was taken; null for other snapshots, or outside the recording.</summary>
    public static int? CollectionOf(SnapshotEntry snapshot, Recording recording)
    {
        if (snapshot.Kind != SnapshotKind.Collection || recording.ProgramClock is not { } clock) return null;
        var when = snapshot.When - clock.ZeroNanoseconds;
        if (when < 0) return null;
        var (low, high) = (0, recording.Collections.Count);
        while (low < high)
        {
            var middle = (low + high) / 2;
            // A collection that never ended is the last.
            if ((recording.Collections[middle].EndNanoseconds ?? long.MaxValue) < when) low = middle + 1;
            else high = middle;
        }

        return low < recording.Collections.Count ? low : null;
    }
}
