using System.Globalization;
using Microsoft.AspNetCore.Http;
using Unpause.Recordings;
using Unpause.Recordings.Rings;
using Unpause.Services.Watch.Judging;
using Unpause.Services.Watch.Sensing;

namespace Unpause.Services.Watch.Web;

/// <summary>The metrics as Prometheus' text format 0.0.4.</summary>
internal static class MetricsPage
{
    // From 1 ms to 10 s, as few as an alert needs; native histograms have all.
    private static readonly double[] Bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.4, 1, 2.5, 10];

    /// <summary>Writes the answer.</summary>
    public static async Task WriteAsync(HttpContext context, RingWatch watch, Judge judge, RingKeeper keeper)
    {
        context.Response.ContentType = "text/plain; version=0.0.4; charset=utf-8";
        var text = Text([.. watch.Processes], judge, keeper);
        await context.Response.WriteAsync(text, context.RequestAborted).ConfigureAwait(false);
    }

    internal static string Text(IReadOnlyList<WatchedProcess> processes, Judge judge, RingKeeper keeper)
    {
        var text = new StringBuilder();
        WriteHistograms(text, "unpause_stop_seconds", "Stops of all threads, as the program felt them.", SeenKind.Stop, processes);
        WriteHistograms(text, "unpause_pause_seconds", "Pauses by the collector's account.", SeenKind.Pause, processes);
        Head(text, "unpause_watched", "gauge", "1 for each process that is recorded, 0 for one that cannot be.");
        foreach (var process in processes)
        {
            Line(text, "unpause_watched", Labels(process), process.Facts.State == RingProcess.Recording ? 1 : 0);
        }

        Head(text, "unpause_kept_rings_total", "counter", "Rings that were kept.");
        Line(text, "unpause_kept_rings_total", "", keeper.Count.Kept);
        Head(text, "unpause_alerts", "gauge", "Alerts that hold.");
        Line(text, "unpause_alerts", "", judge.Alerts.Count());
        Head(text, "unpause_notifications_total", "counter", "Messages to targets of alerts: taken, failed attempts, alerts given up.");
        foreach (var (target, sent, failed, lost) in judge.Sender?.Counts ?? [])
        {
            var label = $"target=\"{Escape(target)}\"";
            Line(text, "unpause_notifications_total", $"{label},result=\"sent\"", sent);
            Line(text, "unpause_notifications_total", $"{label},result=\"failed\"", failed);
            Line(text, "unpause_notifications_total", $"{label},result=\"lost\"", lost);
        }

        return text.ToString();
    }

    private static void WriteHistograms(
        StringBuilder text, string name, string help, SeenKind kind, IReadOnlyList<WatchedProcess> processes)
    {
        Head(text, name, "histogram", help);
        foreach (var process in processes)
        {
            foreach (var (labels, histogram) in process.Histograms())
            {
                if (labels.Kind != kind) continue;
                var all = $"{Labels(process)},generation=\"{Escape(labels.Generation ?? "")}\",cause=\"{Escape(labels.Cause ?? "")}\"";
                foreach (var bound in Bounds)
                {
                    Line(text, $"{name}_bucket", $"{all},le=\"{bound.ToString(CultureInfo.InvariantCulture)}\"", histogram.CountUpTo(bound));
                }

                Line(text, $"{name}_bucket", $"{all},le=\"+Inf\"", histogram.Count);
                Line(text, $"{name}_sum", all, histogram.SumSeconds);
                Line(text, $"{name}_count", all, histogram.Count);
            }
        }
    }

    private static string Labels(WatchedProcess process)
    {
        var facts = process.Facts;
        // A process id would make a new series for each restart.
        var instance = facts.Pod ?? (facts.Container is { Length: > 12 } id ? id[..12] : facts.Container) ?? facts.Host ?? "";
        return $"service=\"{Escape(facts.Service)}\",instance=\"{Escape(instance)}\",runtime=\"{Escape(facts.Runtime)}\","
            + $"version=\"{Escape(facts.ServiceVersion ?? "")}\"";
    }

    private static void Head(StringBuilder text, string name, string type, string help) =>
        text.Append("# HELP ").Append(name).Append(' ').Append(help).Append("\n# TYPE ").Append(name).Append(' ').Append(type).Append('\n');

    private static void Line(StringBuilder text, string name, string labels, double value)
    {
        text.Append(name);
        if (labels.Length > 0) text.Append('{').Append(labels).Append('}');
        text.Append(' ').Append(value.ToString("R", CultureInfo.InvariantCulture)).Append('\n');
    }

    private static string Escape(string label) =>
        label.Replace("\\", "\\\\", StringComparison.Ordinal).Replace("\"", "\\\"", StringComparison.Ordinal)
            .Replace("\n", "\\n", StringComparison.Ordinal);
}
