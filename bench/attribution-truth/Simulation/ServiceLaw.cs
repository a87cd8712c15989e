namespace Unpause.Bench.AttributionTruth;

/// <summary>How the work of a request is distributed; all laws here have mean 1 and are scaled.</summary>
public enum ServiceLaw
{
    /// <summary>Nearly the same each time: Erlang of eight phases, coefficient of variation 0.35.</summary>
    Erlang,

    /// <summary>Exponential, coefficient of variation 1.</summary>
    Exponential,

    /// <summary>Lognormal with σ = 1, coefficient of variation 1.31.</summary>
    Lognormal,

    /// <summary>Two kinds of requests: 90 % cheap, 10 % ten times as long (hyperexponential).</summary>
    TwoKinds,

    /// <summary>Two sizes and nothing between: 85 % take 1, 15 % take 8, scaled.</summary>
    TwoSizes,

    /// <summary>Bounded Pareto, α = 1.5, between 1 and 300 times its least value.</summary>
    BoundedPareto,
}
