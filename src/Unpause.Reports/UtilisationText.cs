using Unpause.Reports.Budgets;

namespace Unpause.Reports;

/// <summary>How little of the time the application had in its worst windows, as text.</summary>
internal static class UtilisationText
{
    /// <summary>The label of <see cref="Line"/>.</summary>
    public const string Label = "worst";

    // The scales at which people think: a request's timeout, a second, a minute.
    private static readonly (long Milliseconds, string Name)[] Shown = [(100, "100 ms"), (1_000, "second"), (60_000, "minute")];

    /// <summary>The metrics of the same windows, with their names for people.</summary>
    public static IEnumerable<(string Name, string Title)> Metrics => Shown.Select(window => (
        WorstWindowMetrics.NameOf(window.Milliseconds * 1_000_000), $"time left in the {Label} {window.Name}"));

    /// <summary>A line of those windows that the recording is longer than; empty where there is none, or nothing was stopped.</summary>
    public static string Line(ProcessDocument process)
    {
        if (process.Utilisation is not { } utilisation) return "";
        var parts = new List<string>();
        foreach (var window in utilisation.Windows)
        {
            foreach (var (milliseconds, name) in Shown)
            {
                if (window.WindowMs.Nanoseconds != milliseconds * 1_000_000 || window.Stops.StartMs is null) continue;
                var left = parts.Count == 0 ? " left for the application" : "";
                parts.Add($"{(parts.Count == 0 ? "" : Label + " ")}{name}: {Quantities.Percent(window.Stops.MmuPercent)}{left}");
            }
        }

        return string.Join(", ", parts);
    }
}
