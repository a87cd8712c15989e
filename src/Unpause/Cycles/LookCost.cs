using Unpause.Recordings;
using Unpause.Recordings.Words;

namespace Unpause.Cycles;

/// <summary>
/// What looks cost a recorded program: it stands still while its pages are shared, and copies those that it then writes to.
/// </summary>
internal sealed class LookCost
{
    // Of fewer the mean is that of one or two that were long by chance.
    private const int FewestCompared = 3;

    private readonly WatchedProcess _watched;
    private readonly HashSet<int> _looked = [];
    private readonly long _inside;
    private readonly double? _fullWith, _fullWithout;

    /// <summary>Compares what both tell.</summary>
    public LookCost(WatchedProcess watched, Recording recording)
    {
        _watched = watched;
        foreach (var look in watched.Looks)
        {
            if (LookMatch.CollectionOf(look, recording) is not { } index) continue;
            _looked.Add(index);
            // The collection had begun before, for who recorded: the callbacks were called in the other order.
            if (recording.Collections[index].StartNanoseconds + recording.ProgramClock!.Value.ZeroNanoseconds <= look.When)
                _inside += look.StopNanoseconds;
        }

        var (with, without) = (new List<double>(), new List<double>());
        foreach (var pause in recording.Pauses)
        {
            if (recording.Collections[pause.Collection].Generation != Generations.Gen2) continue;
            (_looked.Contains(pause.Collection) ? with : without).Add(pause.DurationNanoseconds);
        }

        if (with.Count < FewestCompared || without.Count < FewestCompared) return;
        (_fullWith, _fullWithout) = (with.Average(), without.Average());
    }

    /// <summary>The cost for who reads the recording.</summary>
    public string Sentence
    {
        get
        {
            var stops = _watched.Looks.Sum(look => look.StopNanoseconds);
            var longest = _watched.Looks.Select(look => look.StopNanoseconds).DefaultIfEmpty().Max();
            var where = _inside == 0 ? "in none of the pauses" : $"{Quantities.Duration(_inside)} of it in pauses";
            var copies = _fullWith is { } with && _fullWithout is { } without
                ? $"; full collections with a look beside them took {Quantities.Duration(with)} on average, others "
                    + Quantities.Duration(without)
                : "";
            return $"Garbage was looked at beside {Quantities.Count(_looked.Count, "collection")}: the program stood still "
                + $"{Quantities.Duration(stops)} for it, at most {Quantities.Duration(longest)} at a time, {where}{copies}.";
        }
    }
}
