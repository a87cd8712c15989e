namespace Unpause.Experiments.Tuning;

/// <summary>The load of a service in each trial.</summary>
/// <param name="Url">The URL for our own load generator; null with a command.</param>
/// <param name="RatePerSecond">The request rate of our own load generator.</param>
/// <param name="Duration">The duration of our own load, without the warm-up.</param>
/// <param name="Connections">The most requests of our own load generator in flight.</param>
/// <param name="Command">The user's load test, for a shell; null with our own load generator.</param>
/// <param name="Latencies">The file that the user's load test writes.</param>
/// <param name="WarmUp">The start of the load that is left out.</param>
/// <param name="Ready">The URL that answers when the service is ready.</param>
/// <param name="ReadyWithin">How long that may take.</param>
public sealed record TuneLoad(
    string? Url,
    double RatePerSecond,
    TimeSpan Duration,
    int Connections,
    string? Command,
    string? Latencies,
    TimeSpan WarmUp,
    Uri Ready,
    TimeSpan ReadyWithin);
