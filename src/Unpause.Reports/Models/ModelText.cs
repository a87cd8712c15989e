using Spectre.Console;
using Unpause.Analysis.CostModels;
using Unpause.Reports.Explanations;

namespace Unpause.Reports.Models;

/// <summary>A model as text, shared by the terminal and the page.</summary>
internal static class ModelText
{
    private const double BarPercent = 2.5;
    private const int Gibi = 30;

    /// <summary>A bar proportional to a share.</summary>
    public static string Bar(double? percent) => percent is { } known ? new string('█', (int)Math.Round(known / BarPercent)) : "";

    /// <summary>The current GC time, and that with twice the memory.</summary>
    public static string Verdict(ModelOfProcess process)
    {
        if (process.Model is not { } model) return $"{process.Name} ({process.Collector}): no model: {process.Refusal}.";
        if (process.Now is not { } now || process.Twice is not { } twice)
            return $"{process.Name} ({process.Collector}): no model applies, because the live set fills the memory.";
        var what = model.IsOfCpu ? "of CPU time is spent in GC" : "of run time is spent in GC";
        var takes = model.Formula.IsBound
            ? $"With {Limit(model, now.LimitBytes)}"
            : $"With {Quantities.Bytes(now.LimitBytes)}, the memory that it needs now,";
        return $"{process.Name} ({process.Collector}): {takes} {Share(now.Percent)} {what}. "
            + $"With twice the memory: {Share(twice.Percent)} ({Share(twice.Low)} to {Share(twice.High)}){Bought(now, twice)}.";
    }

    /// <summary>What the model is fitted to: live set, allocation rate, and the cost of collections.</summary>
    public static IEnumerable<string> Basis(CostModel model)
    {
        var work = model.Work;
        yield return $"{LiveSet(model)} "
            + $"Allocation rate: {Quantities.Bytes(work.AllocatedBytes / work.ProgramSeconds)}/s outside of pauses"
            + (model.IsOfCpu ? "." : $"; {Quantities.Bytes(work.FilledBytes / work.ProgramSeconds)}/s of it fill the old generation.");
        if (Fit("young collection", work.YoungFit) is { } young) yield return young;
        if (Fit("stop-the-world full collection", work.FullFit) is { } full) yield return full;
        if (work.From > 0) yield return $"The first {Quantities.Duration(work.From)} are ignored: the heap was filling up (warm-up).";
    }

    /// <summary>The formula and its assumptions.</summary>
    public static IEnumerable<string> Formula(CostModel model)
    {
        yield return $"Formula: {CostModelText.Formula(model.Formula.Kind)}.";
        yield return $"{CostModelText.Caveat(model.Formula.Kind)} The model assumes the same allocation rate whenever the application "
            + "runs. Ranges include the noise of the recording and what it leaves unknown.";
    }

    /// <summary>The table with a row for each limit.</summary>
    public static TextTable Table(ModelOfProcess process)
    {
        var model = process.Model!;
        var points = process.Curve.Concat(process.Asked.Where(asked => asked.Point is not null).Select(asked => asked.Point!.Value))
            .DistinctBy(point => point.LimitBytes).OrderBy(point => point.LimitBytes);
        return new(
            [model.IsOfCpu ? "heap goal" : "limit", .. model.Formula is GoFormula ? ["GOGC"] : (string[])[],
                model.IsOfCpu ? "CPU for GC" : "GC time", "range", "full GC every", ""],
            [.. points.Select(point => Row(model, point))],
            model.Formula is GoFormula ? 5 : 4);
    }

    /// <summary>Requested limits that are too small.</summary>
    public static IEnumerable<string> TooSmall(ModelOfProcess process) =>
        process.Asked.Where(asked => asked.Point is null).Select(asked =>
            $"{Quantities.Bytes(asked.LimitBytes)} is too small: {Quantities.Bytes(process.Model!.Work.LiveBytes)} are live, "
            + "which leaves too little room to allocate in.");

    /// <summary>A share of time as text.</summary>
    public static string Share(double percent) => Quantities.Percent(Math.Round(percent, percent >= 10 ? 0 : percent >= 1 ? 1 : 2));

    /// <summary>The live set as in a report, and what the formula takes of it.</summary>
    private static string LiveSet(CostModel model)
    {
        var taken = Quantities.Bytes(model.Work.LiveBytes);
        if (model.Work.LiveSetBytes is not { } last || Quantities.Bytes(last) == taken) return $"Live set: {taken}.";
        return $"Live set: {Quantities.Bytes(last)} after the last collection of the whole heap; the formula takes {taken} as live.";
    }

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
        twice.Percent >= now.Percent ? ", no improvement" : twice.High < now.Percent ? "" : ", not significantly less";

    private static string? Fit(string what, PauseFit? fit)
    {
        if (fit is null) return null;
        var typical = $"median {Quantities.Duration(fit.MedianNanoseconds)} for {Quantities.Bytes(fit.MedianSurvivorBytes)}";
        if (fit.Line is { } line)
        {
            return $"A {what} takes {PerGibibyte(line.Slope)} per GiB of survivors ({PerGibibyte(line.Low)} to {PerGibibyte(line.High)}) "
                + $"plus {Quantities.Duration(Math.Max(0, line.Intercept) * 1e9)} "
                + $"({Quantities.Count(fit.Collections)} collections, {typical}).";
        }

        var why = fit.Doubt switch
        {
            PauseFitDoubt.TooFew => $"there are only {fit.Collections}, and at least {PauseFit.Fewest} are needed",
            PauseFitDoubt.SameSurvivors => $"about the same amount survives each of the {Quantities.Count(fit.Collections)}",
            _ => $"the durations of the {Quantities.Count(fit.Collections)} do not depend on the survivors",
        };
        return $"The time that a {what} takes per GiB of survivors is unknown: {why} ({typical}{AtMost(fit)}).";
    }

