using Unpause.Analysis;
using Unpause.Recordings.Garbage;

namespace Unpause.Diagnosis.Python;

/// <summary>Which cycles make CPython's collections necessary, by looks at what these free, and what breaking them should gain.</summary>
internal sealed class CyclicWork
{
    /// <summary>From which share on a kind of cycles is worth breaking.</summary>
    public static readonly Threshold Share = Threshold.Percent(
        "least share of a kind of cycles in what only the collector can free", 10,
        "without a smaller one the collector stays as necessary as it is");

    /// <summary>From how much on cycles make the collector necessary.</summary>
    public static readonly Threshold Pile = Threshold.Bytes(
        "least memory a second that only the collector can free", 10 * 1024,
        "in a day 0.8 GiB would pile up without it; less could simply stay until the program ends");

    /// <summary>Below it the cycles may be those of the program's start.</summary>
    public static readonly Threshold Fewest = Threshold.Count(
        "fewest cycles of a kind", 20, "cycles", "fewer may be what is made once, when modules are loaded");

    /// <summary>From when on the cycles themselves are what sets off the collections.</summary>
    public static readonly Threshold Driving = Threshold.Percent(
        "share of the new objects from which on the cycles themselves set off most collections", 50,
        "CPython collects when so many more objects came than went, and those in cycles don't go");

    /// <summary>From which share on it is said that no look tells of it.</summary>
    public static readonly Threshold Unseen = Threshold.Percent(
        "share of what only the collector could free from which on it is said that no look tells of it", 1,
        "then the shares of the cycles are the least that they can be");

    private const int KindsShown = 3;

    private readonly AnalysedProcess _process;
    private readonly GarbageLooks _garbage;
    private readonly FutileWork _work;
    private readonly ThresholdAdvice _thresholds;
    private readonly double _paused;

    private CyclicWork(AnalysedProcess process, GarbageLooks garbage, IReadOnlyList<GarbageCycle> kinds)
    {
        (_process, _garbage, Kinds) = (process, garbage, kinds);
        _work = process.Shared(FutileWork.Of)!;
        _thresholds = ThresholdAdvice.For(process.Recording.Source);
        _paused = 100 - (process.Summary.Pauses.ThroughputPercent ?? 100);
    }

    /// <summary>The kinds of cycles, those with most objects first; never empty.</summary>
    public IReadOnlyList<GarbageCycle> Kinds { get; }

    /// <summary>Their share of what only the collector could free, in percent of objects.</summary>
    public double Percent => Math.Min(100, Kinds.Sum(kind => kind.SharePercent));

    /// <summary>Whether what looks found is so little that it could stay until the program ends.</summary>
    public static bool IsNextToNothing(GarbageLooks garbage) =>
        garbage is { Looks: > 0, Bytes: { } bytes, WatchedNanoseconds: > 0 and var watched } && bytes < Pile.Value * (watched / 1e9);

    /// <summary>Kinds of cycles that are worth breaking.</summary>
    public static IEnumerable<GarbageCycle> WorthBreaking(GarbageLooks garbage) =>
        garbage.Cycles.Where(kind => kind.SharePercent >= Share.Value && kind.Count >= Fewest.Value);

    /// <summary>The verdict of a rule about some kinds of cycles: silent, or what is missing; null where there are such.</summary>
    /// <param name="process">The process.</param>
    /// <param name="isOfRule">Whether a kind is the rule's.</param>
    /// <param name="found">The kinds.</param>
    public static Verdict? Judge(AnalysedProcess process, Func<GarbageCycle, bool> isOfRule, out CyclicWork? found)
    {
        found = null;
        if (!IsFelt(process)) return Verdict.Silent;
        if (process.Recording.Garbage is not { Looks: > 0 } garbage) return PythonNeeds.Cycles.Missing();
        if (IsNextToNothing(garbage)) return Verdict.Silent;
        var kinds = WorthBreaking(garbage).Where(isOfRule).Take(KindsShown).ToList();
        if (kinds.Count == 0) return Verdict.Silent;
        found = new CyclicWork(process, garbage, kinds);
        return null;
    }

    /// <summary>The finding.</summary>
    /// <param name="id">The rule's id.</param>
    /// <param name="what">What the cycles are, as a title begins.</param>
    /// <param name="further">What else helps against such cycles.</param>
    public Finding Finding(string id, string what, IEnumerable<Advice> further)
    {
        var alone = Alone;
        var share = Quantities.Percent(Percent);
        var most = Math.Max(alone?.Nanoseconds ?? 0, Raised?.Most ?? 0);
        return new Finding(
            id,
            _paused >= FutileCollections.High.Value && alone?.Percent >= Driving.Value ? Severity.High : Severity.Medium,
            $"{what} {(IsNotSeenNotable ? $"at least {share}" : share)} of what only the collector can free, and collections take "
                + $"{Quantities.Percent(_paused)} of the time",
            Evidence(alone),
            [.. Kinds.Select(Cure), .. further, .. Afterwards()],
            ExpectedGain(alone),
            Gain.PausesUpTo(_process, most))
        {
            TimeBack = new TimeBack((long)(alone?.Nanoseconds ?? 0), "the collections that these cycles themselves set off"),
        };
    }

