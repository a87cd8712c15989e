namespace Unpause.Bench.AttributionTruth;

/// <summary>The matrix, in two forms.</summary>
public static class Matrix
{
    /// <summary>One departure from the ordinary at a time, and the pairs that are common; each under the three disciplines.</summary>
    public static IReadOnlyList<Cell> Single { get; } = [.. Situations().SelectMany(Disciplines)];

    /// <summary>Every combination of side, clock, sampling, confounder, safepoint and discipline.</summary>
    public static IReadOnlyList<Cell> Crossed { get; } = [.. Products().SelectMany(Disciplines)];

    private static IEnumerable<Cell> Disciplines(Cell cell) =>
        Enum.GetValues<Discipline>().Select(discipline => cell with { Discipline = discipline });

    private static IEnumerable<Cell> Situations()
    {
        var ordinary = new Cell(Discipline.FirstComeFirstServed);
        yield return ordinary;
        yield return ordinary with { FewPauses = true };
        yield return ordinary with { Waits = true };
        yield return ordinary with { Safepoint = Safepoint.Logged };
        yield return ordinary with { Safepoint = Safepoint.Unlogged };
        yield return ordinary with { Side = Side.Client };
        yield return ordinary with { Side = Side.Accepted };
        yield return ordinary with { Clock = ClockFault.Tenths };
        yield return ordinary with { Clock = ClockFault.Second };
        yield return ordinary with { Clock = ClockFault.Seconds };
        yield return ordinary with { Clock = ClockFault.Seconds, FewPauses = true };
        yield return ordinary with { Clock = ClockFault.Second, Side = Side.Client };
        yield return ordinary with { Clock = ClockFault.Zone };
        yield return ordinary with { Clock = ClockFault.Step };
        yield return ordinary with { Clock = ClockFault.Drift };
        yield return ordinary with { Sampling = Sampling.HeadReported };
        yield return ordinary with { Sampling = Sampling.HeadUnreported };
        yield return ordinary with { Sampling = Sampling.Tail };
        yield return ordinary with { Confounder = Confounder.SlowDatabase };
        yield return ordinary with { Confounder = Confounder.Cron };
        yield return ordinary with { Confounder = Confounder.Twin };
        yield return ordinary with { Confounder = Confounder.NamedInstances };
        yield return ordinary with { Confounder = Confounder.UnnamedInstances };
        yield return ordinary with { UnreportedEnds = true };
        yield return ordinary with { UnreportedEnds = true, Clock = ClockFault.Second };
    }

    private static IEnumerable<Cell> Products() =>
        from side in Enum.GetValues<Side>()
        from clock in Enum.GetValues<ClockFault>()
        from sampling in Enum.GetValues<Sampling>()
        from confounder in Enum.GetValues<Confounder>()
        from safepoint in Enum.GetValues<Safepoint>()
        select new Cell(Discipline.FirstComeFirstServed)
        {
            Side = side, Clock = clock, Sampling = sampling, Confounder = confounder, Safepoint = safepoint,
        };
}
