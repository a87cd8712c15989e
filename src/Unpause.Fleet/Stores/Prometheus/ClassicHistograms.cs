namespace Unpause.Fleet.Stores.Prometheus;

/// <summary>
/// Classic histograms as if they were native: cumulative counts by the label <c>le</c>, and the sum, of one moment. The series without
/// <c>le</c> is the count, for servers that store no buckets.
/// </summary>
internal static class ClassicHistograms
{
    private const string Bound = "le";

    /// <summary>Joins buckets and counts with sums.</summary>
    public static IReadOnlyList<PrometheusSeries> Join(IReadOnlyList<PrometheusSeries> buckets, IReadOnlyList<PrometheusSeries> sums)
    {
        var bounds = new Dictionary<string, List<(double Bound, PrometheusSeries Series)>>(StringComparer.Ordinal);
        foreach (var series in buckets)
        {
            var key = KeyOf(series);
            if (!bounds.TryGetValue(key, out var own)) bounds[key] = own = [];
            var bound = series.Labels.TryGetValue(Bound, out var text) ? PrometheusNumber.Read(text) : double.PositiveInfinity;
            if (!double.IsNaN(bound)) own.Add((bound, series));
        }

        var joined = new List<PrometheusSeries>();
        var seen = new HashSet<string>(StringComparer.Ordinal);
        foreach (var series in sums)
        {
            var key = KeyOf(series);
            if (!bounds.TryGetValue(key, out var own) || !seen.Add(key)) continue;
            own.Sort((one, other) => one.Bound.CompareTo(other.Bound));
            joined.Add(new PrometheusSeries(series.Labels, Points(own, series)));
        }

        return joined;
    }

    private static string KeyOf(PrometheusSeries series) => ProcessKey.AllLabels(series, Bound);

    private static List<PrometheusPoint> Points(List<(double Bound, PrometheusSeries Series)> bounds, PrometheusSeries sums)
    {
        var points = new List<PrometheusPoint>(sums.Points.Count);
        var places = new int[bounds.Count];
        var buckets = new List<HistogramBucket>();
        foreach (var sum in sums.Points)
        {
            buckets.Clear();
            double left = 0, count = 0;
            for (var i = 0; i < bounds.Count; i++)
            {
                var values = bounds[i].Series.Points;
                while (places[i] < values.Count && values[places[i]].Seconds < sum.Seconds) places[i]++;
                if (places[i] == values.Count || !values[places[i]].Seconds.Equals(sum.Seconds)) continue;
                var upTo = values[places[i]].Value;
                if (upTo > PrometheusAnswer.MostCount) continue;
                // The series of all and the bound +Inf are the same number.
                if (upTo > count && bounds[i].Bound > left) buckets.Add(new HistogramBucket(left, bounds[i].Bound, upTo - count));
                (left, count) = (Math.Max(left, bounds[i].Bound), Math.Max(count, upTo));
            }

            // The count alone is no bucket from 0 to without end.
            if (buckets is [{ Left: 0, Right: double.PositiveInfinity }]) buckets.Clear();
            if (Math.Abs(sum.Value) <= PrometheusAnswer.MostNumber) points.Add(
                new(sum.Seconds, double.NaN, new(count, sum.Value, [.. buckets])));
        }

        return points;
    }
}
