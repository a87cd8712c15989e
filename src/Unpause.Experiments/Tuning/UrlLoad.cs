using System.Globalization;
using System.Runtime.Versioning;
using Unpause.Experiments.Load;

namespace Unpause.Experiments.Tuning;

/// <summary>Our own load generator: an open loop over HTTP.</summary>
[SupportedOSPlatform("linux")]
internal static class UrlLoad
{
    /// <summary>Sends the load, and writes the requests to the trial's folder.</summary>
    /// <param name="seed">The same for all trials of a round: each setting gets the same requests at the same times.</param>
    /// <param name="stop">Ends it early.</param>
    public static TrialLoad Run(TuneLoad load, TrialFolder folder, int seed, CancellationToken stop)
    {
        var plan = new LoadPlan(load.Url!, load.RatePerSecond, load.WarmUp, load.Duration, seed) { MostConnections = load.Connections };
        var outcome = OpenLoopLoad.Run(plan, stop);
        Write(outcome, folder.Requests);
        var from = outcome.StartedUnixNanoseconds + (long)load.WarmUp.TotalNanoseconds;
        var window = new TrialWindow(from, from + (long)load.Duration.TotalNanoseconds);
        var errors = outcome.Failed + outcome.Dropped;
        if (outcome.Requests.Count == 0)
        {
            return new(window, outcome.Arrivals == 0
                ? "no request was sent during the load: increase --rate or --for"
                : $"none of {outcome.Arrivals} requests got an answer ({outcome.FirstFailure ?? "no connection was free"})");
        }

        return new(window)
        {
            Numbers =
            [
                (TrialMetric.Errors, errors), (TrialMetric.ErrorRate, 100.0 * errors / outcome.Arrivals),
            ],
            LateNanoseconds = outcome.LateNanoseconds,
            Dropped = outcome.Dropped,
            Note = outcome.FirstFailure is { } first
                ? $"{Quantities.Count(outcome.Failed, "request")} failed, the first with: {first}"
                : null,
        };
    }

    private static void Write(LoadOutcome outcome, string path)
    {
        using var file = new StreamWriter(path);
        file.WriteLine("start_ms,duration_ms");
        foreach (var request in outcome.Requests)
        {
            file.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"{request.StartUnixNanoseconds / 1e6m:0.000},{request.DurationNanoseconds / 1e6m:0.000}"));
        }
    }
}
