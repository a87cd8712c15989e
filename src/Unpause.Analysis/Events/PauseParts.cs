namespace Unpause.Analysis.Events;

/// <summary>Divides a stop into parts: stopping the threads, the phases of the collection, and what is around its pause.</summary>
internal static class PauseParts
{
    /// <summary>Phases are rounded, and parallel ones are averages: so much more than their pause they may be.</summary>
    private const double Tolerance = 1.02;

    /// <summary>The parts, the longest first; a part without time is left out.</summary>
    public static IReadOnlyList<PausePart> Divide(Recording recording, FeltStop felt, IReadOnlyList<Phase> phases)
    {
        var parts = new List<PausePart>();
        var stopping = felt.Stop < 0 ? null : recording.Stops![felt.Stop].TimeToSafepointNanoseconds;
        var left = felt.DurationNanoseconds - Math.Min(stopping ?? 0, felt.DurationNanoseconds);
        Add(parts, PausePartKind.StoppingThreads, null, stopping ?? 0);
        if (!felt.ForCollection || felt.Pause < 0)
        {
            Add(parts, felt.ForCollection ? PausePartKind.Collecting : PausePartKind.OtherOperation, null, left);
            return Sorted(parts);
        }

        var pause = Math.Min(recording.Pauses[felt.Pause].DurationNanoseconds, left);
        Add(parts, PausePartKind.AroundPause, null, left - pause);
        AddPhases(parts, phases, pause);
        return Sorted(parts);
    }

    /// <summary>Phases without the time of those that they contain.</summary>
    private static void AddPhases(List<PausePart> parts, IReadOnlyList<Phase> phases, long pause)
    {
        var times = new Dictionary<string, long>(StringComparer.Ordinal);
        foreach (var phase in phases)
        {
            // A phase longer than its pause is of something else, or damaged.
            if (phase.DurationNanoseconds > 0 && phase.DurationNanoseconds <= pause * Tolerance)
            {
                times[phase.Name] = Total.From(times.GetValueOrDefault(phase.Name)) + phase.DurationNanoseconds;
            }
        }

        var own = new Dictionary<string, long>(times, StringComparer.Ordinal);
        var divided = new HashSet<string>(StringComparer.Ordinal);
        long outermost = 0;
        foreach (var (name, time) in times)
        {
            if (PhaseTable.Find(name) is not { } row) continue;
            if (row.Parents.FirstOrDefault(times.ContainsKey) is not { } parent)
            {
                outermost += time;
                continue;
            }

            divided.Add(parent);
            own[parent] = Math.Max(0, own[parent] - time);
        }

        var byKind = new Dictionary<PausePartKind, (string Phase, long Most, long Sum)>();
        foreach (var (name, time) in own)
        {
            if (time <= 0 || PhaseTable.Find(name) is not { } row) continue;
            var kind = divided.Contains(name) ? row.RestKind : row.Kind;
            var known = byKind.GetValueOrDefault(kind);
            byKind[kind] = time > known.Most ? (name, time, known.Sum + time) : (known.Phase, known.Most, known.Sum + time);
        }

        var rest = Math.Max(0, pause - Math.Min(outermost, pause));
        var (other, longest) = LongestOther(times, rest);
        if (other is not null) Add(parts, PausePartKind.OtherPhase, other, longest);
        Add(parts, PausePartKind.Collecting, null, rest - longest);
        var sum = byKind.Values.Sum(part => part.Sum);
        var room = pause - rest;
        foreach (var (kind, part) in byKind)
        {
            // Averages of parallel phases may add up to more than the pause: then each takes its share of it.
            Add(parts, kind, part.Phase, sum <= room ? part.Sum : (long)(part.Sum * ((double)room / sum)));
        }

        Add(parts, PausePartKind.Collecting, null, Math.Max(0, room - sum));
    }

    /// <summary>Of phases that we have no word for we don't know which contain which: the longest that fits is taken.</summary>
    private static (string? Name, long Nanoseconds) LongestOther(Dictionary<string, long> times, long rest)
    {
        (string? Name, long Nanoseconds) longest = (null, 0);
        foreach (var (name, time) in times)
        {
            if (time > rest || time <= longest.Nanoseconds) continue;
            if (PhaseTable.Find(name) is null) longest = (name, time);
        }

        return longest;
    }

    private static void Add(List<PausePart> parts, PausePartKind kind, string? phase, long nanoseconds)
    {
        if (nanoseconds <= 0) return;
        var index = parts.FindIndex(part => part.Kind == kind && kind != PausePartKind.OtherPhase);
        if (index < 0) parts.Add(new PausePart(kind, phase, nanoseconds));
        else parts[index] = parts[index] with { Nanoseconds = parts[index].Nanoseconds + nanoseconds };
    }

    private static List<PausePart> Sorted(List<PausePart> parts)
    {
        parts.Sort((a, b) => b.Nanoseconds != a.Nanoseconds ? b.Nanoseconds.CompareTo(a.Nanoseconds) : a.Kind.CompareTo(b.Kind));
        return parts;
    }
}
