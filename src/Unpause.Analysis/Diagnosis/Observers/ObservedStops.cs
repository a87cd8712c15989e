using Unpause.Analysis.Events;

namespace Unpause.Analysis.Diagnosis.Observers;

/// <summary>The stops of a recording that something asked for: not the collector, and not the end of the process.</summary>
/// <param name="Word">
/// What was asked for: <see cref="Causes.Induced"/>, the runtime's cause of a diagnostic collection, or the reason of a stop.
/// </param>
internal sealed record ObservedStops(string Word)
{
    /// <summary>Induced, and not by code of the program.</summary>
    public const string WithoutCaller = "induced without a caller";

    private readonly List<long> _starts = [];
    private readonly HashSet<int> _collections = [];
    private Lazy<FixedPeriod?>? _period;

    /// <summary>How many.</summary>
    public int Count { get; private set; }

    /// <summary>How many collections made them; 0 where they are not for GC.</summary>
    public int Collections => _collections.Count;

    /// <summary>Their time.</summary>
    public Total TotalNanoseconds { get; private set; }

    /// <summary>The longest.</summary>
    public long MaxNanoseconds { get; private set; }

    /// <summary>Their period; null where they have none, or no times.</summary>
    public FixedPeriod? Period => (_period ??= new(() => FixedPeriod.Find(_starts))).Value;

    /// <summary>All kinds of such stops, the one that took most time first, and the time of all stops.</summary>
    public static (IReadOnlyList<ObservedStops> Kinds, Total All) Find(AnalysedProcess process)
    {
        var all = default(Total);
        var kinds = new Dictionary<string, ObservedStops>(StringComparer.Ordinal);
        var stops = new FeltStops(process);
        for (var at = 0; at < stops.Count; at++)
        {
            var felt = stops[at];
            all += felt.DurationNanoseconds;
            if (WordOf(process, felt) is not { } word) continue;
            if (!kinds.TryGetValue(word, out var kind)) kinds[word] = kind = new ObservedStops(word);
            kind.Add(process.Recording, felt);
        }

        // Pauses outside of recorded stops come last.
        foreach (var kind in kinds.Values) kind._starts.Sort();
        return ([.. kinds.Values.OrderByDescending(kind => kind.TotalNanoseconds.Value)], all);
    }

    /// <summary>What was asked for; null for a stop that nobody asked for.</summary>
    public static string? WordOf(AnalysedProcess process, FeltStop felt)
    {
        var recording = process.Recording;
        if (felt.ForCollection)
        {
            if (felt.Pause < 0) return null;
            var collection = recording.Collections[recording.Pauses[felt.Pause].Collection];
            if (collection.Cause == Causes.Diagnostic) return collection.RuntimeCause;
            if (!collection.Induced && collection.Cause != Causes.Induced) return null;
            return HasNoCaller(recording, collection) ? WithoutCaller : Causes.Induced;
        }

        if (felt.Stop < 0 || process.Summary.Stops is not { } stops) return null;
        var reason = stops.Places.ReasonOf(recording.Stops![felt.Stop].Operation, byCollection: false);
        return NonGcStops.IsPrograms(recording, reason) ? reason : null;
    }

    /// <summary>
    /// .NET: a heap snapshot triggers its collection on a thread of the runtime's own, where the stack has no method of the program
    /// (dotnet/runtime, src/coreclr/vm/eventtrace.cpp, ForceGCForDiagnostics). Other calls in the same recording have stacks.
    /// </summary>
    private static bool HasNoCaller(Recording recording, Collection collection) =>
        recording.Source.Runtime == Runtimes.DotNet && recording.Triggers is { } triggers && triggers.Find(collection.Number) is null;

    private void Add(Recording recording, FeltStop felt)
    {
        Count++;
        TotalNanoseconds += felt.DurationNanoseconds;
        MaxNanoseconds = Math.Max(MaxNanoseconds, felt.DurationNanoseconds);
        if (felt.ForCollection) _collections.Add(recording.Pauses[felt.Pause].Collection);
        if (felt.HasTime) _starts.Add(felt.StartNanoseconds);
    }
}
