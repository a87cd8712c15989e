using Unpause.Cli.Output;
using Unpause.Reports.Checks;
using Unpause.Reports.Documents;

namespace Unpause.Cli.Checking;

/// <summary>From budgets and recordings to the exit code.</summary>
internal static class CheckRun
{
    /// <summary>Checks the budgets. Outputs are opened before the work starts.</summary>
    /// <exception cref="UserMistake">The budgets or the inputs cannot be read, or an output cannot be written.</exception>
    public static int Run(CheckRequest request)
    {
        if (!request.Quiet) StandardStreams.RequireOutput();
        var files = new List<(string Path, CheckFormat Format, OutputFile File)>();
        try
        {
            foreach (var path in request.Files) files.Add((path, CheckFormats.OfFile(path), OutputFile.Open(path, "-o")));
            var verdicts = Judge(request, out var incomplete);
            var failed = false;
            foreach (var (path, format, file) in files) failed |= !TryWrite(path, file, format, request, verdicts);
            if (!request.Quiet) CheckOutput.Print(request, verdicts);
            if (request.Quiet || request.Printed is not (CheckFormat.Terminal or CheckFormat.GitHub)) Tell(verdicts);
            return CodeOf(CheckVerdict.Worst(verdicts), failed, incomplete);
        }
        finally
        {
            foreach (var (_, _, file) in files) file.Dispose();
        }
    }

    private static IReadOnlyList<CheckVerdict> Judge(CheckRequest request, out bool incomplete)
    {
        var budgets = BudgetsText.Read(request.Budgets, request.Baseline);
        var baselines = budgets.Baselines.ToDictionary(
            name => name,
            name => name == request.Baseline
                ? CheckedReports.Read([name], null, null, out _)
                : (IReadOnlyList<ReportDocument>)[CheckedReports.Beside(request.Budgets, name)],
            StringComparer.Ordinal);
        if (request.Baseline is { } unused && !baselines.ContainsKey(unused))
            Console.Error.WriteLine($"unpause: --baseline {unused} is not used: no limit in {request.Budgets} starts with + or -");
        var reports = CheckedReports.Read(request.Paths, request.Requests, request.Service, out incomplete);
        return new BudgetCheck(reports, baselines).Judge(budgets);
    }

    /// <summary>Writes broken budgets to standard error when no table is printed.</summary>
    private static void Tell(IReadOnlyList<CheckVerdict> verdicts)
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

    private static bool TryWrite(
        string path, OutputFile file, CheckFormat format, CheckRequest request, IReadOnlyList<CheckVerdict> verdicts)
    {
        try
        {
            CheckOutput.Write(file.Stream, format, request, verdicts);
            file.Keep();
            Console.Error.WriteLine($"wrote {path}");
            return true;
        }
        catch (OutputFailure failure)
        {
            Console.Error.WriteLine($"unpause: {failure.Message}");
            return false;
        }
    }
}
