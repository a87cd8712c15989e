using Unpause.Analysis.Attribution.Queues;

namespace Unpause.Analysis.Attribution.Evidence;

/// <summary>
/// Two questions, asked apart. Are the pauses those of the program that served the requests: then requests end inside them
/// less than by chance (<see cref="CompletionTest"/>). And did they make requests slow: then the same judgement of pauses
/// that had come at other times blames fewer (<see cref="ShiftedBlame"/>), and requests that came in quiet times are
/// slow less often by as many (<see cref="QuietTimes"/>).
/// </summary>
internal sealed class BlameJudgement
{
    private const double Significant = 0.05;
    private const double FewestExpected = 8;
    private const double MuchByChance = 0.3;

    private BlameJudgement()
    {
    }

    /// <summary>Whether requests end inside pauses less than by chance; null when too few would.</summary>
    public bool? Owned { get; private init; }

    /// <summary>How likely the pauses would be blamed for as many slow requests if they had come at other times.</summary>
    public double? PValue { get; private init; }

    /// <summary>What requests of quiet times say; null when there are too few.</summary>
    public QuietTimes? Quiet { get; private init; }

    /// <summary>The numbers of slow requests that the collector may have made slow, both ends included.</summary>
    public (long Low, long High) Blamed { get; private init; }

    /// <summary>Whether quiet times say the same as the queue's replay.</summary>
    public bool QuietAgrees { get; private init; }

    /// <summary>The shifts.</summary>
    public required ShiftedBlame Shifted { get; init; }

    /// <summary>The endings.</summary>
    public required CompletionTest Endings { get; init; }

    /// <summary>Requests that were held at the door; null where there is no sign of them.</summary>
    public HeldAtDoor? Held { get; private init; }

    /// <summary>The number of slow requests that the collector made slow, as far as one number can be given.</summary>
    public long Best { get; private init; }

    /// <summary>Whether anything may be blamed.</summary>
    public bool Chance => Owned == false || (Owned is null && PValue > Significant);

    /// <summary>Judges.</summary>
    /// <param name="parts">The processes.</param>
    /// <param name="threshold">Longer requests are slow.</param>
    /// <param name="count">All requests.</param>
    /// <param name="slow">Slow ones.</param>
    /// <param name="replayed">Slow ones that the replays of the queues that fit would not have been, the fewest and the most.</param>
    public static BlameJudgement Of(List<ProcessPart> parts, long threshold, long count, long slow, (long Low, long Best, long High) replayed)
    {
        var (endings, shifted) = (new CompletionTest(), new ShiftedBlame());
        foreach (var part in parts)
        {
            endings.Add(part.Requests, part.Pauses, part.Stretch.From, part.Stretch.To);
            shifted.Add(part, threshold);
        }

        var quiet = QuietTimes.Of(parts, threshold);
        var (low, high) = ((long)(replayed.Low * shifted.SurelyMore), replayed.High);
        var agrees = true;
        var best = replayed.Best;
        var held = HeldAtDoor.Of(parts, threshold);
        var hidden = held is not null || parts.Exists(part => part.Queues.HiddenBacklog);
        if (quiet?.Blamed(count, slow) is { } range)
        {
            agrees = range.Low <= replayed.High && range.High >= replayed.Low;
            // Where some wait unseen, quiet times know more than the replay of what is seen.
            if (hidden || (!agrees && range.High < replayed.Low)) best = Math.Clamp(best, range.Low, range.High);
            if (!agrees || hidden) (low, high) = (Math.Min(low, range.Low), Math.Max(high, range.High));
            else low = Math.Max(low, Math.Min(replayed.Low, range.Low));
        }

        var ending = endings.PValue();
        bool? owned = ending is null || endings.ByChance < FewestExpected ? null : ending <= Significant;
        return new BlameJudgement
        {
            Owned = owned,
            PValue = shifted.PValue,
            Quiet = quiet,
            QuietAgrees = agrees,
            Blamed = owned == false ? (0, high) : (low, high),
            Held = held,
            Best = best,
            Shifted = shifted,
            Endings = endings,
        };
    }

    /// <summary>The distributions between which latency without pauses lies.</summary>
    public (LatencyDistribution Low, LatencyDistribution High) Range(
        LatencyDistribution measured, LatencyDistribution overlap, LatencyDistribution fastest, LatencyDistribution slowest, bool fits, bool hidden, double margin, long count)
    {
        var (low, high) = (fastest, slowest);
        if (!fits || hidden) high = LatencyDistribution.Most(high, overlap);
        if (Owned == false) high = LatencyDistribution.Most(high, measured);
        if (Quiet is { } quiet && (hidden || Held is not null || !QuietAgrees || !Holds(quiet, fastest, slowest)))
        {
            var (from, to) = quiet.Range(count);
            (low, high) = (LatencyDistribution.Least(low, from), LatencyDistribution.Most(high, to));
        }

        // Pauses inside a wait for something else cost nothing: requests that are full of pauses anyway may be as long without.
        if (Quiet is { } whole && Shifted.Mean > MuchByChance * Shifted.Real) high = LatencyDistribution.Most(high, whole.AsMeasured(count));
        return (low.Times(1 - margin), LatencyDistribution.Least(high.Times(1 + margin), measured));
    }

    private static bool Holds(QuietTimes quiet, LatencyDistribution fastest, LatencyDistribution slowest)
    {
        var (from, to) = quiet.Percentile(990);
        return slowest.P99Nanoseconds >= from && fastest.P99Nanoseconds <= to;
    }
}
