namespace Unpause.Recordings.Readers.DotNet.HeapDumps;

/// <summary>
/// Joins a heap snapshot that was recorded right after a process's collections (unpause record --retainers) with their recording.
/// Nothing else of the snapshot's own recording stays: its collection was induced for it.
/// </summary>
internal static class HeapDumpJoin
{
    /// <summary>Longest time from the end of a recording to the beginning of the list.</summary>
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(60);

    /// <summary>Joins what certainly belongs together: one recording of the same process ended right before.</summary>
    public static IReadOnlyList<Recording> Join(IReadOnlyList<Recording> recordings)
    {
        if (!recordings.Any(IsList)) return recordings;
        var joined = new Dictionary<Recording, Recording>();
        foreach (var list in recordings.Where(IsList))
        {
            if (recordings.Where(recording => IsBefore(recording, list)).ToList() is not [var only]) continue;
            joined.TryAdd(only, list);
        }

        var gone = joined.Values.ToHashSet();
        return
        [
            .. recordings.Where(recording => !gone.Contains(recording))
                .Select(recording => joined.TryGetValue(recording, out var list) ? With(recording, list) : WithoutOurs(recording)),
        ];
    }

    /// <summary>A heap snapshot without other recordings: the collection and the stop for it are not the application's.</summary>
    private static Recording WithoutOurs(Recording recording)
    {
        if (!IsList(recording) || recording.Collections.Count == 0) return recording;
        foreach (var collection in recording.Collections)
        {
            if (collection.Cause != Causes.Diagnostic) return recording;
        }

        return recording with
        {
            Collections = Column<Collection>.Empty,
            Pauses = Column<Pause>.Empty,
            Phases = PhaseList.Empty,
            Stops = null,
            Facts = null,
            Coverage = recording.Coverage.With("The only collection was induced to take the heap snapshot: it is not counted."),
        };
    }

    private static bool IsList(Recording recording) => recording is { Source.Runtime: Runtimes.DotNet, HeapGraph: not null };

    private static bool IsBefore(Recording recording, Recording list) =>
        recording is { HeapGraph: null, Source: { Runtime: Runtimes.DotNet, ProcessId: { } id }, DurationNanoseconds: { } length }
        && list.Source.ProcessId == id
        && recording.Clock.StartedAt is { } from
        && list.Clock.StartedAt is { } at
        && at >= from
        && at - from <= TimeSpan.FromTicks(length / TimeSpan.NanosecondsPerTick) + Longest;

    private static Recording With(Recording recording, Recording list) => recording with
    {
        HeapGraph = list.HeapGraph,
        Coverage = recording.Coverage.With(list.Coverage),
        Source = recording.Source with
        {
            Files = [.. recording.Source.Files, .. list.Source.Files.Except(recording.Source.Files, StringComparer.Ordinal)],
            ContentId = recording.Source.ContentId is { } first && list.Source.ContentId is { } second
                ? ContentHash.Joined([first, second])
                : null,
        },
    };
}
