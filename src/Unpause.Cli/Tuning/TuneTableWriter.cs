using Spectre.Console;
using Unpause.Analysis.Comparison;
using Unpause.Experiments.Tuning;
using Unpause.Reports.Comparison;

namespace Unpause.Cli.Tuning;

/// <summary>The settings as a table, the best first, with the outcome and warnings.</summary>
internal static class TuneTableWriter
{
    private const string Unknown = "–";

    public static void Write(IAnsiConsole console, TuneResult result, TuneCost cost)
    {
        var plan = result.Plan;
        var underLoad = plan.Load is not null;
        var failing = result.Lines.Any(line => line.Metrics.GetValueOrDefault(TrialMetric.Errors) > 0);
        var table = new Table { Border = TableBorder.Simple, UseSafeBorder = false };
        table.AddColumn(new TableColumn("setting").PadLeft(0));
        IEnumerable<string> columns =
        [
            $"{plan.Objective.Name} ±", "change", .. underLoad ? (string[])["p50"] : [], "longest", "in GC", "RSS",
            .. failing ? (string[])["errors"] : [], "trials",
        ];
        foreach (var name in columns)
        {
            table.AddColumn(new TableColumn($"[dim]{Markup.Escape(name)}[/]").RightAligned().NoWrap().PadRight(0));
        }

        foreach (var judged in result.Judged.Settings)
        {
            var name = PlainText.Clean(plan.Settings[judged.Setting].Name);
            string[] cells =
            [
                Objective(judged, plan), AgainstDefault(judged, plan),
                .. underLoad ? (string[])[Cell(judged, TrialMetric.P50Request)] : [],
                Most(judged, TrialMetric.MaxPause), Cell(judged, TrialMetric.TotalPause), Most(judged, TrialMetric.MaxRss),
                .. failing ? (string[])[Errors(judged)] : [],
                $"{judged.Trials}{(judged.Failures > 0 ? $" ({judged.Failures} failed)" : "")}",
            ];
            var chosen = result.Judged.Chosen == judged.Setting && result.Judged.Outcome == TuneOutcome.Winner;
            table.AddRow([chosen ? $"[bold]{Markup.Escape(name)}[/]" : Markup.Escape(name), .. cells.Select(Markup.Escape)]);
        }

        console.Write(table);
        foreach (var line in Lines(result)) console.MarkupLine(line);
        WriteCost(console, result, cost);

        string Cell(SettingJudgement judged, string metric) => Written(result.Mean(judged.Setting, metric), metric);
        string Most(SettingJudgement judged, string metric) => Written(result.Most(judged.Setting, metric), metric);
        string Errors(SettingJudgement judged) => Written(result.Mean(judged.Setting, TrialMetric.ErrorRate), TrialMetric.ErrorRate);
    }

    /// <summary>What the collector costs at least with each setting, beside the objective and the memory; then the prices.</summary>
    private static void WriteCost(IAnsiConsole console, TuneResult result, TuneCost cost)
    {
        var plan = result.Plan;
        (string Name, LowerBoundOverhead? Bound)[] bounds = [("GC wall ≥", cost.Wall.Bound), ("GC CPU ≥", cost.Cpu.Bound)];
        bounds = [.. bounds.Where(bound => bound.Bound is not null)];
        if (bounds.Length > 0)
        {
            WriteRows(console, result, [plan.Objective.Name, "RSS", .. bounds.Select(bound => bound.Name)], setting =>
            [
                Written(result.Mean(setting, plan.Objective.Name), plan.Objective.Name),
                Written(result.Most(setting, TrialMetric.MaxRss), TrialMetric.MaxRss),
                .. bounds.Select(bound => bound.Bound!.Settings[setting] is { } ratio ? OverheadText.Describe(ratio) : Unknown),
            ]);
        }

        foreach (var line in TuneText.Cost(result, cost)) console.MarkupLine($"[dim]{Markup.Escape(PlainText.Clean(line))}[/]");
        if (result.Price is not { } prices) return;
        WriteRows(console, result, [plan.Load is null ? "price of a run" : "price of a million requests", "of it GC ≥"], setting =>
        {
            var price = prices.Compute(result, cost, setting);
            return [Money(price?.Total), Money(price?.CollectorAtLeast)];
        });

        static string Money(double? amount) => amount is { } known ? Significant(known) : Unknown;
    }

