namespace Unpause.Fleet.Stores.Prometheus;

/// <summary>A bucket of a histogram: values above Left and up to Right, in seconds.</summary>
internal readonly record struct HistogramBucket(double Left, double Right, double Count);

/// <summary>A native histogram at one moment. Buckets that are empty are not there.</summary>
internal sealed record PrometheusHistogram(double Count, double Sum, HistogramBucket[] Buckets);

/// <summary>One point of a series.</summary>
/// <param name="Seconds">Since 1970.</param>
/// <param name="Value">Not a number where it is a histogram.</param>
internal readonly record struct PrometheusPoint(double Seconds, double Value, PrometheusHistogram? Histogram);

/// <summary>A series of an answer.</summary>
internal sealed record PrometheusSeries(IReadOnlyDictionary<string, string> Labels, IReadOnlyList<PrometheusPoint> Points)
{
    /// <summary>The value of a label; empty where it has none, which is the same to Prometheus.</summary>
    public string Label(string name) => Labels.GetValueOrDefault(name, "");
}

/// <summary>
/// An answer of Prometheus' HTTP API (https://prometheus.io/docs/prometheus/latest/querying/api/): <c>{"status", "data": {"result":
/// [{"metric", "value" | "values" | "histogram" | "histograms"}]}}</c>, or an error. What is not of this form is left out.
/// </summary>
internal sealed class PrometheusAnswer
{
    private const int MostDepth = 16, MostLabels = 64, MostLabelChars = 4096, MostSeries = 500_000, MostBuckets = 4096;

    /// <summary>No sum or count of a fleet is as much; more would overflow when it is added.</summary>
    public const double MostNumber = 1e15, MostCount = 1e12;

    private readonly List<PrometheusSeries> _series = [];

    private PrometheusAnswer()
    {
    }

    /// <summary>Whether it is one: <c>success</c>, or an error with its text.</summary>
    public bool IsSuccess { get; private set; }

    /// <summary>The server's error.</summary>
    public string? Error { get; private set; }

    /// <summary>The series.</summary>
    public IReadOnlyList<PrometheusSeries> Series => _series;

    /// <summary>Reads an answer; null where it is no JSON of this form.</summary>
    public static PrometheusAnswer? Read(ReadOnlySpan<byte> json)
    {
        var answer = new PrometheusAnswer();
        var reader = new Utf8JsonReader(json, new JsonReaderOptions { MaxDepth = MostDepth });
        try
        {
            if (!reader.Read() || reader.TokenType != JsonTokenType.StartObject) return null;
            while (NextProperty(ref reader))
            {
                if (reader.ValueTextEquals("status"u8)) answer.IsSuccess = TextOf(ref reader) == "success";
                else if (reader.ValueTextEquals("error"u8)) answer.Error = TextOf(ref reader);
                else if (reader.ValueTextEquals("data"u8)) answer.ReadData(ref reader);
                else SkipValue(ref reader);
            }

            return answer.IsSuccess || answer.Error is not null ? answer : null;
        }
        catch (Exception e) when (e is JsonException or InvalidOperationException)
        {
            // Not JSON, too deep, or half a surrogate pair.
            return null;
        }
    }

    private void ReadData(ref Utf8JsonReader reader)
    {
        if (!Opens(ref reader, JsonTokenType.StartObject)) return;
        while (NextProperty(ref reader))
        {
            if (!reader.ValueTextEquals("result"u8))
            {
                SkipValue(ref reader);
                continue;
            }

            if (!Opens(ref reader, JsonTokenType.StartArray)) continue;
            while (reader.Read() && reader.TokenType != JsonTokenType.EndArray)
            {
                if (reader.TokenType == JsonTokenType.StartObject && _series.Count < MostSeries) ReadSeries(ref reader);
                else reader.Skip();
            }
        }
    }

    private void ReadSeries(ref Utf8JsonReader reader)
    {
        var labels = new Dictionary<string, string>(StringComparer.Ordinal);
        var points = new List<PrometheusPoint>();
        while (NextProperty(ref reader))
        {
            if (reader.ValueTextEquals("metric"u8)) ReadLabels(ref reader, labels);
            else if (reader.ValueTextEquals("value"u8) || reader.ValueTextEquals("histogram"u8)) ReadPointValue(ref reader, points);
            else if (reader.ValueTextEquals("values"u8) || reader.ValueTextEquals("histograms"u8)) ReadPoints(ref reader, points);
            else SkipValue(ref reader);
        }

        // A series may have numbers and histograms, each in its own list.
        points.Sort((one, other) => one.Seconds.CompareTo(other.Seconds));
        if (points.Count > 0) _series.Add(new PrometheusSeries(labels, points));
    }

    private static void ReadLabels(ref Utf8JsonReader reader, Dictionary<string, string> labels)
    {
        if (!Opens(ref reader, JsonTokenType.StartObject)) return;
        while (NextProperty(ref reader))
        {
            var name = reader.GetString() ?? "";
            if (TextOf(ref reader) is not { } value || labels.Count >= MostLabels) continue;
            labels[name] = value.Length > MostLabelChars ? value[..MostLabelChars] : value;
        }
    }

