using Unpause.Requests.Attribution;

namespace Unpause.Reports.Composition;

/// <summary>The attribution in one or two sentences: how many requests are slow, and of how many GC is the cause.</summary>
internal static class RequestVerdict
{
    // A range narrower than this share of the slow requests is one number for people.
    private const double NarrowShare = 0.05;

    // Where the fewest are less than this share of the most, "at most" is enough.
    private const double HardlyAny = 0.1;

    // So many slow requests are named one by one.
    private const int MostArithmetic = 3;

    // From one slow request in ten on it would be wrong to say that GC is not the cause.
    private const int MattersShare = 10;

    /// <summary>The sentences.</summary>
    public static string Compose(RequestAttribution attribution)
    {
        var slow = $"{Quantities.Count(attribution.Measured.Slow)} of {Quantities.Count(attribution.Count)} requests took longer than "
            + $"{Quantities.Duration(attribution.SlowThresholdNanoseconds)}.";
        return attribution switch
        {
            { Outcome: AttributionOutcome.NotEnoughEvidence, Count: 0, Excluded: > 0 } =>
                $"No request could be judged: {Quantities.Count(attribution.Excluded)} are left out.",
            { Outcome: AttributionOutcome.NotEnoughEvidence } => $"{slow} Whether GC is the cause was not judged.",
            { Outcome: AttributionOutcome.NotSignificant } => $"{slow} {Undecided(attribution)}{AcceptQueue(attribution)}",
            _ => $"{slow} {InPauses(attribution) ?? Blamed(attribution)}{AcceptQueue(attribution)}",
        };
    }

    /// <summary>
    /// What is arithmetic for a few slow requests: nearly all of each was inside pauses. Null where there are many, or others.
    /// </summary>
    private static string? InPauses(RequestAttribution attribution)
    {
        var slow = attribution.Measured.Slow;
        if (slow is 0 or > MostArithmetic || attribution.SlowBecauseOfGc is not > 0) return null;
        WorstRequest[] requests =
            [.. attribution.Worst.Where(request => request.DurationNanoseconds > attribution.SlowThresholdNanoseconds)];
        var filled = Array.FindAll(requests, request => request.IsInPauses);
        if (requests.Length != slow || filled.Length == 0) return null;
        var times = string.Join(" and ", filled.Select(request =>
            $"{Quantities.Duration(request.StoppedNanoseconds)} of {Quantities.Duration(request.DurationNanoseconds)}"));
        if (filled.Length < slow) return $"{filled.Length} of them {(filled.Length == 1 ? "was" : "were")} GC: {times} in pauses.";
        return $"{(slow == 1 ? "It was" : slow == 2 ? "Both were" : $"All {slow} were")} GC: {times} in pauses.";
    }

    private static string Undecided(RequestAttribution attribution)
    {
        var most = attribution.SlowBecauseOfGcHigh ?? 0;
        const string AtRandom = "the overlap of pauses and slow requests is not significant";
        return most * MattersShare >= attribution.Measured.Slow
            ? $"GC may be the cause of up to {Quantities.Count(most)} of them, or of none: {AtRandom}."
            : $"GC is the cause of at most {Quantities.Count(most)} of them: {AtRandom}.";
    }

    private static string Blamed(RequestAttribution attribution)
    {
        var (best, others) = (attribution.SlowBecauseOfGc ?? 0, attribution.NotExplained ?? 0);
        var (low, high) = (attribution.SlowBecauseOfGcLow ?? best, attribution.SlowBecauseOfGcHigh ?? best);
        if (high == 0) return None(attribution);
        var atMost = $"GC is the cause of at most {Quantities.Count(high)} of them.";
        if (low == high || high - low < NarrowShare * attribution.Measured.Slow)
        {
            return best == 0
                ? atMost
                : $"GC is the cause of {Quantities.Count(best)} of them ({Quantities.Percent(attribution.ExplainedPercent ?? 0)}); "
                + $"{Quantities.Count(others)} have other causes.";
        }

        return low < HardlyAny * high ? atMost : $"GC is the cause of {Quantities.Count(low)} to {Quantities.Count(high)} of them.";
    }

    /// <summary>A server that accepts requests only after a pause does not include the pause in its own times.</summary>
    private static string None(RequestAttribution attribution)
    {
        if (attribution.AcceptQueue is not null) return "By the server's own times, GC is the cause of none of them.";
        var matters = 2 * attribution.LongestStopNanoseconds > attribution.SlowThresholdNanoseconds;
        if (!attribution.DoorUnseen || !matters) return "GC is the cause of none of them.";
        var after = $"start after a pause (of up to {Quantities.Duration(attribution.LongestStopNanoseconds)}), so "
            + "what clients waited before is not included.";
        return attribution.ServerSide
            ? $"By the server's own times, GC is the cause of none of them. But these times {after}"
            : $"By these times, GC is the cause of none of them. If they are the server's own, they {after}";
    }

    private static string AcceptQueue(RequestAttribution attribution) => attribution.AcceptQueue is { Count: > 0 } waiting
        ? $" {Quantities.Count(waiting.Count)} more arrived while the application was paused; these times do "
            + "not include their wait in the accept queue."
        : "";
}
