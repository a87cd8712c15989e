namespace Unpause.Recorder.Load;

/// <summary>Which requests a load sends to a service, and when.</summary>
/// <param name="Url">The address; each <c>{n}</c> in it is replaced by a random number for each request.</param>
/// <param name="RatePerSecond">Requests per second on average.</param>
/// <param name="WarmUp">How long requests are sent before any is counted.</param>
/// <param name="Duration">How long requests are counted after that.</param>
/// <param name="Seed">Equal seeds give equal requests at equal times.</param>
public sealed record LoadPlan(string Url, double RatePerSecond, TimeSpan WarmUp, TimeSpan Duration, int Seed)
{
    /// <summary>Placeholder for a number in the address.</summary>
    public const string Number = "{n}";

    /// <summary>Numbers are from 0 to less than this.</summary>
    public const int Numbers = 100_000;

    /// <summary>Maximum number of concurrent requests; further arrivals are dropped and counted.</summary>
    public int MostConnections { get; init; } = 1_000;

    /// <summary>A longer request times out and counts as failed, with this latency.</summary>
    public TimeSpan Timeout { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>The address with a number for the placeholder.</summary>
    public Uri UrlOf(int number) => new(Url.Replace(Number, $"{number}", StringComparison.Ordinal));
}
