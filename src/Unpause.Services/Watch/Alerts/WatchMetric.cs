using System.Globalization;
using Unpause.Recordings;
using Unpause.Services.Watch.Sensing;

namespace Unpause.Services.Watch.Alerts;

/// <summary>A condition of <c>unpause watch</c>, taken apart: a metric of the last time, compared with a limit.</summary>
/// <param name="Metric">One of <see cref="Names"/>.</param>
/// <param name="Limit">In the metric's unit: milliseconds, percent, or a number.</param>
internal sealed record WatchMetric(string Metric, string Operator, double Limit)
{
    /// <summary>The metrics, with their units and meanings.</summary>
    public static readonly IReadOnlyList<(string Name, string Unit, string Meaning)> Names =
    [
        ("max_stop", "ms", "the longest stop of all threads"),
        ("max_pause", "ms", "the longest pause, by the collector's account"),
        ("time_in_gc_percent", "%", "share of the time in pauses"),
        ("induced", "", "blocking collections that code asked for"),
        ("full", "", "pauses of collections of the whole heap"),
        ("heap_after_percent", "%", "heap after the last collection, of the limit of heap or memory"),
    ];

    private static readonly string[] Whole = ["gen2", "full", "old"];

    /// <summary>Takes <c>max_stop&gt;200ms</c> apart; null with the reason where it is none.</summary>
    public static WatchMetric? Parse(string text, out string? fault)
    {
        fault = null;
        var at = text.IndexOfAny(['>', '<']);
        var name = at < 0 ? text.Trim() : text[..at].Trim();
        var row = Names.FirstOrDefault(known => known.Name == name);
        if (at < 0 || row.Name is null)
        {
            fault = $"{text}: a condition is METRIC>LIMIT, and the metrics are {string.Join(", ", Names.Select(known => known.Name))}";
            return null;
        }

        var orEqual = text.AsSpan(at + 1).StartsWith("=");
        var limit = text[(at + (orEqual ? 2 : 1))..].Trim();
        if (Read(limit, row.Unit) is { } number) return new WatchMetric(name, text[at] + (orEqual ? "=" : ""), number);
        fault = $"{text}: {limit} is no limit{(row.Unit == "ms" ? ", for example 200ms" : row.Unit == "%" ? ", for example 5%" : "")}";
        return null;
    }

    /// <summary>The value over the last time; null where it is not known.</summary>
    public double? ValueOf(WatchedProcess process, DateTimeOffset now, TimeSpan over)
    {
        var recent = process.Recent(now - over);
        var pauses = recent.Where(one => one.Stop.Kind == SeenKind.Pause).Select(one => one.Stop).ToList();
        return Metric switch
        {
            // Runtimes that report no stops are stopped by their pauses.
            "max_stop" => recent.Count == 0 ? 0 : recent.Max(one => one.Stop.Nanoseconds) / 1e6,
            "max_pause" => pauses.Count == 0 ? 0 : pauses.Max(pause => pause.Nanoseconds) / 1e6,
            "time_in_gc_percent" => 100 * pauses.Sum(pause => (double)pause.Nanoseconds) / over.TotalNanoseconds,
            "induced" => pauses.Count(pause => pause.Induced),
            "full" => pauses.Count(pause => IsWholeHeap(pause)),
            "heap_after_percent" => process.HeapAfterBytes is { } heap
                && (process.Facts.HeapLimitBytes ?? process.Facts.MemoryLimitBytes) is { } limit and > 0 ? 100.0 * heap / limit : null,
            _ => null,
        };
    }

    /// <summary>Whether a pause's collection was of the whole heap.</summary>
    public static bool IsWholeHeap(in SeenStop pause) => Whole.Contains(pause.Generation);

    /// <summary>Whether a value breaks the limit.</summary>
    public bool Holds(double value) => Operator switch
    {
        ">" => value > Limit,
        ">=" => value >= Limit,
        "<" => value < Limit,
        _ => value <= Limit,
    };

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

        return double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var number) ? number * times : null;
    }
}
