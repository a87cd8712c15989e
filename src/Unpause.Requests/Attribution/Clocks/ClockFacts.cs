using Unpause.Analysis.Attribution.Join;
using Unpause.Analysis.Summaries;
using Unpause.Recordings;

namespace Unpause.Analysis.Attribution.Clocks;

/// <summary>Sentences about clocks: what they were taken for, and what is too short for them.</summary>
internal static class ClockFacts
{
    /// <summary>Two clocks on one machine, or on machines that keep NTP time in one data centre.</summary>
    public const long AssumedUncertainty = 10_000_000;

    /// <summary>How far pauses and requests may be off from each other by what their sources say.</summary>
    public static long ErrorBound(Clock clock, long resolutionNanoseconds) =>
        Math.Max(0, Math.Min(clock.UncertaintyNanoseconds ?? AssumedUncertainty, long.MaxValue / 4))
        + Math.Min(resolutionNanoseconds, long.MaxValue / 4);

    /// <summary>Adds the sentences of one process.</summary>
    public static void Explain(Recording recording, ProcessAttribution facts, List<Explanation> explanations)
    {
        explanations.Add(ClockSentence.Of(facts.Clock));
        if (facts.Clock.Stamps?.Sentence(facts.Clock) is { } stamps) explanations.Add(stamps);
        if (facts.Clock.State == ClockState.Contradicted) return;
        if (facts.PausesWithoutPlace > 0)
        {
            explanations.Add(Explanation.Warning(
                $"Where the clocks are unknown lie {Quantities.Count(facts.PausesWithoutPlace)} pauses: any slow request of that time "
                + "may be theirs, so all of them are in the most that is blamed."));
        }

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
                $"Threads that allocated were made to mark for the collector: {(assists.IsWhole ? "at most " : "")}"
                + $"{Quantities.Duration(assists.TotalNanoseconds)} of thread time in all, "
                + $"at most {Quantities.Duration(assists.MaxNanoseconds)} in one collection. It is part of the latencies and "
                + "no pause; "
                + $"{(recording.Requests?.Times is null ? "the recording doesn't tell whose it was" : "each one's is told beside")}, "
                + "so it is not taken out."));
        }

        if (GcIntervals.StopsForCollections(recording) > 0)
        {
            explanations.Add(Explanation.Assumption(
                "Stops for the collector, with the time to reach them, are counted as its pauses; stops for other reasons are not."));
        }
    }
}
