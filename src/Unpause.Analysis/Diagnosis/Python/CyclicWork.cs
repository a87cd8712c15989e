using Unpause.Recordings.Garbage;

namespace Unpause.Analysis.Diagnosis.Python;

/// <summary>
/// Which reference cycles make CPython's collections necessary, from garbage snapshots, and the expected improvement of breaking them.
/// </summary>
internal sealed class CyclicWork
{
    /// <summary>Share above which a kind of cycle is worth breaking.</summary>
    public static readonly Threshold Share = Threshold.Percent(
        "minimum share of one kind of cycle in the cyclic garbage", 10,
        "breaking a rarer kind leaves GC as necessary as before");

    /// <summary>Rate above which cycles make GC necessary.</summary>
    public static readonly Threshold Pile = Threshold.Bytes(
        "minimum rate of cyclic garbage per second", 10 * 1024,
        "0.8 GiB would accumulate in a day without GC; less could stay in memory until the process ends");

    /// <summary>Fewer cycles may be those of the start-up phase.</summary>
    public static readonly Threshold Fewest = Threshold.Count(
        "minimum cycles of a kind", 20, "cycles", "fewer may be created once, when modules are loaded");

    /// <summary>Share above which the cycles themselves start the collections.</summary>
    public static readonly Threshold Driving = Threshold.Percent(
        "share of the new objects above which the cycles themselves start most collections", 50,
        "CPython collects when allocations exceed deallocations by the threshold, and objects in cycles are not deallocated");

    /// <summary>Share above which the finding mentions garbage that no snapshot covers.</summary>
    public static readonly Threshold Unseen = Threshold.Percent(
        "share of cyclic garbage outside all snapshots above which the finding mentions it", 1,
        "then the shares of the cycles are lower bounds");

    private const int KindsShown = 3;

    private readonly AnalysedProcess _process;
    private readonly GarbageSnapshots _garbage;
    private readonly FutileWork _work;
    private readonly ThresholdAdvice _thresholds;
    private readonly double _paused;

    private CyclicWork(AnalysedProcess process, GarbageSnapshots garbage, IReadOnlyList<GarbageCycle> kinds)
    {
        (_process, _garbage, Kinds) = (process, garbage, kinds);
        _work = process.Shared(FutileWork.Compute)!;
        _thresholds = ThresholdAdvice.For(process.Recording.Source);
        _paused = 100 - (process.Summary.Pauses.ThroughputPercent ?? 100);
    }

    /// <summary>The kinds of cycles, those with most objects first; never empty.</summary>
    public IReadOnlyList<GarbageCycle> Kinds { get; }

    /// <summary>Their share of the cyclic garbage, in percent of objects.</summary>
    public double Percent => Math.Min(100, Kinds.Sum(kind => kind.SharePercent));

    /// <summary>Whether the cyclic garbage is so little that it could stay in memory until the process ends.</summary>
    public static bool IsNextToNothing(GarbageSnapshots garbage) =>
        garbage is { Snapshots: > 0, Bytes: { } bytes, WatchedNanoseconds: > 0 and var watched } && bytes < Pile.Value * (watched / 1e9);

    /// <summary>Kinds of cycles that are worth breaking.</summary>
    public static IEnumerable<GarbageCycle> WorthBreaking(GarbageSnapshots garbage) =>
        garbage.Cycles.Where(kind => kind.SharePercent >= Share.Value && kind.Count >= Fewest.Value);

    /// <summary>The verdict of a rule about some kinds of cycles: silent, or what is missing; null where there are such cycles.</summary>
    /// <param name="isOfRule">Whether a kind belongs to the rule.</param>
    public static Verdict? Judge(AnalysedProcess process, Func<GarbageCycle, bool> isOfRule, out CyclicWork? found)
    {
        found = null;
        if (!IsFelt(process)) return Verdict.Silent;
        if (process.Recording.Garbage is not { Snapshots: > 0 } garbage) return PythonNeeds.Cycles.Missing();
        if (IsNextToNothing(garbage)) return Verdict.Silent;
        var kinds = WorthBreaking(garbage).Where(isOfRule).Take(KindsShown).ToList();
        if (kinds.Count == 0) return Verdict.Silent;
        found = new CyclicWork(process, garbage, kinds);
        return null;
    }

    /// <summary>Composes the finding.</summary>
    /// <param name="what">What the cycles are: the start of the title.</param>
    /// <param name="further">Additional advice against such cycles.</param>
    public Finding Finding(string id, string what, IEnumerable<Advice> further)
    {
        var alone = Alone;
        var share = Quantities.Percent(Percent);
        var most = Math.Max(alone?.Nanoseconds ?? 0, Raised?.Most ?? 0);
        return new Finding(
            id,
            _paused >= FutileCollections.High.Value && alone?.Percent >= Driving.Value ? Severity.High : Severity.Medium,
            $"{what} {(IsNotSeenNotable ? $"at least {share}" : share)} of the cyclic garbage, and collections take "
                + $"{Quantities.Percent(_paused)} of the time",
            Evidence(alone),
            [.. Kinds.Select(Cure), .. further, .. Afterwards()],
            ExpectedGain(alone),
            Gain.PausesUpTo(_process, most))
        {
            TimeBack = new TimeBack((long)(alone?.Nanoseconds ?? 0), "the collections that these cycles themselves start"),
        };
    }

