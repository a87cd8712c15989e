using System.Globalization;
using Unpause.Recordings.Words;

namespace Unpause.Recordings.Rings;

/// <summary>
/// A condition of <c>unpause watch</c>, taken apart: a metric of the last time, compared with a limit or with its baseline.
/// </summary>
/// <param name="Metric">One of <see cref="Names"/>.</param>
/// <param name="Limit">In the metric's unit: milliseconds, percent, or a number; or how many times the baseline.</param>
public sealed record WatchMetric(string Metric, string Operator, double Limit)
{
    /// <summary>Names of metrics.</summary>
    public const string MaxStop = "max_stop", TimeInGc = "time_in_gc_percent", Induced = "induced", Full = "full",
        HeapAfter = "heap_after_percent";

    /// <summary>The metrics, with their units and meanings.</summary>
    public static readonly IReadOnlyList<(string Name, string Unit, string Meaning)> Names =
    [
        (MaxStop, "ms", "the longest stop of all threads"),
        (MetricNames.MaxPause, "ms", "the longest pause, by the collector's account"),
        (TimeInGc, "%", "share of the time in pauses"),
        (Induced, "", "blocking collections that code asked for"),
        (Full, "", "pauses of collections of the whole heap"),
        (HeapAfter, "%", "heap after the last collection, of the limit of heap or memory"),
    ];

    /// <summary>
    /// Whether the limit is a multiple of the metric's baseline: <c>max_stop&gt;3x</c> is three times the median of the service's daily
    /// maxima.
    /// </summary>
    public bool IsTimesBaseline { get; init; }

    /// <summary>The unit of values: <c>ms</c>, <c>%</c> or none.</summary>
    public string Unit => Names.First(known => known.Name == Metric).Unit;

    /// <summary>Takes <c>max_stop&gt;200ms</c> apart; null with the reason where it is none.</summary>
    public static WatchMetric? Parse(string text, out string? fault)
    {
        fault = null;
        var at = text.IndexOfAny(['>', '<']);
        var name = at < 0 ? text.Trim() : text[..at].Trim();
        var row = Names.FirstOrDefault(known => known.Name == name);
        if (at < 0 || row.Name is null)
        {
            var meant = name.Length > 0 && NearestWord.Meant(name, Names.Select(known => known.Name)) is { } near && near != name
                ? $"; did you mean {near}?"
                : "";
            var all = string.Join(", ", Names.Select(known => known.Name));
            fault = $"{text}: a condition is METRIC>LIMIT, and the metrics are {all}{meant}";
            return null;
        }

        var orEqual = text.AsSpan(at + 1).StartsWith("=");
        var limit = text[(at + (orEqual ? 2 : 1))..].Trim();
        var compared = text[at] + (orEqual ? "=" : "");
        if (limit.EndsWith('x') && Number(limit[..^1]) is > 0 and var times)
            return new WatchMetric(name, compared, times) { IsTimesBaseline = true };
        if (Read(limit, row.Unit) is { } number) return new WatchMetric(name, compared, number);
        var example = row.Unit switch { "ms" => "200ms", "%" => "5%", _ => "0" };
        fault = $"{text}: {limit} is no limit, for example {example}, or 3x for three times the usual";
        return null;
    }

    /// <summary>Whether a value breaks the limit.</summary>
    /// <param name="baseline">What is usual; it counts only where the limit is a multiple of it.</param>
    public bool Holds(double value, double baseline)
    {
        var limit = IsTimesBaseline ? Limit * baseline : Limit;
        return Operator switch
        {
            ">" => value > limit,
            ">=" => value >= limit,
            "<" => value < limit,
            _ => value <= limit,
        };
    }

    private static double? Read(string text, string unit)
    {
        var times = 1.0;
        if (unit == "ms")
        {
            (text, times) = text.EndsWith("ms", StringComparison.Ordinal) ? (text[..^2], 1.0)
                : text.EndsWith("us", StringComparison.Ordinal) ? (text[..^2], 1e-3)
                : text.EndsWith('s') ? (text[..^1], 1e3)
                : ("", 1.0);
        }
        else if (unit == "%" && text.EndsWith('%'))
        {
            text = text[..^1];
        }

        return Number(text) * times;
    }

    private static double? Number(string text) =>
        double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var number) ? number : null;
}
