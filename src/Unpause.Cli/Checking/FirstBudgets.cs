using Unpause.Reports.Checks;

namespace Unpause.Cli.Checking;

/// <summary><c>unpause check --init</c>: a first file of budgets with a recording's own numbers.</summary>
internal static class FirstBudgets
{
    /// <summary>Refuses to overwrite a file, before anything is read.</summary>
    /// <exception cref="UserMistake">The file exists.</exception>
    public static void RequireFree(string path)
    {
        // The unprivileged reader cannot see the file; the first process has checked it.
        if (LeastRights.AreOurs && FileStatus.OfName(path) is not null)
            throw new UserMistake($"{path} exists and is not overwritten: name another file with --budget, or remove it");
    }

    /// <summary>Writes it.</summary>
    /// <exception cref="UserMistake">Nothing can be read, or the file can't be written.</exception>
    public static int Write(CheckRequest request)
    {
        using var file = OutputFile.Open(request.Budgets, "--budget");
        var reports = CheckedReports.Read(request.Paths, request.Requests, request.Service, request.Window, out var incomplete);
        var draft = BudgetsDraft.Create([.. reports.Select(report => report.Document)], string.Join(", ", request.Paths))
            ?? throw new UserMistake($"no metric in {string.Join(", ", request.Paths)} can be a budget");
        using (var text = new StreamWriter(file.Stream, leaveOpen: true) { NewLine = "\n" }) text.Write(draft);
        file.Keep();
        Console.Error.WriteLine(
            $"wrote {request.Budgets}; review it, set the limits that you need, then run: unpause check --budget "
            + $"{CommandText.Join([request.Budgets, .. request.Paths])}");
        return incomplete ? ExitCodes.PartlyUnreadable : ExitCodes.Done;
    }
}
