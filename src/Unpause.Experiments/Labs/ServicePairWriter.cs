using Unpause.Analysis.Holes;
using Unpause.Reports.Explanations;
using Unpause.Requests.Attribution;

namespace Unpause.Experiments.Labs;

/// <summary>
/// Bug and fix of the recommendations service side by side: pauses, latencies, gaps in traces, findings, and the prediction.
/// </summary>
internal static class ServicePairWriter
{
    private const int MostHoles = 3;

    private static readonly (string Name, Func<ServiceRun, long?> Nanoseconds)[] Latencies =
    [
        ("p50 at the client", run => run.Latency.Measured.P50Nanoseconds),
        ("p90", run => run.Latency.Measured.P90Nanoseconds),
        ("p99", run => run.Latency.Measured.P99Nanoseconds),
        ("longest", run => run.Latency.Measured.MaxNanoseconds),
        ("p50 inside the service (spans)", run => run.Spans.Attribution.Measured.P50Nanoseconds),
        ("p90", run => run.Spans.Attribution.Measured.P90Nanoseconds),
        ("p99", run => run.Spans.Attribution.Measured.P99Nanoseconds),
        ("p50 of these without pauses", run => run.SpanLatency.WithoutOwnOverlap?.P50Nanoseconds),
        ("p99", run => run.SpanLatency.WithoutOwnOverlap?.P99Nanoseconds),
        ("p99 without pauses inside requests", run => run.Latency.WithoutOwnOverlap?.P99Nanoseconds),
        ("p99 without GC and its queue", run => run.Latency.WithoutBacklog?.P99Nanoseconds),
    ];

    /// <summary>Writes the first pair in full and, where there are more, a line for each.</summary>
    /// <param name="pairs">At least one.</param>
    /// <param name="verbose">Whether to show the error of the predictions.</param>
    public static void Write(IAnsiConsole console, IReadOnlyList<ServicePair> pairs, bool verbose)
    {
        var (bug, fix) = (pairs[0].Bug, pairs[0].Fix);
        console.MarkupLine(
            "\n[bold]Incident 5: slow requests with unexplained gaps in their traces, in which CPython's GC searches for cycles.[/]");
        var (bugReport, fixReport) = (bug.Report.ToDocument(), fix.Report.ToDocument());
        console.MarkupLine($"bug: {Markup.Escape(bugReport.Verdict)}");
        console.MarkupLine($"fix: {Markup.Escape(fixReport.Verdict)}");
        LabComparison.Write(
            console,
            ("default thresholds", [.. pairs.Select(pair => pair.Bug.Report.ToDocument())]),
            ("10000, 20, 10, frozen", [.. pairs.Select(pair => pair.Fix.Report.ToDocument())]),
            numbers: true);
        WriteLatencies(console, pairs[0]);
        WriteRequests(console, "bug", bug.Client);
        WriteRequests(console, "fix", fix.Client);
        LabFindings.WriteRising(console, bugReport.Processes[0], fixReport.Processes[0]);
        foreach (var hole in bug.Spans.Holes.Where(hole => hole.After is not null && hole.Before is not null).Take(MostHoles))
        {
            console.MarkupLine(Markup.Escape(Sentence(hole)));
        }

        console.WriteLine();
        if (verbose) WritePredictions(console, pairs);
        LabFindings.Write(console, "bug", bugReport);
        LabFindings.Write(console, "fix", fixReport);
        LabEnding.Write(
            console,
            "p99",
            bug.Latency.Measured.P99Nanoseconds,
            [("fix", fix.Latency.Measured.P99Nanoseconds)],
            pairs.Max(pair => Math.Max(pair.Bug.Others ?? 0, pair.Fix.Others ?? 0)));
    }

    private static void WritePredictions(IAnsiConsole console, IReadOnlyList<ServicePair> pairs)
    {
        foreach (var pair in pairs)
        {
            console.MarkupLine(Markup.Escape(Sentence(pair)));
        }

        if (Prediction.Combine(pairs) is { } prediction) WritePrediction(console, pairs.Count, prediction);
        console.WriteLine();
    }

    private static void WriteLatencies(IAnsiConsole console, ServicePair pair)
    {
        var table = new Table { Border = TableBorder.Simple, UseSafeBorder = false };
        table.AddColumn("");
        foreach (var name in new[] { "bug", "fix" }) table.AddColumn(new TableColumn($"[dim]{name}[/]").RightAligned().NoWrap());
        table.AddRow("requests", Quantities.Count(pair.Bug.Client.Count), Quantities.Count(pair.Fix.Client.Count));
        foreach (var (name, nanoseconds) in Latencies) table.AddRow(name, Duration(nanoseconds(pair.Bug)), Duration(nanoseconds(pair.Fix)));
        console.Write(table);
    }