    private static void ReadPoints(ref Utf8JsonReader reader, List<PrometheusPoint> points)
    {
        if (!Opens(ref reader, JsonTokenType.StartArray)) return;
        while (reader.Read() && reader.TokenType != JsonTokenType.EndArray) ReadPoint(ref reader, points);
    }

    private static void ReadPointValue(ref Utf8JsonReader reader, List<PrometheusPoint> points)
    {
        if (reader.Read()) ReadPoint(ref reader, points);
    }

    /// <summary><c>[seconds, "value"]</c> or <c>[seconds, {histogram}]</c>.</summary>
    private static void ReadPoint(ref Utf8JsonReader reader, List<PrometheusPoint> points)
    {
        if (reader.TokenType != JsonTokenType.StartArray)
        {
            reader.Skip();
            return;
        }

        double seconds = double.NaN, value = double.NaN;
        PrometheusHistogram? histogram = null;
        for (var i = 0; reader.Read() && reader.TokenType != JsonTokenType.EndArray; i++)
        {
            if (i == 0) seconds = NumberOf(ref reader);
            else if (i == 1 && reader.TokenType == JsonTokenType.StartObject) histogram = ReadHistogram(ref reader);
            else if (i == 1) value = NumberOf(ref reader);
            else reader.Skip();
        }

        if (double.IsFinite(seconds) && (histogram is not null || double.IsFinite(value)))
            points.Add(new PrometheusPoint(seconds, value, histogram));
    }

    private static PrometheusHistogram? ReadHistogram(ref Utf8JsonReader reader)
    {
        double count = double.NaN, sum = double.NaN;
        var buckets = new List<HistogramBucket>();
        while (NextProperty(ref reader))
        {
            if (reader.ValueTextEquals("count"u8)) count = reader.Read() ? NumberOf(ref reader) : double.NaN;
            else if (reader.ValueTextEquals("sum"u8)) sum = reader.Read() ? NumberOf(ref reader) : double.NaN;
            else if (reader.ValueTextEquals("buckets"u8)) ReadBuckets(ref reader, buckets);
            else SkipValue(ref reader);
        }

        if (!(count >= 0 && count <= MostCount && Math.Abs(sum) <= MostNumber
            && buckets.Sum(bucket => bucket.Count) <= MostCount)) return null;
        for (var i = 1; i < buckets.Count; i++)
        {
            if (buckets[i].Right <= buckets[i - 1].Right) return null;
        }

        return new PrometheusHistogram(count, sum, [.. buckets]);
    }

    /// <summary><c>[[rule, "left", "right", "count"]]</c>; the rule says which bounds belong to the bucket.</summary>
    private static void ReadBuckets(ref Utf8JsonReader reader, List<HistogramBucket> buckets)
    {
        if (!Opens(ref reader, JsonTokenType.StartArray)) return;
        Span<double> numbers = stackalloc double[4];
        while (reader.Read() && reader.TokenType != JsonTokenType.EndArray)
        {
            if (reader.TokenType != JsonTokenType.StartArray)
            {
                reader.Skip();
                continue;
            }

            numbers.Fill(double.NaN);
            for (var i = 0; reader.Read() && reader.TokenType != JsonTokenType.EndArray; i++)
            {
                if (i < numbers.Length) numbers[i] = NumberOf(ref reader);
                else reader.Skip();
            }

            if (numbers[1] < numbers[2] && numbers[3] > 0 && double.IsFinite(numbers[3]) && buckets.Count < MostBuckets)
                buckets.Add(new HistogramBucket(numbers[1], numbers[2], numbers[3]));
        }
    }

    private static bool NextProperty(ref Utf8JsonReader reader) => reader.Read() && reader.TokenType == JsonTokenType.PropertyName;

    private static void SkipValue(ref Utf8JsonReader reader)
    {
        reader.Read();
        reader.Skip();
    }

    /// <summary>Whether the value that follows is an object or list; else it is skipped.</summary>
    private static bool Opens(ref Utf8JsonReader reader, JsonTokenType type)
    {
        if (!reader.Read()) return false;
        if (reader.TokenType == type) return true;
        reader.Skip();
        return false;
    }

    private static string? TextOf(ref Utf8JsonReader reader)
    {
        if (!reader.Read()) return null;
        if (reader.TokenType == JsonTokenType.String) return reader.GetString();
        reader.Skip();
        return null;
    }

    /// <summary>The number at the reader, which may be a text such as <c>"1.5"</c> or <c>"+Inf"</c>; else not a number.</summary>
    private static double NumberOf(ref Utf8JsonReader reader)
    {
        if (reader.TokenType == JsonTokenType.Number) return reader.TryGetDouble(out var number) ? number : double.NaN;
        if (reader.TokenType == JsonTokenType.String) return PrometheusNumber.Read(reader.GetString());
        reader.Skip();
        return double.NaN;
    }
}

/// <summary>Numbers as Prometheus writes them.</summary>
internal static class PrometheusNumber
{
    /// <summary>A number; not a number where it is none.</summary>
    public static double Read(string? text) => text switch
    {
        "+Inf" or "Inf" => double.PositiveInfinity,
        "-Inf" => double.NegativeInfinity,
        _ => double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var number) ? number : double.NaN,
    };
}
