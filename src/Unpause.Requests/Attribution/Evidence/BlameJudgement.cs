using Unpause.Requests.Attribution.Clocks;
using Unpause.Requests.Attribution.Owners;
using Unpause.Requests.Attribution.Queues;

namespace Unpause.Requests.Attribution.Evidence;

/// <summary>
/// Two questions, asked apart. Are the pauses those of the program that served the requests: then requests end inside them
/// less than at random, which is what verifies the clocks (<see cref="Clocks.ClockState"/>). And did they make requests slow:
/// then the same judgement of pauses that had come at other times blames fewer (<see cref="ShiftedBlame"/>), and requests that
/// came in quiet times are slow less often by as many (<see cref="QuietTimes"/>).
/// </summary>
internal sealed class BlameJudgement
{
    private const double Significant = 0.05;
    private const double MuchByChance = 0.3;

    // Where a server is busy, some of a pause's backlog is left in quiet times.
    private const double BacklogInQuiet = 0.08;

    private BlameJudgement()
    {
    }

    /// <summary>Whether it is certain whose pauses they are.</summary>
    public bool Owned { get; private init; }

    /// <summary>How likely the pauses would be blamed for as many slow requests if they had come at other times.</summary>
    public double? PValue { get; private init; }

    /// <summary>Slow requests that the replays would not have had, the fewest and the most.</summary>
    public (long Low, long High) Replayed { get; private init; }

    /// <summary>The same by requests of quiet times; null without them.</summary>
    public (long Low, long High)? QuietBlamed { get; private init; }

    /// <summary>Whether pauses at other times would be blamed for much of it.</summary>
    public bool ByCoincidence => Shifted.Mean > MuchByChance * Shifted.Real;

    /// <summary>All requests.</summary>
    public long Count { get; private init; }

    /// <summary>What requests of quiet times say; null when there are too few.</summary>
    public QuietTimes? Quiet { get; private init; }

    /// <summary>The numbers of slow requests that the collector may have made slow, both ends included.</summary>
    public (long Low, long High) Blamed { get; private init; }

    /// <summary>Whether quiet times say the same as the queue's replay.</summary>
    public bool QuietAgrees { get; private init; }

    public required ShiftedBlame Shifted { get; init; }

    /// <summary>Requests that were in the accept queue; null where there is no sign of them.</summary>
    public AcceptQueue? Held { get; private init; }

    /// <summary>Whether requests are seen to begin during stops as at other times: then their times have all of a stop.</summary>
    public bool DoorOpen { get; private init; }

    /// <summary>The number of slow requests that the collector made slow, as far as one number can be given.</summary>
    public long Best { get; private init; }

    /// <summary>Whether chance alone may have put the pauses where they seem to make requests slow.</summary>
    public bool Chance => !Owned && PValue > Significant && Blamed.High > 0;

    /// <summary>Judges.</summary>
    /// <param name="threshold">Longer requests are slow.</param>
    /// <param name="measured">Latency as measured.</param>
    /// <param name="replays">Without pauses, by the queues that fit.</param>
    /// <param name="kept">Which requests there are.</param>
    public static BlameJudgement Judge(
        List<ProcessPart> parts, long threshold, LatencyDistribution measured, Replays replays, KeptRequests kept)
    {
        var count = parts.Sum(part => (long)part.Requests.Count);
        var shifted = new ShiftedBlame(count);
        foreach (var part in parts) shifted.Add(part, threshold);

        var quiet = QuietTimes.Find(parts, threshold);
        var (waiting, open) = AcceptQueue.Find(parts, threshold);
        var hidden = waiting is not null || parts.Exists(part => part.Queues.HiddenBacklog);
        var (low, best, high, agrees) = ((long)(replays.Blamed.Low * shifted.SurelyMore), replays.Blamed.Best, replays.Blamed.High, true);
        var byQuiet = kept.OnlySlow ? quiet?.BlamedByTime(measured.Slow) : quiet?.Blamed(count, measured.Slow);
        if (byQuiet is { } range)
        {
            agrees = range.Low <= replays.Blamed.High && range.High >= replays.Blamed.Low;
            // Where some wait unseen, quiet times know more than the replay of what is seen.
            if (hidden) best = Math.Max(best, range.Best);
            else if (range.High < replays.Blamed.Low) best = range.High;
            if (!agrees || hidden) (low, high) = (Math.Min(low, range.Low), Math.Max(high, range.High));
            else low = Math.Max(low, Math.Min(replays.Blamed.Low, range.Low));
        }
        else if (hidden)
        {
            // Any slow one may have waited behind others that are not there to be seen.
            high = measured.Slow;
        }

        var owned = parts.TrueForAll(Own);
        // Chance is a question about the pattern; what lies inside pauses from end to end is none.
        if (owned) low = Math.Max(low, Math.Min(best, replays.Counts.FilledByPauses));
        high = Math.Min(measured.Slow, high + parts.Sum(part => Placeless(part, threshold)));
        return new BlameJudgement
        {
            Owned = owned,
            PValue = shifted.PValue,
            Replayed = (replays.Blamed.Low, replays.Blamed.High),
            QuietBlamed = byQuiet is { } quietly ? (quietly.Low, quietly.High) : null,
            Quiet = quiet,
            QuietAgrees = agrees,
            Blamed = (Math.Min(low, best), Math.Max(best, high)),
            Held = waiting,
            DoorOpen = open,
            Best = best,
            Shifted = shifted,
            Count = count,
        };
    }

    /// <summary>Slow requests of a time in which pauses cannot be placed: their cause is unknown.</summary>
    private static long Placeless(ProcessPart part, long threshold)
    {
        if (part.Facts.PausesWithoutPlace == 0) return 0;
        long count = 0;
        for (var i = 0; i < part.Requests.Count; i++)
        {
            if (part.Requests.Durations[i] > threshold && !part.Facts.Clock.Covers(part.Requests.Starts[i])) count++;
        }

        return count;
    }