    private static void WriteRequests(IAnsiConsole console, string which, RequestAttribution attribution)
    {
        var slow = $"{Quantities.Count(attribution.Measured.Slow)} of {Quantities.Count(attribution.Count)} requests took longer "
            + $"than {Quantities.Duration(attribution.SlowThresholdNanoseconds)}";
        var because = attribution.SlowBecauseOfGc is { } blamed && attribution.Measured.Slow > 0
            ? $", {Quantities.Count(blamed)} of them because of GC"
            : "";
        console.MarkupLine(Markup.Escape($"{which}: {slow}{because}"));
        if (attribution.Measured.Slow == 0) return;
        foreach (var explanation in attribution.Explanations.Where(explanation => explanation.Kind != ExplanationKind.Assumption))
        {
            console.MarkupLine($"[yellow]{which}: {Markup.Escape(ExplanationText.Describe(explanation))}[/]");
        }
    }

    private static string Sentence(ExplainedHole hole) =>
        $"bug: a gap of {Quantities.Duration(hole.DurationNanoseconds)} between {hole.After} and {hole.Before} in trace {hole.TraceId}: "
        + $"{Quantities.Duration(hole.ExplainedNanoseconds)} of it are GC pauses "
        + $"({string.Join(", ", hole.Collections.Select(row => $"{row.Count} {row.Generation}"))})";

    private static string Sentence(ServicePair pair)
    {
        const string what = "p99 without GC";
        if (ServicePair.DeviationPercent(pair.PredictedNanoseconds, pair.ReachedNanoseconds) is not { } percent)
            return $"{what}: {Unjudged("bug", pair.Bug) ?? Unjudged("fix", pair.Fix) ?? "not judged"}";
        return string.Create(
            CultureInfo.InvariantCulture,
            $"{what}: predicted {Duration(pair.PredictedNanoseconds)} from the run with the bug, measured "
            + $"{Duration(pair.ReachedNanoseconds)} with the fix (without its remaining GCs): the prediction is "
            + $"{Math.Abs(percent):0} % too {(percent < 0 ? "low" : "high")}");
    }

    /// <summary>Why a run has no p99 without GC; null where it has one.</summary>
    private static string? Unjudged(string which, ServiceRun run)
    {
        if (run.Latency.WithoutBacklog is not null) return null;
        var reasons = run.Latency.Explanations.Where(explanation => explanation.Kind != ExplanationKind.Assumption);
        return $"not judged in the run with the {which}: {string.Join(' ', reasons.Select(ExplanationText.Describe))}";
    }

    private static void WritePrediction(IAnsiConsole console, int pairs, Prediction prediction)
    {
        var all = pairs == 1 ? "With 95 % confidence intervals" : $"All requests of {pairs} pairs, with 95 % confidence intervals";
        console.MarkupLine($"[bold]{Markup.Escape(
            $"{all}: {Interval(prediction.Predicted)} predicted, {Interval(prediction.Reached)} reached: {
                Percent(prediction.DeviationPercent.Value)} ({
                Signed(prediction.DeviationPercent.Low)} to {Signed(prediction.DeviationPercent.High)} %).")}[/]");
        var service = 100.0 * (prediction.FixServiceNanoseconds - prediction.BugServiceNanoseconds) / prediction.BugServiceNanoseconds;
        var atService = ServicePair.DeviationPercent(prediction.AtFixServiceNanoseconds, (long)prediction.Reached.Value) ?? 0;
        console.MarkupLine(Markup.Escape(
            $"Outside GC, the service time of a request was {Duration(prediction.BugServiceNanoseconds)} with the bug "
            + $"and {Duration(prediction.FixServiceNanoseconds)} with the fix ({Signed(service)} %: the machine, or the fix). With the "
            + $"latter, the prediction is {Duration(prediction.AtFixServiceNanoseconds)}: {Percent(atService)}."));
    }

    private static string Interval(Estimate estimate) =>
        $"{Duration((long)estimate.Value)} ({Duration((long)estimate.Low)} to {Duration((long)estimate.High)})";

    private static string Percent(double percent) =>
        string.Create(CultureInfo.InvariantCulture, $"{Math.Abs(percent):0} % too {(percent < 0 ? "low" : "high")}");

    private static string Signed(double percent) => percent.ToString("+0;-0;0", CultureInfo.InvariantCulture);

    private static string Duration(long? nanoseconds) => nanoseconds is { } value ? Quantities.Duration(value) : "–";
}

/// <summary>The service with its bug and with its fix, under the same requests at the same times.</summary>
internal sealed record ServicePair(ServiceRun Bug, ServiceRun Fix)
{
    /// <summary>p99 without GC, predicted from the run with the bug; null when it was not judged.</summary>
    public long? PredictedNanoseconds => Bug.Latency.WithoutBacklog?.P99Nanoseconds;

    /// <summary>p99 with the fix, without the remaining GCs.</summary>
    public long? ReachedNanoseconds => Fix.Latency.WithoutBacklog?.P99Nanoseconds;

    /// <summary>The error of a prediction in percent of the measured value; null when either is unknown.</summary>
    public static double? DeviationPercent(long? predicted, long? reached) =>
        reached is > 0 && predicted is { } known ? 100.0 * (known - reached.Value) / reached.Value : null;
}
