using Unpause.Recordings.Readers;

namespace Unpause.Recordings.Cycles;

/// <summary>Reads garbage snapshots of processes and analyses them together: <c>unpause cycles</c>.</summary>
public sealed class CycleMaterial
{
    private readonly Dictionary<(int Process, long Started), WatchedProcess> _processes = [];
    private readonly List<SnapshotFacts> _snapshots = [];
    private readonly CycleGrouping _grouping = new();
    private readonly List<string> _notes = [];
    private bool _unreadable;

    private CycleMaterial()
    {
    }

    /// <summary>For one process whose files come one by one.</summary>
    internal static CycleMaterial OfOneProcess() => new();

    /// <summary>What is kept of a snapshot.</summary>
    private sealed record SnapshotFacts(
        (int Process, long Started) Process,
        int Number,
        int Generation,
        SnapshotKind Kind,
        long? Garbage,
        double? BytesPerObject,
        long? TooMany,
        SnapshotShares Shares);

    /// <summary>Reads files and analyses them; null when none has this format.</summary>
    public static CyclesDocument? Read(IReadOnlyList<RecordingInput> inputs)
    {
        var material = new CycleMaterial();
        foreach (var input in inputs) material.Take(input);
        return material.Judge();
    }

    /// <summary>Number of kinds of cycles, which determines the memory use.</summary>
    internal int Kinds => _grouping.Kinds;

    /// <summary>Adds a process's own counts.</summary>
    internal void Add(WatchedProcess process)
    {
        if (_processes.Count < Limits.Processes) _processes[(process.ProcessId, process.Started)] = process;
    }

    /// <summary>Adds a snapshot.</summary>
    /// <param name="snapshot">The snapshot; null if the file has another format or is incomplete.</param>
    internal void Add(string name, GarbageSnapshot? snapshot)
    {
        if (_snapshots.Count == Limits.CycleSnapshots) Note($"{name} is left out: there are more than {Limits.CycleSnapshots} snapshots");
        else if (snapshot is { IsWhole: true }) Keep(name, snapshot);
        else Note($"{name} is incomplete and left out");
    }

    /// <summary>Analyses the added data; null when there are none.</summary>
    internal CyclesDocument? Judge() => _snapshots.Count == 0 && _processes.Count == 0 ? null : Judged();

    private void Take(RecordingInput input)
    {
        try
        {
            using var stream = PeekedStream.Unpack(input.Open());
            var start = stream.Peek(WatchedProcess.FileBytes);
            if (WatchedProcess.Recognises(start))
            {
                if (WatchedProcess.Read(start) is not { } process) Note($"{input.Name} is truncated, or written by another version");
                else Add(process);
                return;
            }

            if (GarbageSnapshotReader.Recognises(start)) Add(input.Name, GarbageSnapshotReader.Read(stream));
        }
        catch (Exception fault) when (fault is IOException or UnauthorizedAccessException or InvalidDataException)
        {
            Note($"{input.Name} cannot be read: {SystemFault.Reason(fault)}");
        }
    }

    private void Keep(string name, GarbageSnapshot snapshot)
    {
        if (snapshot.LinesUnparsed > 0) Note($"{name}: {Quantities.Count(snapshot.LinesUnparsed, "line")} not understood");
        _snapshots.Add(new SnapshotFacts(
            (snapshot.ProcessId, snapshot.Started), snapshot.Number, snapshot.Generation, snapshot.Kind,
            snapshot.Examined is null ? null : snapshot.Garbage,
            CycleGrouping.BytesPerObject(snapshot), snapshot.TooMany, _grouping.Add(snapshot)));
    }

    private void Note(string text)
    {
        _unreadable = true;
        if (_notes.Count < Limits.KeptNotes) _notes.Add(text);
    }