    private static string AtMost(PauseFit fit) => fit.MedianSurvivorBytes > 0
        ? $": at most {PerGibibyte(fit.MedianNanoseconds / 1e9 / (fit.MedianSurvivorBytes / (1L << Gibi)))} per GiB"
        : "";

    private static string PerGibibyte(double seconds) => Quantities.Duration(seconds * 1e9);
}

/// <summary>Models and the memory law for a terminal.</summary>
/// <param name="console">The console to write to.</param>
public sealed class ModelWriter(IAnsiConsole console)
{
    /// <summary>Writes the memory law with the user's numbers.</summary>
    public void Write(LawAnswer answer)
    {
        TerminalText.WriteHanging(console, "", "bold", answer.Verdict);
        foreach (var step in answer.Steps) TerminalText.WriteHanging(console, "  ", "default", step);
        TerminalText.WriteTable(answer.Table, console);
        console.WriteLine();
        foreach (var note in answer.Notes) TerminalText.WriteHanging(console, "", "dim", note);
    }

    /// <summary>Writes the fitted models.</summary>
    public void Write(ModelDocument document)
    {
        var isFirst = true;
        foreach (var process in document.Processes)
        {
            if (!isFirst) console.WriteLine();
            isFirst = false;
            Write(process);
        }

        if (document.Rotation is not { } rotation) return;
        console.WriteLine();
        foreach (var line in WhatIfText.Lines(rotation)) TerminalText.WriteHanging(console, "", "default", line);
    }

    private void Write(ModelOfProcess process)
    {
        TerminalText.WriteHanging(console, "", "bold", ModelText.Verdict(process));
        if (process.Model is { } model) Write(process, model);
        if (process.WhatIf is { } whatIf) Write(whatIf);
    }

    private void Write(WhatIfOfProcess whatIf)
    {
        console.WriteLine();
        TerminalText.WriteHanging(console, "", "bold", WhatIfText.Verdict(whatIf));
        if (whatIf.Refusal is not null) return;
        TerminalText.WriteTable(WhatIfText.Table(whatIf), console);
        console.WriteLine();
        foreach (var sentence in WhatIfText.Refused(whatIf)) TerminalText.WriteHanging(console, "", "default", sentence);
        TerminalText.WriteHanging(console, "", "dim", WhatIfText.Method(whatIf));
    }

    private void Write(ModelOfProcess process, CostModel model)
    {
        foreach (var sentence in ModelText.Basis(model)) TerminalText.WriteHanging(console, "  ", "default", sentence);
        TerminalText.WriteTable(ModelText.Table(process), console);
        console.WriteLine();
        foreach (var sentence in ModelText.TooSmall(process)) TerminalText.WriteHanging(console, "", "default", sentence);
        foreach (var sentence in ModelText.Formula(model)) TerminalText.WriteHanging(console, "", "dim", sentence);
    }
}

/// <summary>The model of one process, or why there is none.</summary>
public sealed record ModelOfProcess
{
    private const double Double = 2;

    /// <summary>The name of the process.</summary>
    public required string Name { get; init; }

    /// <summary>Its runtime and collector, for people.</summary>
    public required string Collector { get; init; }

    /// <summary>The runtime's name in the JSON.</summary>
    public required string Runtime { get; init; }

    /// <summary>The model; null where none applies.</summary>
    internal CostModel? Model { get; init; }

    /// <summary>Why there is no model; null where there is one.</summary>
    internal string? Refusal { get; init; }

    /// <summary>Limits that the user asks about, with their points; null where the live set leaves no room.</summary>
    internal IReadOnlyList<(double LimitBytes, CurvePoint? Point)> Asked { get; init; } = [];

    /// <summary>The point of the current limit.</summary>
    internal CurvePoint? Now { get; init; }

    /// <summary>The point of twice the memory.</summary>
    internal CurvePoint? Twice { get; init; }

    /// <summary>The points of other limits.</summary>
    internal IReadOnlyList<CurvePoint> Curve { get; init; } = [];

    /// <summary>The requests with other settings; null where none were given.</summary>
    internal WhatIfOfProcess? WhatIf { get; init; }

    /// <summary>Fits the model of a recording.</summary>
    internal static ModelOfProcess Fit(Recording recording, IReadOnlyList<double> limits, double? secondsPerGibibyte)
    {
        var model = CostModel.Fit(recording, secondsPerGibibyte, out var why);
        var source = recording.Source;
        return new()
        {
            Name = source.Files.Count > 0 ? Path.GetFileName(source.Files[0]) : source.Runtime,
            Collector = source.Collector is { } collector ? $"{source.Traits.Name}, {collector}" : source.Traits.Name,
            Runtime = source.Runtime,
            Model = model,
            Refusal = why is null ? null : CostModelText.Describe(why),
            Asked = model is null ? [] : [.. limits.Select(limit => (limit, model.At(limit)))],
            Now = model?.Now,
            Twice = model?.At(Double * model.Formula.NowBytes),
            Curve = model?.Curve() ?? [],
        };
    }
}
