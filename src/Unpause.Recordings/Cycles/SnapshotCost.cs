namespace Unpause.Recordings.Cycles;

/// <summary>
/// The cost of garbage snapshots for a recorded process: it is paused while its pages are shared, and copies pages that it then writes to.
/// </summary>
internal sealed class SnapshotCost
{
    // With fewer, the mean may be that of one or two that were long by chance.
    private const int FewestCompared = 3;

    private readonly WatchedProcess _watched;
    private readonly int _looked;
    private readonly long _inside;
    private readonly double? _fullWith, _fullWithout;

    /// <summary>Compares the process's counts with its recording.</summary>
    /// <param name="lengths">Duration of each snapshot, by its number.</param>
    public SnapshotCost(WatchedProcess watched, IReadOnlyDictionary<int, long> lengths, Recording recording)
    {
        _watched = watched;
        var beside = new HashSet<int>();
        foreach (var snapshot in watched.Snapshots)
        {
            if (SnapshotMatch.CollectionOf(snapshot, recording) is not { } index) continue;
            _looked++;
            // During a snapshot, every page that the program writes to is copied first.
            var last = snapshot.When - recording.ProgramClock!.Value.ZeroNanoseconds + lengths.GetValueOrDefault(snapshot.Number);
            for (var i = index; i < recording.Collections.Count && (i == index || recording.Collections[i].StartNanoseconds <= last); i++)
                beside.Add(i);
            // The recorded pause had started before: the callbacks were called in the opposite order.
            if (recording.Collections[index].StartNanoseconds + recording.ProgramClock.Value.ZeroNanoseconds <= snapshot.When)
                _inside += snapshot.StopNanoseconds;
        }

        var (with, without) = (new List<double>(), new List<double>());
        foreach (var pause in recording.Pauses)
        {
            if (recording.Collections[pause.Collection].Generation != Generations.Gen2) continue;
            (beside.Contains(pause.Collection) ? with : without).Add(pause.DurationNanoseconds);
        }

        if (with.Count < FewestCompared || without.Count < FewestCompared) return;
        (_fullWith, _fullWithout) = (with.Average(), without.Average());
    }

    /// <summary>The cost in words.</summary>
    public string Sentence
    {
        get
        {
            var stops = _watched.Snapshots.Sum(snapshot => snapshot.StopNanoseconds);
            var longest = _watched.Snapshots.Select(snapshot => snapshot.StopNanoseconds).DefaultIfEmpty().Max();
            var where = _inside == 0 ? "outside the recorded pauses" : $"{Quantities.Duration(_inside)} of that within recorded pauses";
            var copies = _fullWith is { } with && _fullWithout is { } without
                ? $". Full collections during a snapshot took {Quantities.Duration(with)} on average, others "
                    + Quantities.Duration(without)
                : "";
            return $"Garbage snapshots were taken at {Quantities.Count(_looked, "collection")}. They paused the process for "
                + $"{Quantities.Duration(stops)} in total, at most {Quantities.Duration(longest)} at a time, {where}{copies}.";
        }
    }
}