    private CyclesDocument Judged()
    {
        var processes = new List<CycleProcess>();
        long garbage = 0;
        double allocated = 0, freed = 0;
        foreach (var id in _snapshots.Select(snapshot => snapshot.Process).Concat(_processes.Keys).Distinct().Order())
        {
            var weighed = Weigh(id);
            foreach (var (snapshot, stands) in weighed.Snapshots) CycleGrouping.Estimate(snapshot, stands);
            processes.Add(weighed.Process);
            garbage += weighed.Garbage;
            if (weighed.Process is { AllocatedBytes: { } asked, GarbageBytes: { } bytes })
            {
                allocated += asked;
                freed += bytes;
            }
        }

        var groups = _grouping.Build(garbage, out var leftOut, out var notInGroups);
        return new CyclesDocument
        {
            Processes = processes,
            Groups = groups,
            GroupsLeftOut = leftOut,
            Garbage = garbage,
            Seen = _grouping.Seen,
            NotSeen = Math.Max(0, garbage - _grouping.Estimated),
            NotInGroups = Math.Max(0, notInGroups),
            SharePercentOfAllocated = allocated > 0 ? Math.Min(100, 100 * freed / allocated) : null,
            Notes = _notes,
            Unreadable = _unreadable,
        };
    }

    private (CycleProcess Process, List<(SnapshotShares Snapshot, double Stands)> Snapshots, long Garbage) Weigh(
        (int Process, long Started) id)
    {
        var watched = _processes.GetValueOrDefault(id);
        var entries = (watched?.Snapshots ?? []).ToDictionary(entry => entry.Number);
        var snapshots = _snapshots.Where(snapshot => snapshot.Process == id && snapshot.Garbage is not null)
            .OrderBy(snapshot => snapshot.Number).ToList();
        var weighed = new List<(SnapshotShares Snapshot, double Stands)>();
        var generations = new List<WatchedGeneration>();
        long garbage = 0;
        double? bytes = snapshots.Count == 0 ? null : 0;
        for (var generation = 0; generation < WatchedProcess.Generations; generation++)
        {
            var own = snapshots.FindAll(snapshot => snapshot.Kind == SnapshotKind.Collection && snapshot.Generation == generation);
            var seen = own.Sum(snapshot => snapshot.Garbage!.Value);
            var counts = watched?.Counts[generation];
            var collected = counts?.Collected ?? seen;
            var stands = Stretches.Compute(
                collected,
                own.ConvertAll(snapshot => (snapshot.Garbage!.Value, entries.GetValueOrDefault(snapshot.Number)?.CollectedSoFar)));
            for (var i = 0; i < own.Count; i++)
            {
                weighed.Add((own[i].Shares, stands[i]));
                bytes += stands[i] * (own[i].BytesPerObject ?? 0);
            }

            garbage += collected;
            if (counts is { } known)
            {
                // The process starts its time measurement before it is cloned.
                var cloning = entries.Values.Where(entry => entry.Kind == SnapshotKind.Collection && entry.Generation == generation)
                    .Sum(entry => entry.StopNanoseconds);
                generations.Add(new WatchedGeneration(
                    $"gen{generation}", known.Collections, known.Collected, Math.Max(0, known.Nanoseconds - cloning), own.Count, seen));
            }
        }

        var last = snapshots.FindLast(snapshot => snapshot.Kind != SnapshotKind.Collection);
        if (last is { Garbage: { } left })
        {
            weighed.Add((last.Shares, (double)left));
            garbage += left;
            bytes += left * (last.BytesPerObject ?? 0);
        }

        return (Describe(id, watched, snapshots, last, generations, bytes), weighed, garbage);
    }

