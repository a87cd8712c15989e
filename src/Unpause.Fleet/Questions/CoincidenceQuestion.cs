using Unpause.Fleet.Questions.Coincidences;
using Unpause.Fleet.Stores;
using Unpause.Recordings;
using Unpause.Reports.Documents.Json;
using Unpause.Reports.Fleets.Documents;

namespace Unpause.Fleet.Questions;

/// <summary>
/// Long stops of two services, or of one service on two hosts, that coincide more often than by chance. A timer that runs on both is such a
/// reason.
/// </summary>
/// <remarks>
/// One sweep in order of time counts overlaps of all pairs. Pairs with more than their rates explain are then tested with moved times, and
/// corrected for all pairs (Bonferroni).
/// </remarks>
internal static class CoincidenceQuestion
{
    /// <summary>
    /// Hosts whose clocks are set by NTP differ by less than this in one data centre, and by some tens of milliseconds over the internet
    /// (D. L.
    /// Mills, RFC 5905, 2010).
    /// </summary>
    public const long HostClockNanoseconds = 10_000_000;

    /// <summary>A tolerance is never less.</summary>
    public const long LeastToleranceNanoseconds = 5_000_000;

    /// <summary>A stop with a clock that is less certain coincides with anything.</summary>
    private const long MostClockError = 1_000_000_000;
    private const long MostLength = 3_600_000_000_000;
    private const long MostAt = long.MaxValue / 2;

    // Pairs are counted in a square of so many series, those with the most stops.
    private const int MostSeries = 2_048;
    private const long MostOverlaps = 20_000_000;
    private const int MostTested = 200, Most = 50, FewestTogether = 3;
    private const double Error = 0.01;
    private const int Decimals = 2;
    private const int Seed = 1;

    /// <summary>The pairs, the least probable first.</summary>
    public static IReadOnlyList<FleetCoincidenceDocument> Ask(IReadOnlyList<TimedStop> stops)
    {
        var series = Series(stops);
        var (counts, known) = Sweep(series);
        if (known < 2) return [];
        var pairs = known * (known - 1.0) / 2;
        var (span, candidates) = (Span(series, known), new List<(int One, int Other, double PValue)>());
        for (var one = 0; one < known; one++)
        {
            for (var other = one + 1; other < known; other++)
            {
                var count = counts[(one * known) + other];
                if (count < FewestTogether) continue;
                var reach = series[one].MeanLength + series[other].MeanLength + (2 * Tolerance(series[one], series[other]));
                var expected = series[one].Stops.Count * (double)series[other].Stops.Count * reach / span;
                var p = PoissonTail.AtLeast(count, expected);
                if (p * pairs <= Error) candidates.Add((one, other, p));
            }
        }

        var random = new Random(Seed);
        var found = new List<FleetCoincidenceDocument>();
        foreach (var (one, other, _) in candidates.OrderBy(pair => pair.PValue).ThenBy(pair => pair.One).ThenBy(pair => pair.Other)
            .Take(MostTested))
        {
            var tolerance = Tolerance(series[one], series[other]);
            var pair = new SeriesPair(series[one], series[other], tolerance);
            var (expected, p) = pair.Test(random);
            if (p * pairs > Error || pair.First is not { } first || pair.FirstOther is not { } firstOther) continue;
            found.Add(new()
            {
                One = series[one].Name,
                Other = series[other].Name,
                Together = pair.Together,
                Expected = Math.Round(expected, Decimals),
                PValue = Math.Min(1, p * pairs),
                ClockToleranceMs = new Milliseconds(tolerance),
                FirstAt = UnixTime.Text(DateTimeOffset.UnixEpoch.AddTicks(first.At / TimeSpan.NanosecondsPerTick)),
                Report = ReportLinks.From(first.Report),
                OtherReport = ReportLinks.From(firstOther.Report),
            });
        }

        return [.. found.OrderBy(pair => pair.PValue).ThenByDescending(pair => pair.Together).Take(Most)];
    }

    private static long Tolerance(StopSeries one, StopSeries other) =>
        Math.Max(LeastToleranceNanoseconds, Math.Max(one.ClockError, other.ClockError))
        + (one.Host == other.Host && one.Host.Length > 0 ? 0 : HostClockNanoseconds);

    /// <summary>The series with the most stops first.</summary>
    private static List<StopSeries> Series(IReadOnlyList<TimedStop> stops)
    {
        var series = new Dictionary<(string Service, string Host), StopSeries>();
        foreach (var stop in stops)
        {
            if (stop.At is < 0 or > MostAt || stop.Length is < 0 or > MostLength || stop.ClockError is < 0 or > MostClockError) continue;
            if (!series.TryGetValue((stop.Service, stop.Host), out var own))
                series.Add((stop.Service, stop.Host), own = new(stop.Service, stop.Host));
            own.Stops.Add(stop);
        }

        List<StopSeries> most = [.. series.Values.OrderByDescending(own => own.Stops.Count)
            .ThenBy(own => own.Service, StringComparer.Ordinal).ThenBy(own => own.Host, StringComparer.Ordinal).Take(MostSeries)];
        foreach (var own in most) own.Finish();
        return most;
    }

    private static double Span(List<StopSeries> series, int known)
    {
        var (first, last) = (long.MaxValue, long.MinValue);
        for (var i = 0; i < known; i++)
        {
            first = Math.Min(first, series[i].Stops[0].At);
            last = Math.Max(last, series[i].Stops[^1].At);
        }

        return Math.Max(1, (double)last - first);
    }

    /// <summary>
    /// Counts overlaps of each pair. Where there are too many, because all stops of a fleet coincide, half of the series are left out, and
    /// so
    /// on.
    /// </summary>
    private static (int[] Counts, int Series) Sweep(List<StopSeries> series)
    {
        for (var known = series.Count; known >= 2; known /= 2)
        {
            if (Sweep(series, known) is { } counts) return (counts, known);
        }

        return ([], 0);
    }

    private static int[]? Sweep(List<StopSeries> series, int known)
    {
        var (total, tolerance) = (0, LeastToleranceNanoseconds);
        for (var i = 0; i < known; i++)
        {
            total += series[i].Stops.Count;
            tolerance = Math.Max(tolerance, series[i].ClockError);
        }

        var (starts, places) = (new long[total], new (int Series, long End)[total]);
        for (int i = 0, at = 0; i < known; i++)
        {
            foreach (var stop in series[i].Stops) (starts[at], places[at++]) = (stop.At, (i, stop.At + stop.Length));
        }

        Array.Sort(starts, places);
        var (counts, overlaps) = (new int[known * known], 0L);
        var open = new List<(int Series, long End)>();
        for (var i = 0; i < total; i++)
        {
            var (own, end) = places[i];
            // The greatest tolerance there is: no pair needs an older one.
            var oldest = starts[i] - tolerance - HostClockNanoseconds;
            for (var j = open.Count - 1; j >= 0; j--)
            {
                if (++overlaps > MostOverlaps) return null;
                if (open[j].End < oldest)
                {
                    open[j] = open[^1];
                    open.RemoveAt(open.Count - 1);
                    continue;
                }

                var other = open[j].Series;
                if (other == own || open[j].End < starts[i] - Tolerance(series[own], series[other])) continue;
                counts[(Math.Min(own, other) * known) + Math.Max(own, other)]++;
            }

            open.Add((own, end));
        }

        return counts;
    }
}
