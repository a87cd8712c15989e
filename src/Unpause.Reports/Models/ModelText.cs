using System.Globalization;
using Unpause.Analysis.CostModels;
using Unpause.Reports.Explanations;

namespace Unpause.Reports;

/// <summary>A model in words: for terminal and page alike.</summary>
internal static class ModelText
{
    private const double BarPercent = 2.5;
    private const int Gibi = 30;

    /// <summary>A bar as long as a share of the time.</summary>
    public static string Bar(double? percent) => percent is { } known ? new string('█', (int)Math.Round(known / BarPercent)) : "";

    /// <summary>Where the process stands, and what twice the memory would buy.</summary>
    public static string Verdict(ModelOfProcess process)
    {
        if (process.Model is not { } model) return $"{process.Name} ({process.Collector}): no model: {process.Refusal}.";
        if (process.Now is not { } now || process.Twice is not { } twice)
            return $"{process.Name} ({process.Collector}): what is live fills its memory, so no formula holds.";
        var what = model.IsOfCpu ? "of the CPU goes to the collector" : "of the time is in GC";
        var takes = model.Formula.IsBound
            ? $"With {Limit(model, now.LimitBytes)}"
            : $"With {Quantities.Bytes(now.LimitBytes)}, which it needs to run as it does,";
        return $"{process.Name} ({process.Collector}): {takes} {Share(now.Percent)} {what}; "
            + $"twice as much memory would make it {Share(twice.Percent)} ({Share(twice.Low)} to {Share(twice.High)}){Bought(now, twice)}.";
    }

    /// <summary>What the pauses follow, how fast the program allocates, and what the numbers are of.</summary>
    public static IEnumerable<string> Basis(CostModel model)
    {
        var work = model.Work;
        yield return $"Live after collections of the whole heap: {Quantities.Bytes(work.LiveBytes)}. Allocated: "
            + $"{Quantities.Bytes(work.AllocatedBytes / work.ProgramSeconds)} for each second that the program runs"
            + (model.IsOfCpu ? "." : $", of which {Quantities.Bytes(work.FilledBytes / work.ProgramSeconds)} come to old objects.");
        if (Fit("a young collection", work.YoungFit) is { } young) yield return young;
        if (Fit("a collection that stops the program for the whole heap", work.FullFit) is { } full) yield return full;
        if (work.From > 0) yield return $"The first {Quantities.Duration(work.From)}, in which the heap was filled, are left out.";
    }

    /// <summary>The formula, and what it leaves out.</summary>
    public static IEnumerable<string> Formula(CostModel model)
    {
        yield return $"Formula: {CostModelText.Formula(model.Formula.Kind)}.";
        yield return $"{CostModelText.Caveat(model.Formula.Kind)} The model assumes the same allocation rate whenever the application "
            + "runs. Ranges include the noise of the recording and what it leaves unknown.";
    }

    /// <summary>A row for each limit.</summary>
    public static TextTable Table(ModelOfProcess process)
    {
        var model = process.Model!;
        var points = process.Curve.Concat(process.Asked.Where(asked => asked.Point is not null).Select(asked => asked.Point!.Value))
            .DistinctBy(point => point.LimitBytes).OrderBy(point => point.LimitBytes);
        return new(
            [model.IsOfCpu ? "heap goal" : "limit", .. model.Formula is GoFormula ? ["GOGC"] : (string[])[],
                model.IsOfCpu ? "CPU for GC" : "time in GC", "range", "old every", ""],
            [.. points.Select(point => Row(model, point))],
            model.Formula is GoFormula ? 5 : 4);
    }

    /// <summary>Limits that were asked for and can't be.</summary>
    public static IEnumerable<string> TooSmall(ModelOfProcess process) =>
        process.Asked.Where(asked => asked.Point is null).Select(asked =>
            $"{Quantities.Bytes(asked.LimitBytes)} is too little: {Quantities.Bytes(process.Model!.Work.LiveBytes)} are live, and what is "
            + "left is no room to work in.");

    /// <summary>A share of the time.</summary>
    public static string Share(double percent) => Quantities.Percent(Math.Round(percent, percent >= 10 ? 0 : percent >= 1 ? 1 : 2));

    private static string[] Row(CostModel model, CurvePoint point) =>
    [
        Quantities.Bytes(point.LimitBytes) + (point.LimitBytes == model.Formula.NowBytes ? " ← now" : ""),
        .. model.Formula is GoFormula go ? [go.GrowthPercent(point.LimitBytes).ToString("0", CultureInfo.InvariantCulture)] : (string[])[],
        Share(point.Percent),
        Share(point.Low) == Share(point.High) ? "" : $"{Share(point.Low)} to {Share(point.High)}",
        point.PeriodSeconds is { } period ? Quantities.Duration(period * 1e9) : Cell.Unknown,
        Bar(point.Percent),
    ];

    private static string Limit(CostModel model, double bytes) => model.Formula is GoFormula go
        ? $"a heap goal of {Quantities.Bytes(bytes)} (GOGC={go.GrowthPercent(bytes):0})"
        : $"{model.Formula.Setting} {Quantities.Bytes(bytes)}";

    private static string Bought(CurvePoint now, CurvePoint twice) =>
        twice.Percent >= now.Percent ? ", so it buys nothing" : twice.High < now.Percent ? "" : ", which need not be less";

    private static string? Fit(string what, PauseFit? fit)
    {
        if (fit is null) return null;
        var typical = $"median {Quantities.Duration(fit.MedianNanoseconds)} for {Quantities.Bytes(fit.MedianSurvivorBytes)}";
        if (fit.Line is { } line)
        {
            return $"What survives costs {what} {PerGibibyte(line.Slope)} per GiB ({PerGibibyte(line.Low)} to {PerGibibyte(line.High)}), "
                + $"beside {Quantities.Duration(Math.Max(0, line.Intercept) * 1e9)} ({Quantities.Count(fit.Collections)} of them, "
                + $"{typical}).";
        }

        var why = fit.Doubt switch
        {
            PauseFitDoubt.TooFew => $"there are only {fit.Collections}, and it takes {PauseFit.Fewest}",
            PauseFitDoubt.SameSurvivors => $"about the same survives each of the {Quantities.Count(fit.Collections)}",
            _ => $"the lengths of the {Quantities.Count(fit.Collections)} have other reasons",
        };
        return $"What a GiB of survivors costs {what} can't be told: {why} ({typical}{AtMost(fit)}).";
    }

    private static string AtMost(PauseFit fit) => fit.MedianSurvivorBytes > 0
        ? $": at most {PerGibibyte(fit.MedianNanoseconds / 1e9 / (fit.MedianSurvivorBytes / (1L << Gibi)))} per GiB"
        : "";

    private static string PerGibibyte(double seconds) => Quantities.Duration(seconds * 1e9);
}