    private static bool IsFelt(AnalysedProcess process) =>
        100 - process.Summary.Pauses.ThroughputPercent >= FutileCollections.Least.Value
        || FullCollectionsInRequests.AreFelt(process);

    /// <summary>
    /// The share of the collections that the cycles themselves start, at most, and the time of these; null where new objects are not
    /// counted. CPython counts an allocation up and a deallocation down (gc_alloc and PyObject_GC_Del in Modules/gcmodule.c and
    /// Python/gc.c), and objects in cycles are not deallocated.
    /// </summary>
    private (double Percent, double Nanoseconds)? Alone
    {
        get
        {
            if (_work.Allocated is not { Value: > 0 } allocated) return null;
            // Garbage that no snapshot covers may be of the same kinds.
            var share = Math.Min(1, (Kinds.Sum(kind => kind.Objects) + _garbage.NotSeen) / allocated.Value);
            return (100 * share, share * _work.Automatic.PauseTotalNanoseconds.Value);
        }
    }

    /// <summary>Whether so much garbage is not covered by a snapshot that the shares are lower bounds.</summary>
    private bool IsNotSeenNotable => _garbage.NotSeen >= _garbage.Objects * Unseen.Share;

    private ThresholdGain? Raised => _work.FullCollectionsMatter(_thresholds) ? _work.GainOf(_thresholds) : null;

    /// <summary>The rate of cyclic garbage: <c>3 MiB a second</c>.</summary>
    public static string Rate(GarbageSnapshots garbage) =>
        $"{Quantities.Bytes((garbage.Bytes ?? 0) / Math.Max(1e-9, garbage.WatchedNanoseconds / 1e9))} a second";

    private List<Evidence> Evidence((double Percent, double Nanoseconds)? alone)
    {
        List<Evidence> evidence = [];
        foreach (var kind in Kinds)
        {
            evidence.Add(Analysis.Diagnosis.Evidence.Fact("cycle_path", kind.Path ?? $"a long cycle of {kind.Title}"));
            evidence.Add(Analysis.Diagnosis.Evidence.Percent(
                "cycle_share_percent",
                $"share of cycles of {kind.Title} in {Quantities.Count(_garbage.Objects)} objects of cyclic garbage, from "
                    + $"{Quantities.Count(_garbage.Snapshots, "snapshot")}",
                kind.SharePercent));
            evidence.Add(Analysis.Diagnosis.Evidence.Size("cycle_bytes", "memory in such cycles, and retained by them", kind.Bytes));
            if (kind.Origin is { } origin) evidence.Add(Analysis.Diagnosis.Evidence.Fact("cycle_origin", $"created at {origin}"));
        }

        if (IsNotSeenNotable)
        {
            evidence.Add(Analysis.Diagnosis.Evidence.Percent(
                "garbage_unsampled_percent", "share of the cyclic garbage that no snapshot covers",
                100 * _garbage.NotSeen / _garbage.Objects));
        }

        evidence.Add(Analysis.Diagnosis.Evidence.Percent("paused_percent", "share of the recording's time in collections", _paused));
        if (alone is { } own)
        {
            evidence.Add(Analysis.Diagnosis.Evidence.Percent(
                "cycle_share_of_new_percent",
                "maximum share of such cycles in the new objects, whose number starts collections",
                own.Percent));
        }

        if (_garbage.PercentOfAllocated is { } percent) evidence.Add(OfAllocated(percent));
        evidence.Add(Analysis.Diagnosis.Evidence.Time(
            "snapshot_stop_ms", "time that the process was paused by garbage snapshots", _garbage.StopNanoseconds));
        evidence.Add(Analysis.Diagnosis.Evidence.Fact("thresholds_in_force", _thresholds.InForce));
        return evidence;
    }

    /// <summary>How necessary GC is.</summary>
    public static Evidence OfAllocated(double percent) => Analysis.Diagnosis.Evidence.Percent(
        "garbage_of_allocated_percent", "cyclic garbage, share of the allocated memory", percent);

    private static Advice Cure(GarbageCycle kind) => new($"{kind.Title}: {kind.Cure}");

    private IEnumerable<Advice> Afterwards()
    {
        yield return new Advice(
            "Then record again, to see whether the cycles are gone and what is left.", Code: "unpause run --cycles -- CMD");
        if (!_thresholds.IsFollowed)
        {
            var raise = _thresholds.All(true, heapGrows: false).First();
            yield return raise with
            {
                Text = "Then raise the thresholds. Do it after breaking the cycles: with rarer collections more cyclic "
                    + $"garbage accumulates, here {Rate(_garbage)}.",
            };
        }
    }

    private string ExpectedGain((double Percent, double Nanoseconds)? alone)
    {
        var own = alone is { } known
            ? $"Alone it saves up to {Quantities.Percent(known.Percent)} of the automatic collections' "
                + $"time, {Quantities.Duration(known.Nanoseconds)}: the number of new objects starts "
                + "collections, and this is the share of such cycles. "
            : "Alone it saves little: the number of new objects starts collections, not the number of cycles. ";
        if (alone?.Percent >= Driving.Value) return $"{own}Record again before you raise thresholds: few collections may remain.";
        var then = Raised is { } raised
            ? $"Higher thresholds then cost no memory and save {raised.Spared}: {raised.Rest(_work)}."
            : "The recording does not show how much higher thresholds then save: try them and compare.";
        return own + (_thresholds.IsFollowed ? "The thresholds are already high." : then);
    }
}
