namespace Unpause.Recordings.Readers.Go.Agent;

/// <summary>
/// Gives collections what samples count: the difference of two samples belongs to the collections that ended between them, and
/// several of them share it evenly.
/// </summary>
internal static class GoAgentShares
{
    private const double MillisecondsOfSecond = 1e3;

    private static readonly (string Counter, GoAgentValue Time)[] Times =
    [
        (GoCounters.AssistMilliseconds, GoAgentValue.Assist),
        (GoCounters.DedicatedMilliseconds, GoAgentValue.Dedicated),
        (GoCounters.IdleMilliseconds, GoAgentValue.Idle),
    ];

    private static readonly (string Counter, GoAgentValue Size)[] Sizes =
    [
        (GoCounters.GoalBytes, GoAgentValue.Goal),
        (GoCounters.StackBytes, GoAgentValue.ScannedStacks),
        (GoCounters.GlobalBytes, GoAgentValue.ScannedGlobals),
    ];

    /// <summary>Adds the counters of the recording's collections, which are those of <paramref name="cycles"/>.</summary>
    public static void Add(RecordingBuilder recording, List<GoAgentCycle> cycles, List<GoAgentSample> samples)
    {
        var (from, shared) = (0, 0);
        for (var i = 1; i < samples.Count; i++)
        {
            // The content of an overwritten sample is part of the next one.
            while (from < cycles.Count && cycles[from].SeenNanoseconds <= samples[i - 1].TimeNanoseconds) from++;
            var to = from;
            while (to < cycles.Count && cycles[to].SeenNanoseconds <= samples[i].TimeNanoseconds) to++;
            if (to - from > 1) shared += to - from;
            if (to > from) Add(recording, from, to, samples[i - 1], samples[i]);
            from = to;
        }

        if (shared > 0)
        {
            recording.Coverage.Add(
                $"CPU times and sizes are sampled. {shared:N0} collections share the time between two samples with others: "
                + "what was counted in it is divided evenly.");
        }
    }

    private static void Add(RecordingBuilder recording, int from, int to, GoAgentSample before, GoAgentSample after)
    {
        var forced = after.Get(GoAgentValue.Forced) - before.Get(GoAgentValue.Forced) ?? 0;
        // Without CPU times the rules would take the sizes beside them for a collector that costs nothing.
        var measured = after.Seconds(GoAgentValue.Assist) is not null;
        for (var index = from; index < to; index++)
        {
            var collection = recording.Edit(index);
            collection.HeapAfterBytes = after.Get(GoAgentValue.Live);
            if (index - from < forced)
            {
                collection.Induced = true;
                collection.Cause = Causes.Induced;
                collection.RuntimeCause = "forced";
            }

            if (!measured) continue;
            foreach (var (counter, size) in Sizes)
            {
                if (after.Get(size) is { } value) recording.Counters.Add(new Counter(index, counter, value));
            }

            foreach (var (counter, time) in Times)
            {
                if (after.Seconds(time) - before.Seconds(time) is { } seconds)
                {
                    var share = Math.Max(0, seconds) * MillisecondsOfSecond / (to - from);
                    recording.Counters.Add(new Counter(index, counter, share));
                }
            }
        }
    }
}
