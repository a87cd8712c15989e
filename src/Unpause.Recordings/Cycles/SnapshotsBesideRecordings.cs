using Unpause.Recordings.Garbage;
using Unpause.Recordings.Readers;

namespace Unpause.Recordings.Cycles;

/// <summary>
/// Garbage snapshots taken while the same process was recorded (<c>unpause run --cycles</c>): analysed process by process, and added to the
/// recording of each.
/// </summary>
internal sealed class SnapshotsBesideRecordings : ICompanionFiles
{
    // Instances, lists and dictionaries of a few elements have 48 to 232 bytes (sys.getsizeof of CPython 3.11).
    private const double UnseenObjectBytes = 232;

    private readonly Dictionary<(int Process, long Started), Watched> _processes = [];
    private readonly List<UnreadInput> _unread = [];

    /// <summary>The data of one process.</summary>
    /// <param name="File">The first of its files.</param>
    private sealed record Watched(string File)
    {
        /// <summary>Duration of each snapshot, by its number.</summary>
        public Dictionary<int, long> Lengths { get; } = [];

        public CycleMaterial Material { get; } = CycleMaterial.OfOneProcess();

        public WatchedProcess? Process { get; set; }

        public string? ProcessFile { get; set; }
    }

    /// <inheritdoc/>
    public bool TryTake(string name, PeekedStream stream)
    {
        var start = stream.Peek(WatchedProcess.FileBytes);
        if (WatchedProcess.Recognises(start))
        {
            Take(name, WatchedProcess.Read(start));
            return true;
        }

        if (!GarbageSnapshotReader.Recognises(start)) return false;
        var snapshot = GarbageSnapshotReader.Read(stream);
        if (snapshot is not null && FindWatched(snapshot.ProcessId, snapshot.Started, name) is { } watched)
        {
            watched.Material.Add(name, snapshot);
            watched.Lengths[snapshot.Number] = snapshot.Nanoseconds;
        }
        else _unread.Add(new UnreadInput(name, $"{OtherFiles.CycleSnapshots}; it is damaged, or there are too many", InputFault.Damaged));
        return true;
    }

    /// <inheritdoc/>
    public LoadedRecordings Join(IReadOnlyList<Recording> recordings)
    {
        var joined = new Dictionary<Recording, Recording>();
        foreach (var watched in _processes.Values)
        {
            var owners = watched.Process is { } process ? recordings.Where(recording => SnapshotMatch.Is(process, recording)).ToList() : [];
            if (owners is [var owner] && !joined.ContainsKey(owner)) joined[owner] = With(owner, watched);
            else _unread.Add(new UnreadInput(watched.File, OtherFiles.CycleSnapshots, InputFault.UnknownFormat));
        }

        return new LoadedRecordings([.. recordings.Select(recording => joined.GetValueOrDefault(recording, recording))], _unread);
    }

    private void Take(string name, WatchedProcess? process)
    {
        if (process is not null && FindWatched(process.ProcessId, process.Started, name) is { } watched)
        {
            (watched.Process, watched.ProcessFile) = (process, name);
            watched.Material.Add(process);
        }
        else
        {
            const string reason = $"{OtherFiles.CycleSnapshots}; it is truncated, written by another version, or there are too many";
            _unread.Add(new UnreadInput(name, reason, InputFault.Damaged));
        }
    }

    private Watched? FindWatched(int process, long started, string name)
    {
        if (_processes.TryGetValue((process, started), out var known)) return HasRoom() ? known : null;
        return _processes.Count < Limits.Processes && HasRoom() ? _processes[(process, started)] = new Watched(name) : null;
    }

    private bool HasRoom() => _processes.Values.Sum(watched => (long)watched.Material.Kinds) < Limits.CycleGroupsKept;

    private static Recording With(Recording recording, Watched watched)
    {
        var document = watched.Material.Judge()!;
        var process = document.Processes[0];
        var coverage = recording.Coverage;
        foreach (var note in document.Notes) coverage = coverage.With($"Garbage snapshots: {note}.", unreadable: true);
        if (process.Snapshots > 0) coverage = coverage.With(new SnapshotCost(watched.Process!, watched.Lengths, recording).Sentence);
        return recording with
        {
            Coverage = coverage,
            // It stands for its snapshots, of which there may be a hundred.
            Source = recording.Source with { Files = [.. recording.Source.Files, watched.ProcessFile!] },
            Garbage = new GarbageSnapshots
            {
                Snapshots = process.Snapshots,
                WatchedNanoseconds = watched.Process!.WatchedNanoseconds,
                StopNanoseconds = process.StopNanoseconds ?? 0,
                Objects = document.Garbage,
                NotSeen = document.NotSeen,
                Bytes = BytesOf(process, document),
                PercentOfAllocated = document.SharePercentOfAllocated,
                Cycles = [.. document.Groups.Select(ToCycle)],
            },
        };
    }

    /// <summary>Objects outside snapshots are assumed to be like those in snapshots.</summary>
    private static double? BytesOf(CycleProcess process, CyclesDocument document)
    {
        var seen = document.Garbage - document.NotSeen;
        return process.GarbageBytes + (document.NotSeen * (seen >= 1 ? process.GarbageBytes / seen : UnseenObjectBytes));
    }

    private static GarbageCycle ToCycle(CycleGroup group) => new(
        group.Title,
        group.PathText,
        group.SharePercent,
        group.Cycles * group.EstimatedObjects / Math.Max(1, group.Objects),
        group.EstimatedObjects,
        group.EstimatedBytes,
        group.Origin,
        group.Cure.Pattern,
        group.Cure.Text);
}
