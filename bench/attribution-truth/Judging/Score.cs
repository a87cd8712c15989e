namespace Unpause.Bench.AttributionTruth;

/// <summary>One verdict compared with the truth. A question that does not apply is null.</summary>
public sealed record Score
{
    /// <summary>A range may miss by this share of the truth, or by half a millisecond: logs have whole milliseconds.</summary>
    private const double RangeTolerance = 0.01;
    private const double RangeToleranceMilliseconds = 0.5;

    /// <summary>A range of blamed requests may miss by this share of the slow ones.</summary>
    private const double BlameTolerance = 0.01;

    /// <summary>Shares of the slow requests that may be wrong, in points.</summary>
    private const double SharePoints = 0.1;

    /// <summary>An answer that blames no more than this share says "not the collector".</summary>
    private const double Nothing = 0.01;

    /// <summary>At least this many pauses require a verdict.</summary>
    public const int EnoughPauses = 15;

    /// <summary>An offset found is right within this and the round trip, in milliseconds.</summary>
    private const double OffsetTolerance = 20;

    /// <summary>The seed and the cell.</summary>
    public required (int Seed, Cell Cell) Scenario { get; init; }

    /// <summary>The answer.</summary>
    public required Answer Answer { get; init; }

    /// <summary>The truth.</summary>
    public required Truth Truth { get; init; }

    /// <summary>The truth is inside the p99 range.</summary>
    public bool? Covered { get; init; }

    /// <summary>The truth is inside the range of blamed requests; null when refused.</summary>
    public bool? BlameCovered { get; init; }

    /// <summary>Width of that range as a share of the slow requests; null when refused.</summary>
    public double? BlameWidth { get; init; }

    /// <summary>Width of the p99 range as a share of the truth.</summary>
    public double? Width { get; init; }

    /// <summary>The error of the best estimate of p99, as a share of the truth.</summary>
    public double? Error { get; init; }

    /// <summary>The error of the blamed share, in percentage points of the slow requests; null when refused.</summary>
    public double? ShareError { get; init; }

    /// <summary>The clock is reported as verified, and the queue model as fitting.</summary>
    public bool Sure { get; init; }

    /// <summary>Refused although there are enough pauses.</summary>
    public bool? Refused { get; init; }

    /// <summary>GC is acquitted although it caused at least 10 % of the slow requests.</summary>
    public bool HidingAcquittal { get; init; }

    /// <summary>The low end blames more than ten percentage points of the slow requests too many.</summary>
    public bool OverBlamed { get; init; }

    /// <summary>The high end blames more than ten percentage points too few.</summary>
    public bool UnderBlamed { get; init; }

    /// <summary>GC caused at least half of the slow requests, and the verdict is missing or clearly lower.</summary>
    public bool? MajorityMissed { get; init; }

    /// <summary>A constant offset of 50 ms or more with enough pauses was found, or the answer refused.</summary>
    public bool? OffsetHandled { get; init; }

    /// <summary>The true offset is within the range that the answer gives for it.</summary>
    public bool? OffsetWithinRange { get; init; }

    /// <summary>Judges an answer.</summary>
    public static Score Of(int seed, Scene scene, Answer answer)
    {
        var truth = Truth.Of(scene);
        var cell = scene.World.Cell;
        double slow = Math.Max(1, answer.Count.Slow);
        var (low, reported, high) = answer.Blamed is { } blamed
            ? (blamed.Low / slow, blamed.Reported / slow, blamed.High / slow) : (0, 0, 0);
        var share = truth.Because / (double)Math.Max(1, truth.Slow);
        var enough = truth.Pauses >= EnoughPauses;
        var offset = truth.OffsetMilliseconds.First;
        var way = scene.World.RoundTrip * 1e3;
        var range = cell.Confounder == Confounder.Twin ? null : answer.P99;
        return new Score
        {
            Scenario = (seed, cell),
            Answer = answer,
            Truth = truth,
            Covered = range is { } given ? Inside(given, truth.P99WithoutMilliseconds) : null,
            BlameCovered = answer.Refused || answer.Count.Slow == 0 || cell.Confounder == Confounder.Twin ? null
                : share >= low - BlameTolerance && share <= high + BlameTolerance,
            BlameWidth = answer.Refused || answer.Count.Slow == 0 ? null : high - low,
            Width = range is { } wide ? (wide.High - wide.Low) / truth.P99WithoutMilliseconds : null,
            Error = range is null ? null : Math.Abs(answer.P99Reported - truth.P99WithoutMilliseconds ?? 0) / truth.P99WithoutMilliseconds,
            ShareError = answer.Refused ? null : 100 * Math.Abs(reported - share),
            Sure = answer is { Verified: true, QueueFits: true, Refused: false },
            Refused = enough ? answer.Refused : null,
            HidingAcquittal = !answer.Refused && high <= Nothing && Hidden(cell, truth, answer) >= SharePoints,
            OverBlamed = !answer.Refused && low > share + SharePoints,
            UnderBlamed = !answer.Refused && high < share - SharePoints,
            MajorityMissed = share >= 0.5 ? answer.Refused || reported < 0.5 - SharePoints : null,
            OffsetHandled = cell.ConstantOffset && enough
                ? answer.Refused || Math.Abs(offset - answer.Offset ?? double.NaN) <= OffsetTolerance + way : null,
            OffsetWithinRange = cell.ConstantOffset && enough && !answer.Refused
                ? answer.OffsetRange is { } between && offset >= between.Low && offset <= between.High : null,
        };
    }

    private static bool Inside((double Low, double High) range, double truth)
    {
        var tolerance = Math.Max(RangeToleranceMilliseconds, RangeTolerance * truth);
        return truth >= range.Low - tolerance && truth <= range.High + tolerance;
    }

    // The share of slow requests that an acquittal would hide, with pauses of other processes and unreported accept-queue waits.
    private static double Hidden(Cell cell, Truth truth, Answer answer)
    {
        var because = cell.Confounder == Confounder.Twin ? truth.BecauseOfAny : truth.Because;
        var measured = because / (double)Math.Max(1, truth.Slow);
        return cell.Side == Side.Accepted && answer.AcceptQueue == 0
            ? Math.Max(measured, truth.Felt.Because / (double)Math.Max(1, truth.Felt.Slow)) : measured;
    }
}