    private static void WriteRows(IAnsiConsole console, TuneResult result, IReadOnlyList<string> columns, Func<int, string[]> cells)
    {
        var table = new Table { Border = TableBorder.Simple, UseSafeBorder = false };
        table.AddColumn(new TableColumn("setting").PadLeft(0));
        foreach (var name in columns)
        {
            table.AddColumn(new TableColumn($"[dim]{Markup.Escape(name)}[/]").RightAligned().NoWrap().PadRight(0));
        }

        foreach (var setting in result.Judged.Settings.Select(judged => judged.Setting))
        {
            var name = PlainText.Clean(result.Plan.Settings[setting].Name);
            table.AddRow([Markup.Escape(name), .. cells(setting).Select(Markup.Escape)]);
        }

        console.Write(table);
    }

    /// <summary>Three digits of an amount in any currency, without an exponent.</summary>
    private static string Significant(double amount)
    {
        var decimals = amount > 0 ? Math.Clamp(2 - (int)Math.Floor(Math.Log10(amount)), 2, 12) : 2;
        return amount.ToString($"N{decimals}", CultureInfo.InvariantCulture);
    }

    private static IEnumerable<string> Lines(TuneResult result)
    {
        var plan = result.Plan;
        foreach (var stop in result.Stops) yield return Markup.Escape(PlainText.Clean(TuneText.Stopped(stop, plan)) + ".");
        foreach (var broken in result.Judged.Settings.Where(judged => judged.Broken.Count > 0))
        {
            var name = plan.Settings[broken.Setting].Name;
            yield return Markup.Escape(PlainText.Clean($"{name} is not eligible: it broke {string.Join(" and ", broken.Broken)}."));
        }

        foreach (var sentence in TuneText.Outcome(result)) yield return $"[bold]{Markup.Escape(PlainText.Clean(sentence))}[/]";
        foreach (var doubt in TuneText.Doubts(result)) yield return Markup.Escape(doubt);
        foreach (var line in Chosen(result)) yield return Markup.Escape(PlainText.Clean(line));
        yield return "± is a 95 % confidence interval over trials. change is relative to the default; noise: not significant. "
            + $"Random order: --seed {result.Seed}.";
    }

    /// <summary>The chosen setting as a variable and as code.</summary>
    private static IEnumerable<string> Chosen(TuneResult result)
    {
        if (result.Judged.Chosen is not { } chosen || chosen == 0) yield break;
        var setting = result.Plan.Settings[chosen];
        yield return "";
        yield return $"  variable  {setting.Environment}";
        foreach (var code in setting.Code) yield return $"  code      {code}";
        foreach (var what in setting.What) yield return $"  effect    {what}";
        foreach (var note in setting.Notes) yield return $"  {note}";
        yield return "";
    }

    /// <summary>The unit stands once where both have the same.</summary>
    private static string Objective(SettingJudgement judged, TunePlan plan)
    {
        if (judged.Mean is not { } mean) return Unknown;
        var written = plan.Objective.Write(mean);
        if (judged.Objective is not { } interval) return written;
        var reach = plan.Objective.Write(interval.HalfWidth);
        return written.Split(' ') is [var number, var unit] && reach.EndsWith($" {unit}", StringComparison.Ordinal)
            ? $"{number} ± {reach}"
            : $"{written} ± {reach}";
    }

    private static string AgainstDefault(SettingJudgement judged, TunePlan plan) =>
        judged.Setting == 0 || judged.AgainstDefault is not { } difference ? Unknown
        : difference.IsWithinNoise ? "noise"
        : TuneText.Short(difference, plan);

    private static string Written(double? value, string metric) =>
        value is { } known ? TrialMetric.Find(metric, out _)!.Write(known) : Unknown;
}
