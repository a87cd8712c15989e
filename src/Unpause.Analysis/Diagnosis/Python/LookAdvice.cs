using Unpause.Recordings;
using Unpause.Recordings.Words;

namespace Unpause.Diagnosis.Python;

/// <summary>Whether the collector is needed at all: what looks at garbage say of that, or how to have some made.</summary>
internal static class LookAdvice
{
    /// <summary>What looks found; nothing where none were made.</summary>
    public static IEnumerable<Evidence> Evidence(Recording recording)
    {
        if (recording.Garbage is not { Looks: > 0 } garbage) yield break;
        yield return Diagnosis.Evidence.Count(
            "garbage_objects",
            $"objects that only the collector could free in {Quantities.Duration(garbage.WatchedNanoseconds)}, what lay there at its end "
                + "included",
            garbage.Objects,
            "objects");
        if (garbage.PercentOfAllocated is { } percent) yield return CyclicWork.OfAllocated(percent);
    }

    /// <summary>What follows from it.</summary>
    public static IEnumerable<Advice> On(Recording recording)
    {
        if (recording.Source.Collector == PythonCollectors.FreeThreaded) yield break;
        if (recording.Garbage is not { Looks: > 0 } garbage)
        {
            yield return new Advice(
                "To know whether the collector is needed at all, and which cycles need it, have what it frees looked at (CPython 3.8 and "
                + "later).",
                Code: PythonNeeds.Cycles.Switches[0].Switch);
        }
        else if (CyclicWork.IsNextToNothing(garbage))
        {
            yield return new Advice(
                $"Looks found next to nothing that only the collector could free: {Quantities.Count(garbage.Objects, "object")} in "
                + $"{Quantities.Duration(garbage.WatchedNanoseconds)}. If all of the program's work is like what was recorded, the "
                + "collector can be off, or its thresholds as high as you like.",
                Code: "import gc\ngc.disable()");
        }
        else if (CyclicWork.WorthBreaking(garbage).FirstOrDefault() is { } first)
        {
            yield return new Advice(
                $"The collector is needed mostly for cycles of {first.Title} ({first.Path ?? "a long one"}): break these first, because "
                + $"rarer collections let more lie, here {CyclicWork.Rate(garbage)}.");
        }
    }
}
