namespace Unpause.Bench.AttributionTruth;

/// <summary>The queue discipline when there are more requests than workers.</summary>
public enum Discipline
{
    /// <summary>G/G/c: in order of arrival, each by one worker until it is done.</summary>
    FirstComeFirstServed,

    /// <summary>Processor sharing with a cap: n requests on c processors each progress at the rate min(1, c ÷ n).</summary>
    Shared,

    /// <summary>G/G/∞: no request waits for another.</summary>
    Unlimited,
}
