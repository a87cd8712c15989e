namespace Unpause.Analysis.CostModels;

/// <summary>What another memory limit would cost a recorded process, and what its pauses follow.</summary>
/// <param name="Formula">How other limits follow.</param>
public sealed record CostModel(SteadyWork Work, MemoryFormula Formula)
{
    /// <summary>Limits that are drawn, as multiples of the present one.</summary>
    public static readonly IReadOnlyList<double> Multiples = [0.5, 0.625, 0.75, 0.875, 1, 1.25, 1.5, 2, 3, 4];

    private const int Draws = 400;
    private const int Seed = 1;

    /// <summary>Time in GC is of the CPU, because collections run beside the program.</summary>
    public bool IsOfCpu => Formula is GoFormula;

    /// <summary>The present limit, or what the heap took where it may take more.</summary>
    public CurvePoint? Now => At(Formula.NowBytes);

    /// <summary>The model of a recording with its own cost per GiB; null where it has none.</summary>
    public static CostModel? Fit(Recording recording) => Fit(recording, null, out _);

    /// <summary>The model of a recording; null with the reason where there is none.</summary>
    /// <param name="secondsPerGibibyte">
    /// What a collection of the whole heap takes for each GiB that survives, where the user knows it better than the recording.
    /// </param>
    public static CostModel? Fit(Recording recording, double? secondsPerGibibyte, out CostModelRefusal? why)
    {
        var formula = CostModelChoice.Choose(recording, secondsPerGibibyte, out var work, out why);
        return formula is null ? null : new(work!, formula);
    }

    /// <summary>What a limit costs; null where what is live leaves no room.</summary>
    public CurvePoint? At(double limitBytes)
    {
        // A collector that takes less than it may takes no more of a larger limit.
        var limit = Formula.IsBound ? limitBytes : Math.Min(limitBytes, Formula.NowBytes);
        if (Formula.Burden(limit, Work.Sum) is not { } burden) return null;
        var (low, high) = (burden.Low, burden.High);
        if (Interval(limit) is { } drawn) (low, high) = (Math.Min(low, drawn.Low), Math.Max(high, drawn.High));
        return new(limitBytes, Share(burden.Middle), Share(low), Share(high), Formula.PeriodSeconds(limit));
    }

    /// <summary>How the recorded pauses change with another setting; null where what is live leaves no room.</summary>
    public PauseChange? Change(MemorySetting asked) =>
        Formula.Change(Formula.IsBound ? asked : asked with { LimitBytes = Math.Min(asked.LimitBytes, Formula.NowBytes) });

    /// <summary>
    /// The curve, from the least of <see cref="Multiples"/> that leaves room; to the present memory where more would change nothing.
    /// </summary>
    public IReadOnlyList<CurvePoint> Curve() =>
        [.. Multiples.Where(times => Formula.IsBound || times <= 1).Select(times => At(times * Formula.NowBytes)).OfType<CurvePoint>()];

    /// <summary>How far chance in this recording reaches: its parts are drawn again.</summary>
    private (double Low, double High)? Interval(double limit)
    {
        var random = new Random(Seed);
        var drawn = new List<double>(2 * Draws);
        for (var draw = 0; draw < Draws; draw++)
        {
            var sum = default(WorkBlock);
            for (var i = 0; i < Work.Blocks.Count; i++) sum += Work.Blocks[random.Next(Work.Blocks.Count)];
            if (Formula.Burden(limit, sum) is not { } burden) return null;
            drawn.Add(burden.Low);
            drawn.Add(burden.High);
        }

        return BlockBootstrap.Interval(drawn);
    }

    private static double Share(double burden) => 100 * burden / (1 + burden);
}

/// <summary>What a memory limit costs.</summary>
/// <param name="Percent">Share of the time in collections (of Go: of the CPU).</param>
/// <param name="Low">Lower end of it.</param>
/// <param name="High">Upper end.</param>
/// <param name="PeriodSeconds">From one collection of old objects to the next, in seconds of the program's own; null when not told.</param>
public readonly record struct CurvePoint(double LimitBytes, double Percent, double Low, double High, double? PeriodSeconds);
