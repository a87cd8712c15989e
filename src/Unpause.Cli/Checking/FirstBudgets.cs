using Unpause.Checks;

namespace Unpause.Cli;

/// <summary><c>unpause check --init</c>: a first file of budgets with a recording's own numbers.</summary>
internal static class FirstBudgets
{
    /// <summary>Refuses to write over a file, before anything is read.</summary>
    /// <exception cref="UserMistake">Something stands there.</exception>
    public static void RequireFree(string path)
    {
        // Who reads for us can't see it; the first process has looked.
        if (LeastRights.AreOurs && FileStatus.OfName(path) is not null)
            throw new UserMistake($"{path} is there already and stays as it is: name another file with --budget, or remove it");
    }

    /// <summary>Writes it.</summary>
    /// <exception cref="UserMistake">Nothing can be read, or the file can't be written.</exception>
    public static int Write(CheckRequest request)
    {
        using var file = OutputFile.Open(request.Budgets, "--budget");
        var reports = CheckedReports.Read(request.Paths, request.Requests, request.Service, out var incomplete);
        var draft = BudgetsDraft.Of(reports, string.Join(", ", request.Paths))
            ?? throw new UserMistake($"{string.Join(", ", request.Paths)} tells no number that could be bounded");
        using (var text = new StreamWriter(file.Stream, leaveOpen: true) { NewLine = "\n" }) text.Write(draft);
        file.Keep();
        Console.Error.WriteLine(
            $"wrote {request.Budgets}; read it, set the limits that your users need, then: unpause check --budget "
            + $"{CommandText.Of([request.Budgets, .. request.Paths])}");
        return incomplete ? ExitCodes.PartlyUnreadable : ExitCodes.Done;
    }
}
