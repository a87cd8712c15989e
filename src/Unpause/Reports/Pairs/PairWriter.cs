using Spectre.Console;
using Unpause.Reports.Documents;

namespace Unpause.Reports.Pairs;

/// <summary>Two runs side by side in a terminal: numbers, findings, and what else was not the same.</summary>
public static class PairWriter
{
    /// <summary>Writes it all.</summary>
    /// <param name="console">Where to.</param>
    /// <param name="pair">What is compared.</param>
    /// <param name="names">What the user calls the two.</param>
    public static void Write(IAnsiConsole console, PairedReports pair, (string Before, string After) names)
    {
        console.MarkupLine($"[dim]before[/]  {Of(names.Before, pair.Before, pair.Counts.Before)}");
        console.MarkupLine($"[dim]after[/]   {Of(names.After, pair.After, pair.Counts.After)}");
        SideBySideWriter.Write(console, ("before", pair.Before), ("after", pair.After));
        Findings(console, "gone", pair.Gone);
        Findings(console, "new", pair.Came);
        Findings(console, "stayed", pair.Stayed);
        if (pair.Gone.Count + pair.Came.Count + pair.Stayed.Count == 0) console.MarkupLine("no finding in either");
        foreach (var difference in pair.Differences())
        {
            console.MarkupLine($"[yellow]not the same[/]  {Markup.Escape(PlainText.Clean(difference))}");
        }

        console.WriteLine();
        console.MarkupLine($"[bold]{Markup.Escape(Sentence(pair))}[/]");
        console.WriteLine(
            "One run of each: how far two runs of the same program lie apart by chance these two don't tell. Repeat both.");
    }

    /// <summary>The stopped time before and after, of each second recorded, and the longest stop.</summary>
    internal static string Sentence(PairedReports pair)
    {
        var (before, after) = (pair.Before, pair.After);
        var felt = before.Stops is not null && after.Stops is not null;
        var (one, other) = felt
            ? (Share(before, before.Stops!.TotalMs.Nanoseconds), Share(after, after.Stops!.TotalMs.Nanoseconds))
            : (Share(before, before.Pauses.TotalMs.Nanoseconds), Share(after, after.Pauses.TotalMs.Nanoseconds));
        var (longest, then) = felt
            ? (before.Stops!.MaxMs?.Nanoseconds, after.Stops!.MaxMs?.Nanoseconds)
            : (before.Pauses.MaxMs?.Nanoseconds, after.Pauses.MaxMs?.Nanoseconds);
        var stopped = one is { } was && other is { } now
            ? $"Stopped {Quantities.Percent(was)} of the time → {Quantities.Percent(now)}{Change(was, now)}"
            : "The share of stopped time isn't known of both";
        if (longest is not { } old || then is not { } young) return $"{stopped}.";
        var what = felt ? "stop" : "pause";
        return $"{stopped}; longest {what} {Quantities.Duration(old)} → {Quantities.Duration(young)}{Change(old, young)}.";
    }

    private static void Findings(IAnsiConsole console, string which, IReadOnlyList<FindingDocument> findings)
    {
        foreach (var finding in findings)
        {
            console.MarkupLine($"[dim]{which}[/]  {Markup.Escape(PlainText.Clean(finding.Title))} [dim]{Markup.Escape(finding.Id)}[/]");
        }
    }

    private static string Of(string name, ProcessDocument process, int count)
    {
        var source = process.Source;
        string?[] facts =
        [
            name,
            count > 1 ? $"{process.Name}, one of {count} processes" : null,
            $"{source.RuntimeName ?? source.Runtime} {source.RuntimeVersion}".TrimEnd(), source.Collector,
            source.DurationMs is { } length ? $"{Quantities.Duration(length.Nanoseconds)} recorded" : null,
        ];
        return Markup.Escape(PlainText.Clean(string.Join(" · ", facts.OfType<string>())));
    }

    private static double? Share(ProcessDocument process, long nanoseconds) =>
        process.Source.DurationMs is { Nanoseconds: > 0 } length ? 100.0 * nanoseconds / length.Nanoseconds : null;

    private static string Change(double before, double after) =>
        before > 0 ? $" ({Quantities.Change(before, after)})" : "";
}
