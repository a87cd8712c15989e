using Spectre.Console;
using Unpause.Recordings.Words;
using Unpause.Reports.Budgets;
using Unpause.Reports.Documents;
using Unpause.Reports.Hdr;
using Unpause.Reports.Html;
using Unpause.Reports.Pprof;
using Unpause.Reports.Short;
using Unpause.Reports.Tables;

namespace Unpause.Cli.Sessions;

/// <summary>Writes a report where the user wants it, and judges its budgets.</summary>
internal static class ReportOutput
{
    /// <summary>Opens the output files before any work, to report a wrong path at once.</summary>
    /// <param name="old">What happens to old content: that of a recording cannot be made again.</param>
    /// <exception cref="UserMistake">A file cannot be written.</exception>
    public static IReadOnlyList<ReportFile> Open(ReportRequest request, OldContent old = OldContent.Replaced) =>
        [.. request.Files.Select(file => ReportFile.Open(file.Path, file.Format, old: old))];

    /// <summary>Writes the report to a file.</summary>
    /// <exception cref="OutputFailure">It can't be written.</exception>
    public static void Write(ReportDocument document, Timeline timeline, ReportRequest request, ReportFile file)
    {
        if (EmptyOutput.Reason(document, timeline, file.Format) is { } nothing)
            throw new OutputFailure($"{file.Path} not written: {nothing}");
        file.Write(stream => WriteAs(file.Format, document, timeline, request, stream));
    }

    /// <summary>Writes the report to standard output, or to standard error if standard output belongs to the observed program.</summary>
    /// <exception cref="OutputFailure">It can't be written.</exception>
    public static void Print(ReportDocument document, Timeline timeline, ReportRequest request)
    {
        if (EmptyOutput.Reason(document, timeline, request.Printed) is { } nothing) throw new OutputFailure($"nothing to print: {nothing}");
        if (request.Printed == ReportFormat.Terminal && (request.PrintsToOutput || !Console.IsErrorRedirected))
        {
            var console = request.PrintsToOutput ? Terminal.ForResults() : Terminal.OnStandardError();
            WriteText(document, request, console);
            return;
        }

        using var output = request.PrintsToOutput ? StandardStreams.OpenOutput() : StandardStreams.OpenError();
        WriteAs(request.Printed, document, timeline, request, output);
    }

    /// <summary>Judges the budgets, and names broken ones on standard error.</summary>
    /// <returns><see cref="ExitCodes.Done"/>, <see cref="ExitCodes.OverBudget"/> or <see cref="ExitCodes.NotEnoughEvidence"/>.</returns>
    public static int Judge(ReportDocument report, IReadOnlyList<Budget> budgets)
    {
        var code = ExitCodes.Done;
        HashSet<string> reported = [];
        var meant = false;
        foreach (var budget in budgets)
        {
            var verdicts = Verdicts(report, budget).ToList();
            foreach (var (where, verdict) in verdicts.Where(judged => judged.Verdict.Outcome == BudgetOutcome.Broken))
            {
                Console.Error.WriteLine($"unpause: over budget: {budget.Text}: {verdict.Value} in {where}");
                // The basis is the same for all processes, so it is printed once.
                if (!meant) NotifyOnce(verdict.Meaning);
                meant |= verdict.Meaning is not null;
                code = ExitCodes.OverBudget;
            }

            foreach (var (_, verdict) in verdicts) NotifyOnce(verdict.Basis is { } basis ? $"{budget.Text} is judged {basis}" : null);
            if (verdicts.Exists(judged => judged.Verdict.Outcome != BudgetOutcome.Unknown)) continue;
            Console.Error.WriteLine(
                $"unpause: {budget.Text} cannot be "
                + $"judged: {(budget.IsOfRequests ? Budget.NotReportedByRequests : "this metric is not recorded for any process")}");
            if (code == ExitCodes.Done) code = ExitCodes.NotEnoughEvidence;
        }

        return code;

        void NotifyOnce(string? sentence)
        {
            if (sentence is not null && reported.Add(sentence)) Console.Error.WriteLine($"unpause: {sentence}");
        }
    }

    /// <summary>A budget judged: of the requests, or of each process.</summary>
    public static IEnumerable<(string Where, BudgetVerdict Verdict)> Verdicts(ReportDocument report, Budget budget) => budget.IsOfRequests
        ? [("the requests", budget.Judge(report.Requests))]
        : report.Processes.Select(process => (ProcessName.Format(process), budget.Judge(process)));

