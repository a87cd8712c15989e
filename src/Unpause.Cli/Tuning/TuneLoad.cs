namespace Unpause.Cli;

/// <summary>How a service is put under load in each trial.</summary>
/// <param name="Url">What our own generator asks; null when a command asks.</param>
/// <param name="RatePerSecond">How often our own generator asks.</param>
/// <param name="Duration">How long our own generator asks, the warm-up not counted.</param>
/// <param name="Connections">Most requests that it has under way.</param>
/// <param name="Command">The user's load test, for a shell; null when our own generator asks.</param>
/// <param name="Latencies">The file that the user's load test leaves.</param>
/// <param name="WarmUp">How much of its beginning is left out.</param>
/// <param name="Ready">What answers when the service is ready.</param>
/// <param name="ReadyWithin">How long that may take.</param>
internal sealed record TuneLoad(
    string? Url,
    double RatePerSecond,
    TimeSpan Duration,
    int Connections,
    string? Command,
    string? Latencies,
    TimeSpan WarmUp,
    Uri Ready,
    TimeSpan ReadyWithin);
