namespace Unpause.Bench.AttributionTruth;

/// <summary>The truth about the given requests.</summary>
public sealed record Truth
{
    /// <summary>Slow requests.</summary>
    public required int Slow { get; init; }

    /// <summary>Slow requests that would not be slow without the pauses of the log.</summary>
    public required int Because { get; init; }

    /// <summary>Slow requests that would not be slow without any pause, also of processes outside the log.</summary>
    public required int BecauseOfAny { get; init; }

    /// <summary>Requests whose clients waited longer than the threshold, and would not have without pauses.</summary>
    public required (int Slow, int Because) Felt { get; init; }

    /// <summary>
    /// 99th percentile without the pauses of the log, in milliseconds, by nearest rank; of all requests where only slow ones were kept.
    /// </summary>
    public required double P99WithoutMilliseconds { get; init; }

    /// <summary>Pauses of the log while requests came.</summary>
    public required int Pauses { get; init; }

    /// <summary>What has to be added to the log's clock, in milliseconds, at its start and at its end.</summary>
    public required (double First, double Last) OffsetMilliseconds { get; init; }

    /// <summary>Counts a scene.</summary>
    public static Truth Of(Scene scene)
    {
        var limit = scene.Slow;
        // If the spans distinguish instances, the verdict is about the instance of the log.
        var ownOnly = scene.World.Cell.Confounder == Confounder.NamedInstances;
        var kept = scene.Kept.Where(request => !ownOnly || request.Instance == 0).ToList();
        var slow = kept.Where(request => request.Duration > limit).ToList();
        var ranked = scene.World.Cell.Sampling == Sampling.Tail ? scene.World.Requests : kept;
        var without = ranked.Select(request => request.WithoutLog).Order().ToArray();
        return new Truth
        {
            Slow = slow.Count,
            Because = slow.Count(request => request.WithoutLog <= limit),
            BecauseOfAny = slow.Count(request => request.WithoutAny <= limit),
            Felt = (
                kept.Count(request => request.Felt.Waited > limit),
                kept.Count(request => request.Felt.Waited > limit && request.Felt.Without <= limit)),
            P99WithoutMilliseconds = without.Length == 0 ? 0 : without[(int)Math.Ceiling(0.99 * without.Length) - 1] * 1e3,
            Pauses = scene.World.Pauses.Count,
            OffsetMilliseconds = (-scene.Ahead.First * 1e3, -scene.Ahead.Last * 1e3),
        };
    }
}
