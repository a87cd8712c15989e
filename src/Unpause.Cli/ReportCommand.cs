using System.CommandLine;
using Unpause.Readers;
using Unpause.Reports;

namespace Unpause.Cli;

/// <summary><c>unpause report PATH…</c></summary>
internal static class ReportCommand
{
    /// <summary>Describes the command.</summary>
    public static Command Create()
    {
        var paths = new Argument<string[]>("PATH")
        {
            Description = "Recordings: files, folders, globs, - for standard input; .gz too. Formats are told from the content.",
            Arity = ArgumentArity.OneOrMore,
        };
        var options = new ReportOptions();
        var command = new Command("report", $"Report on recordings that exist: {RuntimeTable.Default.Inputs}.") { paths };
        options.AddTo(command);
        command.SetAction(parsed => Run(parsed.GetValue(paths)!, options.Read(parsed)));
        return command;
    }

    private static int Run(string[] paths, ReportRequest request)
    {
        var inputs = InputExpansion.Expand(paths);
        var files = ReportOutput.Open(request);
        try
        {
            return Run(inputs, request, files);
        }
        finally
        {
            foreach (var file in files) file.Dispose();
        }
    }

    private static int Run(IReadOnlyList<ExpandedInput> inputs, ReportRequest request, IReadOnlyList<ReportFile> files)
    {
        var loaded = RecordingLoader.Load([.. inputs.Select(input => input.Input)]);
        if (loaded.Recordings.Count == 0) return NothingReadable(loaded.Unread, inputs.Count);
        var named = InputExpansion.Named(inputs, loaded.Unread);
        foreach (var unread in named) Console.Error.WriteLine($"unpause: {unread.Name}: {unread.Reason}; left out");
        if (request.Verbose)
        {
            foreach (var unread in loaded.Unread.Except(named)) Console.Error.WriteLine($"skipped {unread.Name}: {unread.Reason}");
        }

        var report = Report.Of(loaded.Recordings);
        if (request.Requests is { } requests) report = requests.AddTo(report);
        else RequestSource.Offer(report, recordingIsRemoved: false);
        ReportOutput.Write(report, request, files);
        var judged = ReportOutput.Judge(report, request.Budgets);
        var explained = RequestSource.Judge(report);
        if (judged == ExitCodes.OverBudget || explained == ExitCodes.Done) explained = judged;
        if (explained != ExitCodes.Done) return explained;
        var damaged = named.Count > 0 || report.Requests is { Incomplete: true } || loaded.Recordings.Any(recording => recording.Coverage.Unreadable);
        return damaged ? ExitCodes.PartlyUnreadable : ExitCodes.Done;
    }

    private static int NothingReadable(IReadOnlyList<UnreadInput> unread, int inputs)
    {
        if (inputs == 0) throw new UserMistake("no file found in what you named");
        foreach (var input in unread.Take(5)) Console.Error.WriteLine($"unpause: {input.Name}: {input.Reason}");
        if (unread.Count > 5) Console.Error.WriteLine($"unpause: … and {unread.Count - 5} more");
        Console.Error.WriteLine($"nothing to report on; unpause reads {RuntimeTable.Default.Inputs}");
        Console.Error.WriteLine("to make a recording: unpause run -- CMD…");
        return ExitCodes.Usage;
    }
}
