using System.Globalization;
using Unpause.Recordings;
using Unpause.Services.Watch.Sensing;

namespace Unpause.Services.Watch.Metrics;

/// <summary>
/// Metrics as OTLP's <c>ExportMetricsServiceRequest</c>. The numbers of fields are those of
/// https://github.com/open-telemetry/opentelemetry-proto/blob/v1.7.0/opentelemetry/proto/metrics/v1/metrics.proto. Each watched
/// service is a resource of its own; an SDK of OpenTelemetry has one resource only. A collector that makes Prometheus' names of them gets
/// those of <c>/metrics</c>.
/// </summary>
internal static class OtlpMetrics
{
    private const string OwnService = "unpause-watch";
    private const ulong Cumulative = 2;

    private static readonly (string Ending, string Unit)[] Units = [("_seconds", "s"), ("_bytes", "By")];

    /// <summary>Writes all families.</summary>
    /// <param name="since">When counting started.</param>
    public static byte[] Write(IReadOnlyList<MetricFamily> families, DateTimeOffset since, DateTimeOffset now)
    {
        var request = new WireMessage();
        var rows = families.SelectMany(family => family.Samples.Select(sample => (Family: family, Sample: sample)));
        foreach (var resource in rows.GroupBy(row => ResourceOf(row.Sample.Labels)))
        {
            var metrics = resource.GroupBy(row => row.Family, row => row.Sample)
                .Select(family => Metric(family.Key, family, ((ulong)UnixTime.Nanoseconds(since), (ulong)UnixTime.Nanoseconds(now))));
            request.Nested(1, OtlpResource.With(OtlpResource.Of(resource.Key), metrics));
        }

        return request.Bytes.ToArray();
    }

    /// <summary>The name of a metric, without its unit: <c>unpause.stop</c> of <c>unpause_stop_seconds</c>.</summary>
    internal static (string Name, string Unit) NameOf(MetricFamily family)
    {
        if (family.Standard is { } standard) return standard;
        var name = family.Kind == SeriesKind.Info ? family.SampleName : family.Name;
        var (ending, unit) = Units.FirstOrDefault(row => name.EndsWith(row.Ending, StringComparison.Ordinal));
        var start = name.IndexOf('_', StringComparison.Ordinal);
        return ($"{name[..start]}.{name[(start + 1)..^(ending?.Length ?? 0)]}", unit ?? "1");
    }

    private static ProcessLabels ResourceOf(MetricLabel[] labels)
    {
        return labels is [{ Name: "service" }, ..]
            ? ProcessLabels.From(labels)
            : new ProcessLabels(OwnService, "", "", "");
    }

    private static WireMessage Metric(MetricFamily family, IEnumerable<MetricSample> samples, (ulong Since, ulong Now) times)
    {
        var (name, unit) = NameOf(family);
        var metric = new WireMessage();
        metric.Text(1, name);
        metric.Text(2, family.Help);
        metric.Text(3, unit);
        var data = new WireMessage();
        foreach (var sample in samples)
        {
            // A standard metric has the standard's attributes only: what else is known is of its resource.
            var labels = family.Standard is null ? sample.Labels : sample.Labels[ProcessLabels.Count..];
            data.Nested(1, sample.Durations is { } durations ? Durations(labels, durations, times) : Number(labels, sample.Value, times));
        }

        if (family.Kind is SeriesKind.Counter or SeriesKind.Histogram) data.Number(2, Cumulative);
        if (family.Kind == SeriesKind.Counter) data.Number(3, 1);
        metric.Nested(family.Kind switch { SeriesKind.Counter => 7u, SeriesKind.Histogram => 10u, _ => 5u }, data);
        return metric;
    }

    private static WireMessage Number(MetricLabel[] labels, double value, (ulong Since, ulong Now) times)
    {
        var point = new WireMessage();
        point.Fixed(2, times.Since);
        point.Fixed(3, times.Now);
        point.Double(4, value);
        foreach (var label in labels) point.Nested(7, Attribute(label));
        return point;
    }

    private static WireMessage Durations(MetricLabel[] labels, DurationCounts durations, (ulong Since, ulong Now) times)
    {
        var point = new WireMessage();
        foreach (var label in labels) point.Nested(1, Attribute(label));
        point.Fixed(2, times.Since);
        point.Fixed(3, times.Now);
        point.Fixed(4, (ulong)durations.Count);
        point.Double(5, durations.SumSeconds);
        point.Signed(6, DurationHistogram.Scale);
        point.Fixed(7, (ulong)durations.Zeros);
        point.Double(13, durations.LongestSeconds);
        foreach (var exemplar in durations.Exemplars.OfType<Exemplar>()) point.Nested(11, Exemplary(exemplar));
        if (durations.Buckets.Count == 0) return point;
        // OpenTelemetry's bucket i ends where bucket i + 1 of Prometheus does. Empty buckets between are written.
        var first = durations.Buckets[0].Key;
        var counts = new WireMessage();
        for (var (i, bucket) = (0, first); i < durations.Buckets.Count; bucket++)
            counts.Packed(bucket == durations.Buckets[i].Key ? (ulong)durations.Buckets[i++].Value : 0UL);
        var buckets = new WireMessage();
        buckets.Signed(1, first - 1);
        buckets.Nested(2, counts);
        point.Nested(8, buckets);
        return point;
    }

    /// <summary>The same one is sent again until another takes its place: a receiver knows it by its time and ids.</summary>
    private static WireMessage Exemplary(Exemplar exemplar)
    {
        var message = new WireMessage();
        message.Fixed(2, (ulong)exemplar.UnixNanoseconds);
        message.Double(3, exemplar.Seconds);
        message.SpanId(4, exemplar.Trace.SpanId);
        message.TraceId(5, exemplar.Trace.TraceId);
        return message;
    }

    private static WireMessage Attribute(MetricLabel label) =>
        label.IsNumber && long.TryParse(label.Value, NumberStyles.None, CultureInfo.InvariantCulture, out var number)
            ? OtlpResource.Attribute(label.Name, number)
            : OtlpResource.Attribute(label.Name, label.Value);
}