    private CycleProcess Describe(
        (int Process, long Started) id,
        WatchedProcess? watched,
        List<SnapshotFacts> snapshots,
        SnapshotFacts? last,
        List<WatchedGeneration> generations,
        double? bytes)
    {
        var entries = watched?.Snapshots.Where(entry => entry.Kind != SnapshotKind.Heap).ToList() ?? [];
        var compared = snapshots
            .Select(snapshot => (snapshot.Garbage, entries.FirstOrDefault(entry => entry.Number == snapshot.Number)?.Collected))
            .Where(pair => pair.Collected is not null).ToList();
        var tooLarge = _snapshots.Count(snapshot => snapshot.Process == id && snapshot.TooMany is not null);
        return new CycleProcess
        {
            ProcessId = id.Process,
            RuntimeVersion = watched?.RuntimeVersion.ToString(),
            WatchedNanoseconds = watched?.WatchedNanoseconds,
            Generations = generations,
            Snapshots = snapshots.Count,
            SnapshotsLost = (watched?.Failed ?? 0) + Math.Max(0, entries.Count - snapshots.Count - tooLarge),
            SnapshotsTooLarge = tooLarge,
            SnapshotsExact = compared.Count(pair => pair.Garbage == pair.Collected),
            SnapshotsInexact = compared.Count(pair => pair.Garbage != pair.Collected),
            StopNanoseconds = watched is null ? null : entries.Sum(entry => entry.StopNanoseconds),
            LongestStopNanoseconds = watched is null ? null : entries.Select(entry => entry.StopNanoseconds).DefaultIfEmpty().Max(),
            Left = last?.Garbage,
            AllocatedBytes = watched?.AllocatedBytes,
            GarbageBytes = bytes,
        };
    }
}

/// <summary>How a snapshot's objects are distributed over kinds of cycles.</summary>
/// <param name="Written">Objects of the snapshot that were written individually.</param>
/// <param name="Groups">The kinds, with their objects and bytes in this snapshot.</param>
internal sealed record SnapshotShares(int Written, IReadOnlyList<(GroupBuilder Group, long Objects, long Bytes)> Groups);

/// <summary>One generation of a watched process.</summary>
/// <param name="Generation">Its name: <c>gen0</c>, <c>gen1</c>, <c>gen2</c>.</param>
/// <param name="Collected">Objects that they freed.</param>
/// <param name="Nanoseconds">Their total duration, without cloning the process for snapshots.</param>
/// <param name="Snapshots">Collections with a snapshot.</param>
/// <param name="LookedAt">Objects that these freed.</param>
public sealed record WatchedGeneration(
    string Generation, long Collections, long Collected, long Nanoseconds, long Snapshots, long LookedAt);

/// <summary>When a snapshot of a process's garbage was taken.</summary>
public enum SnapshotKind
{
    /// <summary>At the start of a collection: the garbage that it freed.</summary>
    Collection,

    /// <summary>On request: the garbage at that moment.</summary>
    Moment,

    /// <summary>At the end of the program: the remaining garbage.</summary>
    Exit,

    /// <summary>On request: the whole heap, for <c>unpause heap</c>.</summary>
    Heap,
}

/// <summary>
/// How many objects each snapshot of a generation represents: those freed since the previous snapshot. A snapshot without garbage
/// represents none, and the objects freed meanwhile count for the next. Objects freed after the last snapshot count for the last few,
/// because the end of a program resembles them more than its start.
/// </summary>
internal static class Stretches
{
    private const int LastFew = 3;

    /// <summary>The number of objects for each snapshot; in total those that were freed, unless no snapshot has garbage.</summary>
    /// <param name="collected">Objects that the generation freed in total.</param>
    /// <param name="snapshots">Garbage in each snapshot, and what the generation had freed until then; null if unknown.</param>
    public static double[] Compute(long collected, IReadOnlyList<(long Found, long? SoFar)> snapshots)
    {
        var stands = new double[snapshots.Count];
        var known = snapshots.All(snapshot => snapshot.SoFar is not null);
        long before = 0;
        for (var i = 0; i < snapshots.Count; i++)
        {
            var (seen, soFar) = snapshots[i];
            if (seen == 0) continue;
            stands[i] = known ? Math.Max(0, soFar!.Value - before) : seen;
            before = Math.Max(before, soFar ?? 0);
        }

        var last = Enumerable.Range(0, snapshots.Count).Where(i => snapshots[i].Found > 0).TakeLast(LastFew).ToList();
        var (rest, found) = (collected - stands.Sum(), last.Sum(i => (double)snapshots[i].Found));
        foreach (var i in last) stands[i] = Math.Max(0, stands[i] + (rest * snapshots[i].Found / found));
        return stands;
    }
}
