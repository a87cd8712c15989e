namespace Unpause.Analysis.Diagnosis.Python;

/// <summary>Whether GC is needed at all: what garbage snapshots show of it, or how to record them.</summary>
internal static class SnapshotAdvice
{
    /// <summary>What garbage snapshots show; nothing where there are none.</summary>
    public static IEnumerable<Evidence> Evidence(Recording recording)
    {
        if (recording.Garbage is not { Snapshots: > 0 } garbage) yield break;
        yield return Analysis.Diagnosis.Evidence.Count(
            "garbage_objects",
            $"objects of cyclic garbage in {Quantities.Duration(garbage.WatchedNanoseconds)}, including those at its end",
            garbage.Objects,
            "objects");
        if (garbage.PercentOfAllocated is { } percent) yield return CyclicWork.OfAllocated(percent);
    }

    /// <summary>The advice that follows.</summary>
    public static IEnumerable<Advice> On(Recording recording)
    {
        if (recording.Source.Collector == PythonCollectors.FreeThreaded) yield break;
        if (recording.Garbage is not { Snapshots: > 0 } garbage)
        {
            yield return new Advice(
                "To find out whether GC is needed at all, and which cycles need it, record garbage snapshots (CPython 3.8 and later).",
                Code: PythonNeeds.Cycles.Switches[0].Switch);
        }
        else if (CyclicWork.IsNextToNothing(garbage))
        {
            yield return new Advice(
                $"Garbage snapshots show almost no cyclic garbage: {Quantities.Count(garbage.Objects, "object")} "
                + $"in {Quantities.Duration(garbage.WatchedNanoseconds)}. If this recording is representative, "
                + "switch GC off, or set very high thresholds.",
                Code: "import gc\ngc.disable()");
        }
        else if (CyclicWork.WorthBreaking(garbage).FirstOrDefault() is { } first)
        {
            yield return new Advice(
                $"GC is needed mainly for cycles of {first.Title} ({first.Path ?? "a long cycle"}). Break these first: with rarer "
                + $"collections more cyclic garbage accumulates, here {CyclicWork.Rate(garbage)}.");
        }
    }
}
