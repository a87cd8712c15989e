using Unpause.Fleet.Questions.Coincidences;
using Unpause.Fleet.Questions.Traces;
using Unpause.Fleet.Stores;
using Unpause.Recordings;
using Unpause.Reports.Documents.Json;
using Unpause.Reports.Fleets.Documents;

namespace Unpause.Fleet.Questions;

/// <summary>
/// Pairs of services that stop in the same traces more often than by chance: such a trace is delayed twice.
/// </summary>
/// <remarks>
/// Reports have samples of traces that do not depend on their length, and that are the same in all services
/// (<see cref="Unpause.Requests.Attribution.Paths.TraceSample"/>). Pairs are corrected for their number (Bonferroni).
/// </remarks>
internal static class TraceQuestion
{
    private const long MostLength = 24 * 3_600_000_000_000;
    private const long MostAt = long.MaxValue / 2;

    // All pairs are counted, and of those that may be no chance so many are tested.
    private const int MostServices = 128, MostTested = 100, Most = 50, FewestTogether = 3;
    private const double Error = 0.01;
    private const int Decimals = 2;

    /// <summary>The pairs, the least probable first.</summary>
    public static IReadOnlyList<FleetTraceDocument> Ask(IReadOnlyList<ServiceTrace> traces)
    {
        var services = Services(traces);
        var (known, pairs) = (new List<TracePair>(), 0);
        for (var one = 0; one < services.Count; one++)
        {
            for (var other = one + 1; other < services.Count; other++)
            {
                var pair = TracePair.Count(services[one], services[other]);
                if (pair.Traces < TracePair.Fewest) continue;
                pairs++;
                if (pair.Together >= FewestTogether) known.Add(pair);
            }
        }

        var found = new List<FleetTraceDocument>();
        foreach (var (pair, _) in known.Select(pair => (Pair: pair, Chance: Chance(pair))).Where(one => one.Chance * pairs <= Error)
            .OrderBy(one => one.Chance).Take(MostTested))
        {
            var (expected, p) = pair.Test();
            if (p * pairs > Error) continue;
            found.Add(Document(pair, expected, Math.Min(1, p * pairs)));
        }

        return [.. found.OrderBy(pair => pair.PValue).ThenByDescending(pair => pair.Together).Take(Most)];
    }

    /// <summary>The probability if each trace met stops by itself: quickly known, and too small where stops come in bursts.</summary>
    private static double Chance(TracePair pair) =>
        PoissonTail.AtLeast(pair.Together, (double)pair.OneStopped * pair.OtherStopped / pair.Traces);

    private static FleetTraceDocument Document(TracePair pair, double expected, double p) => new()
    {
        One = pair.One,
        Other = pair.Other,
        Traces = pair.Traces,
        OneStopped = pair.OneStopped,
        OtherStopped = pair.OtherStopped,
        Together = pair.Together,
        Expected = Math.Round(expected, Decimals),
        PValue = p,
        StoppedMs = new((long)Math.Min(pair.Stopped, MostAt)),
        TraceId = pair.Example.Trace.ToString("x32", CultureInfo.InvariantCulture),
        TraceAt = UnixTime.Text(DateTimeOffset.UnixEpoch.AddTicks(pair.Example.At / TimeSpan.NanosecondsPerTick)),
        Report = ReportLinks.From(pair.Example.Report),
        OtherReport = ReportLinks.From(pair.OtherExample.Report),
    };

    /// <summary>The services with the most traces.</summary>
    private static List<TracesOfService> Services(IReadOnlyList<ServiceTrace> traces)
    {
        var services = new Dictionary<string, TracesOfService>(StringComparer.Ordinal);
        foreach (var trace in traces)
        {
            // Without a name, two services cannot be told apart.
            if (trace.Service.Length == 0 || trace.At is < 0 or > MostAt || trace.Length is < 0 or > MostLength || trace.Stopped < 0
                || trace.Stopped > trace.Length) continue;
            if (!services.TryGetValue(trace.Service, out var own)) services.Add(trace.Service, own = new(trace.Service));
            own.Add(trace);
        }

        List<TracesOfService> most = [.. services.Values.OrderByDescending(own => own.All.Count)
            .ThenBy(own => own.Service, StringComparer.Ordinal).Take(MostServices)];
        foreach (var own in most) own.Finish();
        return most;
    }
}
