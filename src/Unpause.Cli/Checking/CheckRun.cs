using Unpause.Analysis.Settings;
using Unpause.Cli.Sending;
using Unpause.Reports.Checks;
using Unpause.Reports.Documents;

namespace Unpause.Cli.Checking;

/// <summary>From budgets and recordings to the exit code.</summary>
internal static class CheckRun
{
    /// <summary>Checks the budgets. Outputs are opened before the work starts.</summary>
    /// <param name="delivery">Where the reports are sent, which the caller finishes; null for nowhere.</param>
    /// <exception cref="UserMistake">The budgets or the inputs cannot be read, or an output cannot be written.</exception>
    public static int Run(CheckRequest request, ReportDelivery? delivery)
    {
        if (!request.Quiet) StandardStreams.RequireOutput();
        var files = new List<(string Path, CheckFormat Format, OutputFile File)>();
        try
        {
            foreach (var path in request.Files) files.Add((path, CheckFormats.OfFile(path), OutputFile.Open(path, "-o")));
            var verdicts = Judge(request, out var reports, out var incomplete);
            var failed = false;
            foreach (var (path, format, file) in files) failed |= !Try(() => Write(path, file, format, request, verdicts));
            foreach (var report in delivery is null ? [] : reports) failed |= !Try(() => delivery!.Send(report));
            if (!request.Quiet) CheckOutput.Print(request, verdicts);
            if (request.Quiet || request.Printed is not (CheckFormat.Terminal or CheckFormat.GitHub)) Notify(verdicts);
            return CodeOf(CheckVerdict.Worst(verdicts), failed, incomplete);
        }
        finally
        {
            foreach (var (_, _, file) in files) file.Dispose();
        }
    }

    private static IReadOnlyList<CheckVerdict> Judge(
        CheckRequest request, out IReadOnlyList<FinishedReport> reports, out bool incomplete)
    {
        var budgets = BudgetsText.Read(request.Budgets, request.Baseline);
        var baselines = budgets.Baselines.ToDictionary(
            name => name,
            name => name == request.Baseline
                ? Documents(CheckedReports.Read([name], null, null, WindowRequest.Whole, out _))
                : (IReadOnlyList<ReportDocument>)[CheckedReports.Beside(request.Budgets, name)],
            StringComparer.Ordinal);
        if (request.Baseline is { } unused && !baselines.ContainsKey(unused))
            Console.Error.WriteLine($"unpause: --baseline {unused} is not used: no limit in {request.Budgets} starts with + or -");
        reports = CheckedReports.Read(request.Paths, request.Requests, request.Service, request.Window, out incomplete);
        return new BudgetCheck(Documents(reports), baselines).Judge(budgets);
    }

    private static IReadOnlyList<ReportDocument> Documents(IEnumerable<FinishedReport> reports) =>
        [.. reports.Select(report => report.Document)];

    /// <summary>Writes broken budgets to standard error when no table is printed.</summary>
    private static void Notify(IReadOnlyList<CheckVerdict> verdicts)
    {
        foreach (var sentence in VerdictTableWriter.Sentences(verdicts)) Console.Error.WriteLine($"unpause: {sentence}");
    }

    private static int CodeOf(CheckOutcome worst, bool failed, bool incomplete) => (worst, failed, incomplete) switch
    {
        (CheckOutcome.Broken, _, _) => ExitCodes.OverBudget,
        (_, true, _) => ExitCodes.Usage,
        (CheckOutcome.NoData, _, _) => ExitCodes.NotEnoughEvidence,
        (_, _, true) => ExitCodes.PartlyUnreadable,
        _ => ExitCodes.Done,
    };

    private static void Write(
        string path, OutputFile file, CheckFormat format, CheckRequest request, IReadOnlyList<CheckVerdict> verdicts)
    {
        CheckOutput.Write(file.Stream, format, request, verdicts);
        file.Keep();
        Console.Error.WriteLine($"wrote {path}");
    }

    private static bool Try(Action output)
    {
        try
        {
            output();
            return true;
        }
        catch (OutputFailure failure)
        {
            Console.Error.WriteLine($"unpause: {failure.Message}");
            return false;
        }
    }
}

/// <summary>Reads a file of budgets; errors name the line and column.</summary>
internal static class BudgetsText
{
    /// <summary>Reads a file of budgets.</summary>
    /// <param name="baseline">The baseline that the user named; null for none.</param>
    /// <exception cref="UserMistake">The file cannot be read or is invalid.</exception>
    public static BudgetsFile Read(string path, string? baseline)
    {
        try
        {
            return BudgetsFile.Read(Text(path), baseline);
        }
        catch (YamlFault fault)
        {
            throw new UserMistake($"{path}, {PlainText.Clean(fault.Message)}");
        }
        catch (DecoderFallbackException)
        {
            throw new UserMistake($"{path} is not UTF-8 text");
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new UserMistake($"{path} cannot be read: {SystemFault.Reason(exception)}");
        }
    }

    private static string Text(string path)
    {
        using var stream = InputExpansion.File(path).Open();
        var bytes = new byte[Limits.BudgetsFileBytes + 1];
        var length = stream.ReadAtLeast(bytes, bytes.Length, throwOnEndOfStream: false);
        if (length == bytes.Length) throw new UserMistake($"{path} is larger than {Limits.BudgetsFileBytes / 1024} KiB, "
            + "too large for a file of budgets");
        return new UTF8Encoding(false, throwOnInvalidBytes: true).GetString(bytes, 0, length).TrimStart('\uFEFF');
    }
}
