using Unpause.Reports.Checks;
using Unpause.Reports.Documents;

namespace Unpause.Cli.Checking;

/// <summary>Reads the inputs of a check: recordings become one report; each stored report is its own.</summary>
internal static class CheckedReports
{
    /// <summary>The reports of paths.</summary>
    /// <param name="paths">Recordings, and reports stored as JSON: files, folders, globs.</param>
    /// <param name="requests">Requests to attribute to the recordings.</param>
    /// <param name="service">The service that the user names; null for the one in the inputs.</param>
    /// <param name="window">The part of the recordings.</param>
    /// <param name="incomplete">Whether a part of the input could not be read.</param>
    /// <exception cref="UserMistake">There is nothing to read, or requests and no recordings.</exception>
    public static IReadOnlyList<FinishedReport> Read(
        IReadOnlyList<string> paths, RequestSource? requests, string? service, WindowRequest window, out bool incomplete)
    {
        var (reports, others) = (new List<FinishedReport>(), new List<ExpandedInput>());
        var said = RunLabels.Read(service, []);
        foreach (var input in InputExpansion.Expand(paths))
        {
            var looked = StoredReports.Look(input.Input, out var stored);
            if (!stored)
            {
                others.Add(input with { Input = looked });
                continue;
            }

            window.RequireWhole(looked.Name);
            reports.Add(StoredInput.Read(looked).WithoutSecrets().With(said));
        }

        incomplete = reports.Any(report => report.Document.Processes.Any(ReportCommand.IsDamaged));
        if (others.Count > 0) reports.Insert(0, Recorded(others, requests, service, window, ref incomplete));
        else if (requests is { Paths.Count: > 0 } or { IsUsual: false })
            throw new UserMistake("requests are matched with a recording, and only stored reports are given: name the recording too");
        return reports;
    }

    /// <summary>The report that a file of budgets names, in its folder or below.</summary>
    /// <exception cref="UserMistake">It can't be read.</exception>
    public static ReportDocument Beside(string budgets, string name)
    {
        var path = BaselinePath.Combine(budgets, name);
        try
        {
            var input = StoredReports.Look(InputExpansion.Beside(budgets, name), out var stored);
            if (stored) return StoredInput.Read(input).WithoutSecrets().Document;
            using var none = input.Open();
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new UserMistake(
                $"{path}, the baseline that {budgets} names, cannot be read: {SystemFault.Reason(exception)}; store one with "
                + $"unpause report RECORDING -o {CommandText.Join([path])}");
        }

        throw new UserMistake($"{path}, the baseline that {budgets} names, is not a stored report; "
            + "store one with unpause report RECORDING -o baseline.json");
    }

    private static FinishedReport Recorded(
        IReadOnlyList<ExpandedInput> inputs, RequestSource? requests, string? service, WindowRequest window, ref bool incomplete)
    {
        var loaded = ReadingProgress.Load(inputs);
        if (loaded.Recordings.Count == 0)
        {
            var first = loaded.Unread[0];
            throw new UserMistake($"{PlainText.Clean(first.Name)}: {ReportCommand.ReasonOf(first)}");
        }

        var named = InputExpansion.Named(inputs, loaded.Unread);
        foreach (var unread in named)
            Console.Error.WriteLine($"unpause: {PlainText.Clean(unread.Name)}: {ReportCommand.ReasonOf(unread)}; left out");
        var report = Report.Create(window.Cut(loaded.Recordings)) with { Identity = RunLabels.Read(service, []) };
        if (requests is not null) report = requests.AddTo(report);
        incomplete |= named.Count > 0 || loaded.Recordings.Any(recording => recording.Coverage.Unreadable)
            || report.Requests is { Incomplete: true };
        return report.Finish();
    }
}
