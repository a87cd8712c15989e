using System.Globalization;

namespace Unpause.Services.Watch.Metrics;

/// <summary>
/// Prometheus' text format 0.0.4 (https://prometheus.io/docs/instrumenting/exposition_formats/), and OpenMetrics 1.0
/// (https://github.com/OpenObservability/OpenMetrics), which differ in the names of families and the end.
/// </summary>
/// <param name="isOpenMetrics">Which of both.</param>
internal sealed class PrometheusText(bool isOpenMetrics)
{
    private const long NanosecondsPerSecond = 1_000_000_000;

    private readonly StringBuilder _text = new();

    /// <summary>Writes all families.</summary>
    public static string Write(IEnumerable<MetricFamily> families, bool isOpenMetrics)
    {
        var text = new PrometheusText(isOpenMetrics);
        foreach (var family in families) text.Add(family);
        if (isOpenMetrics) text._text.Append("# EOF\n");
        return text._text.ToString();
    }

    private void Add(MetricFamily family)
    {
        var name = isOpenMetrics ? family.Name : family.SampleName;
        _text.Append("# HELP ").Append(name).Append(' ').Append(family.Help).Append("\n# TYPE ").Append(name).Append(' ')
            .Append(TypeOf(family.Kind)).Append('\n');
        foreach (var sample in family.Samples)
        {
            if (sample.Durations is { } durations) AddHistogram(family.Name, sample.Labels, durations);
            else Line(family.SampleName, Labels(sample.Labels), sample.Value);
        }
    }

    private string TypeOf(SeriesKind kind) => kind switch
    {
        SeriesKind.Counter => "counter",
        SeriesKind.Histogram => "histogram",
        SeriesKind.Info when isOpenMetrics => "info",
        _ => "gauge",
    };

    private void AddHistogram(string name, MetricLabel[] labels, DurationCounts durations)
    {
        var all = Labels(labels);
        for (var i = 0; i < DurationSeries.Bounds.Count; i++)
        {
            // OpenMetrics wants 1.0 for 1, so that all systems name the bucket alike.
            var bound = DurationSeries.Bounds[i].ToString(isOpenMetrics ? "0.0###" : "R", CultureInfo.InvariantCulture);
            Line($"{name}_bucket", $"{all},le=\"{bound}\"", durations.UpTo[i], durations.Exemplars.ElementAtOrDefault(i));
        }

        Line($"{name}_bucket", $"{all},le=\"+Inf\"", durations.Count, durations.Exemplars.LastOrDefault());
        Line($"{name}_sum", all, durations.SumSeconds);
        Line($"{name}_count", all, durations.Count);
    }

    private void Line(string name, string labels, double value, Exemplar? exemplar = null)
    {
        _text.Append(name);
        if (labels.Length > 0) _text.Append('{').Append(labels).Append('}');
        _text.Append(' ').Append(CultureInfo.InvariantCulture, $"{value:R}");
        if (isOpenMetrics && exemplar is not null)
        {
            var (seconds, nanoseconds) = Math.DivRem(exemplar.UnixNanoseconds, NanosecondsPerSecond);
            _text.Append(" # {").Append(Labels(exemplar.Labels()))
                .Append(CultureInfo.InvariantCulture, $"}} {exemplar.Seconds:R} {seconds}.{nanoseconds:D9}");
        }

        _text.Append('\n');
    }

    private static string Labels(IEnumerable<MetricLabel> labels)
    {
        var text = new StringBuilder();
        foreach (var label in labels)
        {
            if (text.Length > 0) text.Append(',');
            text.Append(label.PlainName).Append("=\"");
            foreach (var letter in label.Value)
            {
                if (letter is '\\' or '"') text.Append('\\');
                text.Append(letter);
            }

            text.Append('"');
        }

        return text.ToString();
    }
}