    private static bool IsFelt(AnalysedProcess process) =>
        100 - process.Summary.Pauses.ThroughputPercent >= FutileCollections.Least.Value
        || FullCollectionsInRequests.AreFelt(process);

    /// <summary>
    /// How many of the collections the cycles themselves set off, at most, and the time of these; null where new objects aren't counted.
    /// CPython counts an object that comes up and one that goes down (gc_alloc and PyObject_GC_Del in Modules/gcmodule.c and Python/gc.c),
    /// and those in cycles don't go.
    /// </summary>
    private (double Percent, double Nanoseconds)? Alone
    {
        get
        {
            if (_work.Allocated is not { Value: > 0 } allocated) return null;
            // What no look saw may be of the same kinds.
            var share = Math.Min(1, (Kinds.Sum(kind => kind.Objects) + _garbage.NotSeen) / allocated.Value);
            return (100 * share, share * _work.Automatic.PauseTotalNanoseconds.Value);
        }
    }

    /// <summary>Whether so much was freed of which no look tells that the shares are lower bounds.</summary>
    private bool IsNotSeenNotable => _garbage.NotSeen >= _garbage.Objects * Unseen.Share;

    private ThresholdGain? Raised => _work.FullCollectionsMatter(_thresholds) ? _work.GainOf(_thresholds) : null;

    /// <summary>How fast what only the collector frees comes: <c>3 MiB a second</c>.</summary>
    public static string Rate(GarbageLooks garbage) =>
        $"{Quantities.Bytes((garbage.Bytes ?? 0) / Math.Max(1e-9, garbage.WatchedNanoseconds / 1e9))} a second";

    private List<Evidence> Evidence((double Percent, double Nanoseconds)? alone)
    {
        List<Evidence> evidence = [];
        foreach (var kind in Kinds)
        {
            evidence.Add(Diagnosis.Evidence.Fact("cycle_path", kind.Path ?? $"a long cycle of {kind.Title}"));
            evidence.Add(Diagnosis.Evidence.Percent(
                "cycle_share_percent",
                $"share of cycles of {kind.Title} in the {Quantities.Count(_garbage.Objects)} objects that only the collector could free, "
                    + $"by {Quantities.Count(_garbage.Looks, "look")}",
                kind.SharePercent));
            evidence.Add(Diagnosis.Evidence.Size("cycle_bytes", "memory in such cycles, and what hangs off them", kind.Bytes));
            if (kind.Origin is { } origin) evidence.Add(Diagnosis.Evidence.Fact("cycle_origin", $"made at {origin}"));
        }

        if (IsNotSeenNotable)
        {
            evidence.Add(Diagnosis.Evidence.Percent(
                "garbage_unsampled_percent", "share of these objects of which no look tells",
                100 * _garbage.NotSeen / _garbage.Objects));
        }

        evidence.Add(Diagnosis.Evidence.Percent("paused_percent", "share of the recording's time in collections", _paused));
        if (alone is { } own)
        {
            evidence.Add(Diagnosis.Evidence.Percent(
                "cycle_new_percent",
                "most of the new objects, by whose number collections begin, that such cycles can be",
                own.Percent));
        }

        if (_garbage.PercentOfAllocated is { } percent) evidence.Add(OfAllocated(percent));
        evidence.Add(Diagnosis.Evidence.Time(
            "snapshot_stop_ms", "time that the program stood still for the looks", _garbage.StopNanoseconds));
        evidence.Add(Diagnosis.Evidence.Fact("thresholds_in_force", _thresholds.InForce));
        return evidence;
    }

    /// <summary>How much the collector is good for.</summary>
    public static Evidence OfAllocated(double percent) => Diagnosis.Evidence.Percent(
        "garbage_of_allocated_percent", "share of the memory that the program asked for which only the collector could free", percent);

    private static Advice Cure(GarbageCycle kind) => new($"{kind.Title}: {kind.Cure}");

    private IEnumerable<Advice> Afterwards()
    {
        yield return new Advice(
            "Then record again: it shows whether the cycles are gone, and what is left.", Code: "unpause run --cycles -- CMD");
        if (!_thresholds.IsFollowed)
        {
            var raise = _thresholds.All(true, heapGrows: false).First();
            yield return raise with
            {
                Text = "Then raise the thresholds: until the cycles are broken, rarer collections let more of them lie, here "
                    + $"{Rate(_garbage)}.",
            };
        }
    }

    private string ExpectedGain((double Percent, double Nanoseconds)? alone)
    {
        var own = alone is { } known
            ? $"By itself up to {Quantities.Percent(known.Percent)} of the automatic collections' time, "
                + $"{Quantities.Duration(known.Nanoseconds)}: CPython collects by the number of new objects, and no more of these are in "
                + "such cycles. "
            : "By itself little: CPython collects by the number of new objects, not of cycles. ";
        if (alone?.Percent >= Driving.Value) return $"{own}Record again before you raise thresholds: few collections may be left.";
        var then = Raised is { } raised
            ? $"Higher thresholds, which cost no memory then, save {raised.Spared}: {raised.Rest(_work)}."
            : "How much higher thresholds save then the recording doesn't tell: try them and compare.";
        return own + (_thresholds.IsFollowed ? "The thresholds are high already." : then);
    }
}
