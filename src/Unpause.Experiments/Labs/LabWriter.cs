using System.Globalization;
using Spectre.Console;
using Unpause.Reports.Comparison;
using Unpause.Reports.Documents;
using Unpause.Reports.Explanations;
using Unpause.Requests.Attribution;

namespace Unpause.Experiments.Labs;

/// <summary>A lab's modes side by side: verdicts, the table, the cause of slow requests, and the findings.</summary>
internal static class LabWriter
{
    /// <summary>Writes everything. With several runs of a mode, the table has medians; the rest is from the first run.</summary>
    public static void Write(IAnsiConsole console, Lab lab, IReadOnlyList<LabRun> runs)
    {
        // A mode with one of several fixes is shown by its share, not by a comparison of its own.
        string[] modes = [.. lab.Modes.Except(lab.Shares?.Alone ?? [], StringComparer.Ordinal)];
        var firsts = lab.Modes.Select(mode => runs.First(run => run.Mode == mode)).ToList();
        var reports = firsts.Where(run => modes.Contains(run.Mode, StringComparer.Ordinal))
            .Select(run => (run.Mode, Document: run.Report.ToDocument())).ToList();
        console.MarkupLine($"\n[bold]{Markup.Escape(lab.Headline)}[/]");
        foreach (var (mode, report) in reports) console.MarkupLine($"{mode}: {Markup.Escape(report.Verdict)}");
        WriteTable(console, lab, runs);
        foreach (var run in firsts) console.MarkupLine(Markup.Escape(SlowRequests(run)));
        var (bug, withBug) = reports[0];
        foreach (var (mode, report) in reports.Skip(1))
        {
            LabFindings.WriteRising(console, withBug.Processes[0], report.Processes[0], $"{mode}: ");
        }

        if (lab.Shares is { } shares) LabSharesWriter.Write(console, lab, shares, runs);
        console.WriteLine();
        LabFindings.Write(console, bug, withBug);
        foreach (var mode in modes.Skip(1)) LabComparison.Write(console, (bug, GetReports(bug)), (mode, GetReports(mode)), numbers: false);
        LabEnding.Write(
            console,
            "p99",
            P99(bug),
            [.. modes.Skip(1).Select(mode => (mode, P99(mode)))],
            runs.Max(run => run.Others));

        List<ReportDocument> GetReports(string mode) => [.. runs.Where(run => run.Mode == mode).Select(run => run.Report.ToDocument())];

        double? P99(string mode) =>
            LabMedians.Compute(runs.Where(run => run.Mode == mode).Select(run => (double?)run.Client.Measured.P99Nanoseconds));
    }

    private static void WriteTable(IAnsiConsole console, Lab lab, IReadOnlyList<LabRun> runs)
    {
        var withChange = lab.Modes.Count == 2;
        var table = new Table { Border = TableBorder.Simple, UseSafeBorder = false };
        table.AddColumn(runs.Count > lab.Modes.Count ? $"[dim]medians of {runs.Count / lab.Modes.Count} runs[/]" : "");
        foreach (var name in withChange ? lab.Modes.Append("change") : lab.Modes)
        {
            table.AddColumn(new TableColumn($"[dim]{name.Replace('-', ' ')}[/]").RightAligned());
        }

        foreach (var row in LabRows.Create(lab, runs))
        {
            var values = lab.Modes.Select(mode => LabMedians.Compute(row, runs, mode)).ToList();
            var cells = values.Select(value => value is { } number ? Markup.Escape(row.Write(number)) : "–");
            table.AddRow([row.Name, .. withChange ? cells.Append(Change(values[0], values[1])) : cells]);
        }

        console.Write(table);
    }

    private static string Change(double? before, double? after) => before is > 0 && after is { } later
        ? Quantities.Change(before.Value, later)
        : "–";

    private static string SlowRequests(LabRun run)
    {
        var client = run.Client;
        var slow = $"{run.Mode}: {Quantities.Count(client.Measured.Slow)} of {Quantities.Count(client.Count)} requests took longer "
            + $"than {Quantities.Duration(client.SlowThresholdNanoseconds)}";
        if (client.Measured.Slow == 0) return slow;
        if (client.SlowBecauseOfGc is { } blamed)
        {
            return $"{slow}, {(blamed == 0 ? "none" : Blamed(client, blamed))} of "
                + "them because of GC";
        }

        var refusal = client.Explanations.FirstOrDefault(explanation => explanation.Kind == ExplanationKind.Refusal);
        return refusal is null ? slow : $"{slow}. {ExplanationText.Describe(refusal)}";
    }

