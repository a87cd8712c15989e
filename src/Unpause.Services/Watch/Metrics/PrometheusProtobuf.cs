using System.Buffers;
using Unpause.Services.Watch.Sensing;

namespace Unpause.Services.Watch.Metrics;

/// <summary>
/// Prometheus' protobuf format: delimited messages <c>io.prometheus.client.MetricFamily</c>
/// (https://github.com/prometheus/client_model/blob/v0.6.1/io/prometheus/client/metrics.proto). Only here a histogram has its fine buckets
/// (native histograms), besides the classic ones. Numbers of fields are those of the file.
/// </summary>
internal static class PrometheusProtobuf
{
    /// <summary>The zero bucket of a native histogram has values up to this; client_golang's own width.</summary>
    private const double ZeroThreshold = 2.938735877055719e-39;

    private const long NanosecondsPerSecond = 1_000_000_000;

    /// <summary>Writes all families.</summary>
    public static byte[] Write(IEnumerable<MetricFamily> families)
    {
        var output = new ArrayBufferWriter<byte>();
        foreach (var family in families)
        {
            var message = Family(family);
            WireMessage.WriteLength(output, message);
        }

        return output.WrittenSpan.ToArray();
    }

    private static WireMessage Family(MetricFamily family)
    {
        var message = new WireMessage();
        message.Text(1, family.SampleName);
        message.Text(2, family.Help);
        message.Number(3, family.Kind switch { SeriesKind.Counter => 0, SeriesKind.Histogram => 4, _ => 1 });
        foreach (var sample in family.Samples) message.Nested(4, Metric(family.Kind, sample));
        return message;
    }

    private static WireMessage Metric(SeriesKind kind, in MetricSample sample)
    {
        var message = new WireMessage();
        foreach (var label in sample.Labels) message.Nested(1, Label(label));

        if (sample.Durations is { } durations)
        {
            message.Nested(7, Histogram(durations));
            return message;
        }

        var single = new WireMessage();
        single.Double(1, sample.Value);
        message.Nested(kind == SeriesKind.Counter ? 3u : 2u, single);
        return message;
    }

    private static WireMessage Label(MetricLabel label)
    {
        var message = new WireMessage();
        message.Text(1, label.PlainName);
        message.Text(2, label.Value);
        return message;
    }

    /// <summary>Of native histograms too, Prometheus takes exemplars from the classic buckets.</summary>
    private static void AddExemplar(WireMessage bucket, Exemplar? exemplar)
    {
        if (exemplar is null) return;
        var message = new WireMessage();
        foreach (var label in exemplar.Labels()) message.Nested(1, Label(label));
        message.Double(2, exemplar.Seconds);
        var time = new WireMessage();
        time.Number(1, (ulong)(exemplar.UnixNanoseconds / NanosecondsPerSecond));
        time.Number(2, (ulong)(exemplar.UnixNanoseconds % NanosecondsPerSecond));
        message.Nested(3, time);
        bucket.Nested(3, message);
    }

    private static WireMessage Histogram(DurationCounts durations)
    {
        var message = new WireMessage();
        message.Number(1, (ulong)durations.Count);
        message.Double(2, durations.SumSeconds);
        for (var i = 0; i < DurationSeries.Bounds.Count; i++)
        {
            var bucket = new WireMessage();
            bucket.Number(1, (ulong)durations.UpTo[i]);
            bucket.Double(2, DurationSeries.Bounds[i]);
            AddExemplar(bucket, durations.Exemplars.ElementAtOrDefault(i));
            message.Nested(3, bucket);
        }

        if (durations.Exemplars.LastOrDefault() is { } longest)
        {
            var above = new WireMessage();
            above.Number(1, (ulong)durations.Count);
            above.Double(2, double.PositiveInfinity);
            AddExemplar(above, longest);
            message.Nested(3, above);
        }

        message.Signed(5, DurationHistogram.Scale);
        message.Double(6, ZeroThreshold);
        message.Number(7, (ulong)durations.Zeros);
        AddBuckets(message, durations.Buckets);
        return message;
    }

    /// <summary>Spans of buckets that follow each other, and each count as the difference to the one before.</summary>
    private static void AddBuckets(WireMessage message, IReadOnlyList<KeyValuePair<int, long>> buckets)
    {
        var next = 0;
        for (var i = 0; i < buckets.Count;)
        {
            var first = i;
            while (++i < buckets.Count && buckets[i].Key == buckets[i - 1].Key + 1)
            {
                // The span goes on.
            }

            var span = new WireMessage();
            span.Signed(1, buckets[first].Key - next);
            span.Number(2, (ulong)(i - first));
            message.Nested(12, span);
            next = buckets[i - 1].Key + 1;
        }

        var deltas = new WireMessage();
        var before = 0L;
        foreach (var (_, count) in buckets)
        {
            deltas.PackedSigned(count - before);
            before = count;
        }

        if (buckets.Count > 0) message.Nested(13, deltas);
    }
}
