namespace Unpause.Analysis.Diagnosis.DotNet;

/// <summary>What calls that induce collections have done in a recording.</summary>
internal static class ExplicitCalls
{
    private const string Pressure = "System.GC.AddMemoryPressure";

    /// <summary>Fewer collections are no pattern.</summary>
    private const int FewestCollections = 3;

    /// <summary>Whether induced collections take most of the pause time: they collect gen0 whatever its size.</summary>
    public static bool TakeMost(Recording recording)
    {
        double all = 0, induced = 0;
        foreach (var chunk in recording.Pauses.ChunkSpans)
        {
            foreach (ref readonly var pause in chunk)
            {
                all += pause.DurationNanoseconds;
                if (recording.Collections[pause.Collection].Induced) induced += pause.DurationNanoseconds;
            }
        }

        return induced * 2 > all;
    }

    /// <summary>
    /// Whether GC.AddMemoryPressure induced most of the induced collections whose callers are known. Optimized code inlines it, so that
    /// only the first calls have it in their stacks: later ones of the same kind that show no other method of the collector count too.
    /// </summary>
    public static bool ArePressure(Recording recording)
    {
        long shown = 0, inlined = 0, all = 0;
        foreach (var call in recording.InducedBy ?? [])
        {
            all += call.Count;
            if (call.Stack.Any(method => method.StartsWith(Pressure, StringComparison.Ordinal))) shown += call.Count;
            else if (call.Mode == DotNetReasons.InducedNotForced && !call.Stack.Any(InducedChain.IsCollector)) inlined += call.Count;
        }

        return shown > 0 && shown + inlined >= FewestCollections && (shown + inlined) * 2 >= all;
    }
}
