namespace Unpause.Recorder.Load;

/// <summary>How a service is asked.</summary>
/// <param name="Url">The address; each <c>{n}</c> in it is a number that is drawn for each request.</param>
/// <param name="RatePerSecond">Requests a second on average.</param>
/// <param name="WarmUp">How long it is asked before anything is counted.</param>
/// <param name="Duration">How long it is asked after that.</param>
/// <param name="Seed">The same one asks the same at the same moments.</param>
public sealed record LoadPlan(string Url, double RatePerSecond, TimeSpan WarmUp, TimeSpan Duration, int Seed)
{
    /// <summary>What stands for a number in the address.</summary>
    public const string Number = "{n}";

    /// <summary>Numbers are from 0 to one less than this.</summary>
    public const int Numbers = 100_000;

    /// <summary>Most requests under way at a time; an arrival that finds so many is dropped, and counted.</summary>
    public int MostConnections { get; init; } = 1_000;

    /// <summary>A request that takes longer is given up and has failed; it counts with so long a latency.</summary>
    public TimeSpan Timeout { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>The address with a number in its place.</summary>
    public Uri UrlOf(int number) => new(Url.Replace(Number, $"{number}", StringComparison.Ordinal));
}
