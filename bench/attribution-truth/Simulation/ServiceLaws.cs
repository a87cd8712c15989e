namespace Unpause.Bench.AttributionTruth;

/// <summary>Draws from the laws of service.</summary>
public static class ServiceLaws
{
    private const int ErlangPhases = 8;
    private const double LargeShare = 0.15;
    private const double LargeSize = 8;
    private const double ParetoShape = 1.5;
    private const double ParetoTop = 300;

    /// <summary>One draw with mean 1.</summary>
    public static double Draw(ServiceLaw law, Dice dice) => law switch
    {
        ServiceLaw.Erlang => Enumerable.Range(0, ErlangPhases).Sum(_ => dice.Exponential(1.0 / ErlangPhases)),
        ServiceLaw.Exponential => dice.Exponential(1),
        ServiceLaw.Lognormal => Math.Exp(dice.Normal() - 0.5),
        ServiceLaw.TwoKinds => dice.Exponential(dice.Chance(0.1) ? 10 / 1.9 : 1 / 1.9),
        ServiceLaw.TwoSizes => (dice.Chance(LargeShare) ? LargeSize : 1) / TwoSizesMoment(1),
        _ => Pareto(dice.Unit()) / ParetoMoment(1),
    };

    /// <summary>The second moment, E[S²], of a law with mean 1.</summary>
    public static double SecondMoment(ServiceLaw law) => law switch
    {
        ServiceLaw.Erlang => 1 + 1.0 / ErlangPhases,
        ServiceLaw.Exponential => 2,
        ServiceLaw.Lognormal => Math.E,
        ServiceLaw.TwoKinds => 2 * (0.9 + 0.1 * 100) / (1.9 * 1.9),
        ServiceLaw.TwoSizes => TwoSizesMoment(2) / (TwoSizesMoment(1) * TwoSizesMoment(1)),
        _ => ParetoMoment(2) / (ParetoMoment(1) * ParetoMoment(1)),
    };

    // By inversion of 1 - x^-α, cut at the top.
    private static double Pareto(double unit) =>
        Math.Pow(1 - unit * (1 - Math.Pow(ParetoTop, -ParetoShape)), -1 / ParetoShape);

    private static double TwoSizesMoment(int order) => 1 - LargeShare + LargeShare * Math.Pow(LargeSize, order);

    private static double ParetoMoment(int order) =>
        ParetoShape / (order - ParetoShape) * (Math.Pow(ParetoTop, order - ParetoShape) - 1) / (1 - Math.Pow(ParetoTop, -ParetoShape));
}