    // On one clock nothing was tested yet.
    private static bool Own(ProcessPart part) => part.Facts.Clock.State == ClockState.Verified
        || (part.Facts.Clock.Shared
            && !PauseWitness.Endings(part.Requests, part.Pauses, part.Recorded, part.Facts.Clock).Spoilt);

    /// <summary>The lower and upper bound of the distribution of latency without pauses.</summary>
    /// <param name="measured">Latency as measured.</param>
    /// <param name="overlap">Less each request's own overlap with pauses.</param>
    /// <param name="replays">Without pauses, by the queues that fit.</param>
    public (LatencyDistribution Low, LatencyDistribution High) Range(
        LatencyDistribution measured, LatencyDistribution overlap, Replays replays, List<ProcessPart> parts)
    {
        var (low, high, margin, unseen) = (replays.Least, replays.Most, 0.0, Held is not null);
        foreach (var part in parts)
        {
            if (!part.Facts.Queue.Fits) (high, unseen) = (LatencyDistribution.Most(high, overlap), true);
            margin = Math.Max(margin, BlameCounts.Margin(part));
            unseen |= part.Queues.HiddenBacklog;
        }

        if (Quiet is { } quiet && (unseen || !QuietAgrees || !Holds(quiet, replays)))
        {
            var (from, to) = quiet.Range(Count);
            (low, high) = (LatencyDistribution.Least(low, from), LatencyDistribution.Most(high, to));
        }

        // Pauses inside a wait for something else cost nothing: requests that are full of pauses anyway may be as long without.
        if (Quiet is { } whole && ByCoincidence) high = LatencyDistribution.Most(high, whole.AsMeasured(Count));
        return (low.Times(1 - margin - (unseen ? BacklogInQuiet : 0)), LatencyDistribution.Least(high.Times(1 + margin), measured));
    }

    private static bool Holds(QuietTimes quiet, Replays replays)
    {
        var (from, to) = quiet.Percentile(990);
        return replays.Most.P99Nanoseconds >= from && replays.Least.P99Nanoseconds <= to;
    }
}

/// <summary>What a reader must know about the judgement: whether it is significant, and whether its two methods agree.</summary>
internal static class BlameFacts
{
    /// <summary>The explanations.</summary>
    public static IEnumerable<Explanation> Explain(BlameJudgement judgement)
    {
        var (atRandom, real) = ((long)Math.Round(judgement.Shifted.Mean), judgement.Shifted.Real);
        if (judgement.Chance)
        {
            yield return new Explanation.NotSignificant(atRandom, real, judgement.PValue);
            yield break;
        }

        if (judgement.ByCoincidence) yield return new Explanation.MuchAtRandom(atRandom, real, judgement.PValue);
        if (!judgement.QuietAgrees && judgement.QuietBlamed is { } quiet)
        {
            yield return new Explanation.QuietTimesDisagree(quiet, judgement.Replayed);
        }
    }
}

/// <summary>Slow requests counted by what the collector did to them.</summary>
internal sealed class BlameCounts
{
    // No queue is exactly like its model. The distance of service times between busy and quiet times measures the difference.
    private const double LeastMargin = 0.02;

    /// <summary>Slow requests with more stopped time inside than the clocks' error.</summary>
    public long SlowWithPause { get; private set; }

    /// <summary>Slow, and not slow without their own overlap.</summary>
    public long SlowByOverlap { get; private set; }

    /// <summary>Slow, and nearly all of it inside pauses: that these made it slow is no estimate.</summary>
    public long FilledByPauses { get; private set; }

    /// <summary>Slow, and not slow in the backlog-aware estimate.</summary>
    public long SlowByBacklog { get; private set; }

    /// <summary>The same if requests took longer than estimated, by as much as the queue is unlike its model.</summary>
    public long Fewest { get; private set; }

    /// <summary>The same if they took less.</summary>
    public long Most { get; private set; }

    /// <summary>How unlike its model a queue is: the share by which latencies may be off.</summary>
    public static double Margin(ProcessPart part) => LeastMargin + Math.Min(part.Facts.Queue.Distance ?? 0, 1 - LeastMargin);

    /// <summary>Slow, and waited behind what pauses had delayed, beyond the pauses inside them.</summary>
    public long SlowQueued { get; private set; }

    /// <summary>Counts a process's requests.</summary>
    /// <param name="backlog">Backlog-aware latencies without pauses.</param>
    /// <param name="threshold">Longer ones are slow.</param>
    public void Add(ProcessPart part, ReadOnlySpan<long> backlog, long threshold)
    {
        var durations = part.Requests.Durations;
        var (surely, perhaps) = ((long)(threshold / (1 + Margin(part))), threshold / Math.Max(1e-9, 1 - Margin(part)));
        for (var i = 0; i < durations.Length; i++)
        {
            if (durations[i] <= threshold) continue;
            var stopped = part.Stopped(i);
            var touched = stopped > part.ErrorBound;
            if (touched) SlowWithPause++;
            if (touched && durations[i] - stopped <= threshold) SlowByOverlap++;
            if (touched && WorstRequest.IsFilled(durations[i], stopped) && durations[i] - stopped <= threshold) FilledByPauses++;
            if (durations[i] - backlog[i] > part.ErrorBound)
            {
                SlowByBacklog += backlog[i] <= threshold ? 1 : 0;
                Fewest += backlog[i] <= surely ? 1 : 0;
                Most += backlog[i] <= perhaps ? 1 : 0;
            }

            if (durations[i] - stopped - backlog[i] > part.ErrorBound) SlowQueued++;
        }
    }
}
