using Unpause.Fleet.Questions.Comparison;
using Unpause.Fleet.Stores;
using Unpause.Reports.Fleets.Documents;

namespace Unpause.Fleet.Questions;

/// <summary>
/// How often a request that asks several instances meets a slow answer: 1 − (1 − p)ⁿ, if answers are independent (J. Dean, L. A. Barroso,
/// The tail at scale, 2013).
/// </summary>
internal static class FanOutQuestion
{
    private const int MostAsked = 1_000_000;
    private const int Decimals = 4;

    /// <summary>The answers, a service each: those whose requests are recorded.</summary>
    /// <param name="asked">The instances that one request asks.</param>
    public static IReadOnlyList<FleetFanOutDocument> Ask(IReadOnlyList<FleetSlice> slices, int asked)
    {
        if (asked is < 1 or > MostAsked) return [];
        var services = new SortedDictionary<string, Sums>(StringComparer.Ordinal);
        foreach (var slice in slices)
        {
            if (SoundSlices.Work(slice.Requests) is not { } requests || SoundSlices.Work(slice.Slow) is not { } slow) continue;
            if (!services.TryGetValue(slice.Service, out var sums)) services.Add(slice.Service, sums = new());
            sums.Add(requests, slow, SoundSlices.Work(slice.SlowBecauseOfGc));
        }

        return [.. services.Where(service => service.Value.Requests > 0).Select(service => Answer(service.Key, service.Value, asked))];
    }

    private static FleetFanOutDocument Answer(string service, Sums sums, int asked)
    {
        var slow = Math.Min(1, sums.Slow / sums.Requests);
        // Where only some slices have the cause, its share is of these.
        double? ofGc = sums.RequestsWithCause > 0 ? Math.Min(slow, sums.SlowBecauseOfGc / sums.RequestsWithCause) : null;
        return new()
        {
            Service = service.Length == 0 ? null : service,
            SlowPercent = Math.Round(100 * slow, Decimals),
            SlowBecauseOfGcPercent = ofGc is { } share ? Math.Round(100 * share, Decimals) : null,
            Asked = asked,
            PageSlowPercent = PagePercent(slow, asked),
            PageSlowWithoutGcPercent = ofGc is { } known ? PagePercent(slow - known, asked) : null,
        };
    }

    private static double PagePercent(double slow, int asked) => Math.Round(100 * (1 - Math.Pow(1 - slow, asked)), Decimals);

    private sealed class Sums
    {
        public double Requests { get; private set; }

        public double Slow { get; private set; }

        public double RequestsWithCause { get; private set; }

        public double SlowBecauseOfGc { get; private set; }

        public void Add(double requests, double slow, double? slowBecauseOfGc)
        {
            Requests += requests;
            Slow += slow;
            if (slowBecauseOfGc is not { } known) return;
            RequestsWithCause += requests;
            SlowBecauseOfGc += known;
        }
    }
}
