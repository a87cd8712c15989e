using System.CommandLine;
using Unpause.Readers;
using Unpause.Recorder;
using Unpause.Recordings;
using Unpause.Reports;

namespace Unpause.Cli;

/// <summary><c>unpause run [options] -- CMD…</c></summary>
internal static class RunCommand
{
    /// <summary>Describes the command.</summary>
    /// <param name="program">What stood after <c>--</c>; null when there was no <c>--</c>.</param>
    public static Command Create(IReadOnlyList<string>? program)
    {
        var keep = new Option<string>("--keep")
        {
            Description = "Keep the recordings in this folder, for unpause report. Without it they are removed after the report.",
            HelpName = "FOLDER",
        };
        var noRequests = new Option<bool>("--no-requests") { Description = "Don't record requests (ASP.NET Core, HttpClient): saves about 15 µs of CPU time for each." };
        var profile = ProfileOption.Create();
        var options = new ReportOptions();
        var command = new Command(
            "run",
            $"""
            Record a program from its start, then report: unpause run [options] -- CMD…

            Works for whatever CMD starts (scripts, worker pools, several runtimes). Its streams, signals and exit code
            pass through. Without -o the page is written to {DefaultPage.Name}.
            """)
        { keep, profile, noRequests };
        options.AddTo(command);
        command.SetAction(parsed =>
        {
            ProgramRunner.RequireLinux();
            if (program is null or []) throw new UserMistake("say after -- what to run: unpause run -- python3 app.py");
            return Run(new RunOptions(program, parsed.GetValue(keep), !parsed.GetValue(noRequests), parsed.WantsAllocations(profile)), options.Read(parsed));
        });
        return command;
    }

    private static int Run(RunOptions options, ReportRequest request)
    {
        var files = ReportOutput.Open(request);
        var given = request.Requests is { Paths.Count: > 0 };
        var result = ProgramRunner.Run(options with { Requests = options.Requests && !given });
        var report = ReportOf(result);
        var unreadable = request.Requests is { } requests && !TryAdd(requests, ref report);
        if (request.Requests is null) RequestSource.Offer(report, recordingIsRemoved: options.Folder is null);
        ReportOutput.Write(report, request, DefaultPage.Or(files, request));
        if (result.RemoveTemporaryFolder() is { } kept) Console.Error.WriteLine($"unpause: {kept}");
        if (options.Folder is { } keep) Console.Error.WriteLine($"kept the recordings in {keep}");
        var judged = ReportOutput.Judge(report, request.Budgets);
        var explained = RequestSource.Judge(report);
        if (judged == ExitCodes.OverBudget) return judged;
        if (result.ExitCode != 0) return result.ExitCode;
        return explained != ExitCodes.Done || unreadable ? ExitCodes.NotEnoughEvidence : judged;
    }

    /// <summary>The program has run: what it did is reported even when its requests can't be read.</summary>
    internal static bool TryAdd(RequestSource requests, ref Report report)
    {
        try
        {
            report = requests.AddTo(report);
            return true;
        }
        catch (UserMistake mistake)
        {
            Console.Error.WriteLine($"unpause: {mistake.Message}");
            return false;
        }
    }

    /// <summary>Reads what the run left behind and reports on it.</summary>
    internal static Report ReportOf(RunResult result)
    {
        var inputs = result.Files.Select(file => result.FolderIsTemporary ? RecordingInput.File(file) with { Name = Path.GetFileName(file) } : RecordingInput.File(file));
        var loaded = RecordingLoader.Load([.. inputs]);
        // Where another runtime left its recording, nothing says that a Go program ran at all.
        var told = result.NotRecorded.Where(sentence => loaded.Recordings.Count == 0 || !result.NotRecordedIfItRan.Contains(sentence));
        var notRecorded = told.Concat(loaded.Unread.Select(unread => $"{unread.Name} could not be read: {unread.Reason}")).ToList();
        if (loaded.Recordings.Count == 0) notRecorded.Add(NoRuntime(result));
        return Report.Of(loaded.Recordings, notRecorded);
    }

    private static string NoRuntime(RunResult result) =>
        $"no collector left a recording in {Quantities.Duration(result.Duration.TotalNanoseconds)}: the program ran no {RecorderTable.Default.Reached}, "
        + "or none of them collected, or it was started without our environment";
}