    private static string Blamed(RequestAttribution client, long best)
    {
        var (low, high) = (client.SlowBecauseOfGcLow ?? best, client.SlowBecauseOfGcHigh ?? best);
        return low == high ? Quantities.Count(best) : $"{Quantities.Count(low)} to {Quantities.Count(high)}";
    }
}

/// <summary>A row's number of each mode: of several runs of a mode the median.</summary>
internal static class LabMedians
{
    /// <summary>The median of a mode's runs; null when it isn't known of any.</summary>
    public static double? Compute(LabRow row, IEnumerable<LabRun> runs, string mode) =>
        Compute(runs.Where(run => run.Mode == mode).Select(row.Value));

    /// <summary>The median of what is known; of two numbers in the middle the lower.</summary>
    public static double? Compute(IEnumerable<double?> values)
    {
        double[] known = [.. values.OfType<double>().Order()];
        return known.Length == 0 ? null : known[(known.Length - 1) / 2];
    }
}

/// <summary>Compares a lab's runs as <c>unpause compare</c> does: all modes serve the same load.</summary>
internal static class LabComparison
{
    /// <summary>Writes the verdict, the metrics, and the findings that were resolved.</summary>
    /// <param name="before">The name and the runs of the bug.</param>
    /// <param name="after">The name and the runs of the fix.</param>
    /// <param name="numbers">Whether the table is shown.</param>
    public static void Write(
        IAnsiConsole console,
        (string Name, IReadOnlyList<ReportDocument> Runs) before,
        (string Name, IReadOnlyList<ReportDocument> Runs) after,
        bool numbers)
    {
        var comparison = RunComparison.Compare(before.Runs, after.Runs, (before.Name, after.Name), sameLoad: true, out var refusal);
        if (comparison is null)
        {
            console.MarkupLine(Markup.Escape($"{after.Name}: not compared: {refusal}"));
            return;
        }

        console.MarkupLine($"[bold]{Markup.Escape($"{after.Name}: {comparison.Verdict}")}[/]");
        var writer = new ComparisonWriter(console, all: false);
        if (numbers) writer.WriteNumbers(comparison);
        writer.WriteFindings(comparison);
    }
}

/// <summary>The table of each fix's share, with its explanation.</summary>
internal static class LabSharesWriter
{
    /// <summary>Writes it.</summary>
    public static void Write(IAnsiConsole console, Lab lab, LabShares shares, IReadOnlyList<LabRun> runs)
    {
        var table = new Table { Border = TableBorder.Simple, UseSafeBorder = false };
        table.AddColumn("[dim]share of the improvement[/]");
        foreach (var name in (string[])[.. shares.Alone, "interaction", "all together"])
        {
            table.AddColumn(new TableColumn($"[dim]{name.Replace('-', ' ')}[/]").RightAligned());
        }

        var interactions = new List<(string Row, double Interaction)>();
        foreach (var row in shares.Rows)
        {
            var (bug, all) = (Median(lab.Modes[0]), Median(shares.All));
            if (LabShares.Compute(bug, [.. shares.Alone.Select(Median)], all) is { } parts)
            {
                interactions.Add((row.Name, parts.Interaction));
                table.AddRow(
                    [row.Name, .. parts.Alone.Append(parts.Interaction).Select(Percent), Quantities.Change(bug!.Value, all!.Value)]);
            }
            else
            {
                table.AddRow([row.Name, .. Enumerable.Repeat("–", shares.Alone.Count + 2)]);
            }

            double? Median(string mode) => LabMedians.Compute(row, runs, mode);
        }

        console.Write(table);
        var runsOfEach = runs.Count / lab.Modes.Count;
        console.MarkupLine(Markup.Escape(LabShares.HowToRead(lab.Modes[0], shares.All, interactions, runsOfEach)));
    }

    private static string Percent(double share) => share.ToString("0;−0;0", CultureInfo.InvariantCulture) + " %";
}
