using System.Text;

namespace Unpause.Fleet.Tests.Prometheus;

/// <summary>
/// A request of remote write (https://github.com/prometheus/prometheus/blob/v2.42.0/prompb/types.proto; field numbers are those of the
/// file).
/// </summary>
internal sealed class RemoteWrite
{
    // The value of a series that ended (model/value/value.go, StaleNaN).
    private const long Stale = 0x7ff0000000000002;

    private readonly MemoryStream _request = new();

    /// <summary>Its bytes.</summary>
    public byte[] ToArray() => _request.ToArray();

    /// <summary>Adds a series of numbers; null is its end.</summary>
    public void Add(IEnumerable<(string Name, string Value)> labels, IEnumerable<(long Milliseconds, double? Value)> samples)
    {
        using var series = Labelled(labels);
        foreach (var (at, value) in samples)
        {
            using var sample = new MemoryStream();
            Fixed(sample, 1, value is { } known ? BitConverter.DoubleToInt64Bits(known) : Stale);
            Number(sample, 2, (ulong)at);
            Nested(series, 2, sample);
        }

        Nested(_request, 1, series);
    }

    /// <summary>Adds a series of histograms; null is its end.</summary>
    public void Add(
        IEnumerable<(string Name, string Value)> labels,
        IEnumerable<(long Milliseconds, (long Count, double Sum, SortedDictionary<int, long> Buckets)? Value)> samples)
    {
        using var series = Labelled(labels);
        foreach (var (at, value) in samples)
        {
            using var histogram = new MemoryStream();
            Number(histogram, 1, (ulong)(value?.Count ?? 0));
            Fixed(histogram, 3, value is { } known ? BitConverter.DoubleToInt64Bits(known.Sum) : Stale);
            Number(histogram, 4, ZigZag(5));
            Fixed(histogram, 5, BitConverter.DoubleToInt64Bits(2.938735877055719e-39));
            Number(histogram, 6, 0);
            using var deltas = new MemoryStream();
            var (next, before) = (0, 0L);
            foreach (var (bucket, count) in value?.Buckets ?? [])
            {
                using var span = new MemoryStream();
                Number(span, 1, ZigZag(bucket - next));
                Number(span, 2, 1);
                Nested(histogram, 11, span);
                Varint(deltas, ZigZag(count - before));
                (next, before) = (bucket + 1, count);
            }

            Nested(histogram, 12, deltas);
            Number(histogram, 15, (ulong)at);
            Nested(series, 4, histogram);
        }

        Nested(_request, 1, series);
    }

    private static MemoryStream Labelled(IEnumerable<(string Name, string Value)> labels)
    {
        var series = new MemoryStream();
        // An empty label is none.
        foreach (var (name, value) in labels.Where(label => label.Value.Length > 0).OrderBy(label => label.Name, StringComparer.Ordinal))
        {
            using var label = new MemoryStream();
            Text(label, 1, name);
            Text(label, 2, value);
            Nested(series, 1, label);
        }

        return series;
    }

    private static void Text(MemoryStream output, uint field, string text)
    {
        using var bytes = new MemoryStream(Encoding.UTF8.GetBytes(text));
        Nested(output, field, bytes);
    }

    private static void Nested(MemoryStream output, uint field, MemoryStream message)
    {
        Varint(output, (field << 3) | 2);
        Varint(output, (ulong)message.Length);
        message.WriteTo(output);
    }

    private static void Number(MemoryStream output, uint field, ulong number)
    {
        Varint(output, field << 3);
        Varint(output, number);
    }

    private static void Fixed(MemoryStream output, uint field, long bits)
    {
        Varint(output, (field << 3) | 1);
        output.Write(BitConverter.GetBytes(bits));
    }

    private static ulong ZigZag(long number) => (ulong)((number << 1) ^ (number >> 63));

    private static void Varint(MemoryStream output, ulong number)
    {
        for (; number >= 0x80; number >>= 7) output.WriteByte((byte)(number | 0x80));
        output.WriteByte((byte)number);
    }
}