    private static void WriteAs(ReportFormat format, ReportDocument report, Timeline timeline, ReportRequest request, Stream stream)
    {
        switch (format)
        {
            case ReportFormat.Json: new JsonReportWriter(request.Events, request.Histograms).Write(report, timeline, stream); break;
            case ReportFormat.Markdown: new MarkdownReportWriter().Write(report, timeline, stream); break;
            case ReportFormat.Perfetto: new PerfettoReportWriter().Write(report, timeline, stream); break;
            case ReportFormat.Folded: new FoldedReportWriter().Write(report, timeline, stream); break;
            case ReportFormat.Speedscope: new SpeedscopeReportWriter().Write(report, timeline, stream); break;
            case ReportFormat.Pprof: new PprofReportWriter().Write(report, timeline, stream); break;
            case ReportFormat.Csv: new CollectionsCsvWriter().Write(report, timeline, stream); break;
            case ReportFormat.RequestsCsv: new RequestsCsvWriter().Write(report, timeline, stream); break;
            case ReportFormat.Hdr: new HdrLogWriter().Write(report, timeline, stream); break;
            case ReportFormat.JUnit: BudgetsXml.Write(report, request.Budgets, stream); break;
            case ReportFormat.Html: new HtmlReportWriter().Write(report, timeline, stream); break;
            default: WriteText(report, request, stream); break;
        }
    }

    private static void WriteText(ReportDocument report, ReportRequest request, Stream stream)
    {
        using var text = new StreamWriter(stream, new System.Text.UTF8Encoding(false), leaveOpen: true);
        var console = Terminal.Plain(text);
        WriteText(report, request, console);
    }

    private static void WriteText(ReportDocument report, ReportRequest request, IAnsiConsole console)
    {
        if (request.Verbose) new TerminalReportWriter(verbose: true).Write(report, console);
        else new ShortReportWriter().Write(report, console);
    }
}

/// <summary>Budgets as test results: one test per budget and process. One that cannot be judged is skipped with a reason.</summary>
internal static class BudgetsXml
{
    /// <summary>Writes them.</summary>
    public static void Write(ReportDocument report, IReadOnlyList<Budget> budgets, Stream output) => JUnitResults.Write(
        "unpause budgets",
        [.. budgets.SelectMany(budget =>
            ReportOutput.Verdicts(report, budget).Select(judged => CreateCase(budget, judged.Where, judged.Verdict)))],
        output);

    private static JUnitCase CreateCase(Budget budget, string where, BudgetVerdict verdict) => verdict.Outcome switch
    {
        BudgetOutcome.Broken => new(where, budget.Text, JUnitOutcome.Failed, $"{budget.Text}: {verdict.Value}", verdict.Meaning),
        BudgetOutcome.Unknown => new(where, budget.Text, JUnitOutcome.Skipped, NotReported(budget)),
        _ => new(where, budget.Text, JUnitOutcome.Passed),
    };

    private static string NotReported(Budget budget) =>
        budget.IsOfRequests ? Budget.NotReportedByRequests : "this metric is not recorded for the process";
}

/// <summary>Refuses outputs for which a report has no data, and names the recording option that provides it.</summary>
internal static class EmptyOutput
{
    /// <summary>Why an output would be empty; null when it has content.</summary>
    public static string? Reason(ReportDocument report, Timeline timeline, ReportFormat format) => format switch
    {
        ReportFormat.Folded or ReportFormat.Speedscope when report.Processes.All(HasNoStacks) =>
            "the recording has no allocation samples and no CPU samples, so there are no stacks to write" + ForStacks(report),
        ReportFormat.Folded when report.Processes.FirstOrDefault(process => process.CpuSamples?.Filter is { Samples: 0 }) is { } picked
            && report.Processes.All(process => process.CpuSamples is not { Stacks.Count: > 0 }) =>
            $"no stack has a frame that matches {PlainText.Clean(picked.CpuSamples!.Filter!.Pattern)}",
        ReportFormat.Pprof when !PprofReportWriter.HasSites(report) =>
            "the recording has no allocation samples and no CPU samples, so there are no allocation sites to write" + ForStacks(report),
        ReportFormat.Csv or ReportFormat.Hdr when !timeline.HasEvents =>
            "the stored report has no list of collections; report on the recording, or store the report with --events",
        ReportFormat.RequestsCsv when !timeline.HasRequests => report.Requests is null
            ? "no requests were judged; name them with --requests and --slow"
            : "the stored report has no list of requests; report on the recording and its requests",
        _ => null,
    };

    private static bool HasNoStacks(ProcessDocument process) => process is { Allocations: null, CpuSamples: null };

    /// <summary>How to record stacks, once for each runtime in the report.</summary>
    private static string ForStacks(ReportDocument report)
    {
        var runtimes = report.Processes.Select(process => process.Source.Runtime).Distinct(StringComparer.Ordinal);
        var ways = runtimes.Select(runtime => runtime switch
        {
            Runtimes.DotNet => ": unpause run --profile allocations -- CMD, or unpause record PID --profile allocations, records them",
            Runtimes.Jvm => ": unpause record PID --jfr records them",
            Runtimes.Go => ": unpause record http://HOST:PORT takes them from net/http/pprof",
            _ => null,
        });
        return string.Concat(ways);
    }
}
