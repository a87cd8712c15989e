using Unpause.Analysis.Attribution.Join;
using Unpause.Analysis.Summaries;
using Unpause.Recordings;

namespace Unpause.Analysis.Attribution.Clocks;

/// <summary>Sentences about clocks: what they were taken for, and what is too short for them.</summary>
internal static class ClockFacts
{
    // Two clocks on one machine, or on machines that keep NTP time in one data centre.
    private const long AssumedUncertainty = 10_000_000;

    /// <summary>How far pauses and requests may be off from each other by what their sources say.</summary>
    public static long ErrorBound(Clock clock, long resolutionNanoseconds) =>
        Math.Max(0, Math.Min(clock.UncertaintyNanoseconds ?? AssumedUncertainty, long.MaxValue / 4))
        + Math.Min(resolutionNanoseconds, long.MaxValue / 4);

    /// <summary>Adds the sentences of one process.</summary>
    public static void Explain(Recording recording, ProcessAttribution facts, List<Explanation> explanations)
    {
        if (recording.Clock.UncertaintyNanoseconds is null && !facts.Clock.Shared)
        {
            explanations.Add(Explanation.Assumption(
                $"How exact the recording's clock is, isn't known; {Quantities.Duration(AssumedUncertainty)} is assumed."));
        }

        explanations.Add(Offset(facts.Clock));
        if (facts.Pauses == 0 && facts.PausesBelowErrorBound > 0)
        {
            explanations.Add(Explanation.Refusal(
                $"Every pause is shorter than the error of the clocks ({Quantities.Duration(facts.Clock.ErrorBoundNanoseconds)}): none can "
                + $"be placed in a request. All of them together are {Quantities.Duration(facts.NanosecondsBelowErrorBound)}."));
        }
        else if (facts.PausesBelowErrorBound > 0)
        {
            explanations.Add(Explanation.Assumption(
                $"{Quantities.Count(facts.PausesBelowErrorBound)} pauses shorter than the error of the clocks "
                + $"({Quantities.Duration(facts.Clock.ErrorBoundNanoseconds)}) are not attributed; together they "
                + $"are {Quantities.Duration(facts.NanosecondsBelowErrorBound)}."));
        }

        if (AssistSummary.Of(recording) is { Collections: > 0 } assists)
        {
            explanations.Add(Explanation.Assumption(
                $"Threads that allocated were made to mark for the collector: {Quantities.Duration(assists.TotalNanoseconds)} of thread "
                + $"time in all, at most {Quantities.Duration(assists.MaxNanoseconds)} in one collection. It is part of the latencies and "
                + "no pause; the recording doesn't tell whose it was, so it is not taken out."));
        }

        if (GcIntervals.StopsForCollections(recording) > 0)
        {
            explanations.Add(Explanation.Assumption(
                "Stops for the collector, with the time to reach them, are counted as its pauses; stops for other reasons are not."));
        }
    }

    private static Explanation Offset(ClockAlignment clock)
    {
        if (clock.Shared)
        {
            return Explanation.Assumption(
                "The runtime recorded requests and collections on one clock, so pauses have their exact places. A request counts from "
                + "when the program began with it: what it waited before (for a connection, for a free thread) is not in it.");
        }

        var bound = Quantities.Duration(clock.ErrorBoundNanoseconds);
        var counts = $"{Quantities.Count(clock.CompletionsInPausesAligned)} requests end inside a pause, by chance it would "
            + $"be {Quantities.Count(clock.CompletionsByChance)}";
        if (!clock.Applied) return Explanation.Assumption($"The clocks are taken as they are, ±{bound}: the data shows no offset clearly.");
        if (clock is { OffsetNanoseconds: 0, DriftPartsPerMillion: 0 })
        {
            return Explanation.Assumption($"The clocks agree, ±{bound}: {counts}.");
        }

        var drift = clock.DriftPartsPerMillion == 0 ? "" : $" and drifts {clock.DriftPartsPerMillion:0.#} µs a second";
        var way = clock.OffsetNanoseconds < 0 ? "ahead" : "behind";
        return Explanation.Assumption($"The recording's clock is {Quantities.Duration(Math.Abs(clock.OffsetNanoseconds))} {way} of the "
            + $"requests' clock{drift}, ±{bound}; corrected: then {counts}, before {Quantities.Count(clock.CompletionsInPauses)}.");
    }
}
