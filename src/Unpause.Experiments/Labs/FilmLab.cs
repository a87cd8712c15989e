using System.CommandLine;
using Spectre.Console;
using Unpause.Recorder;
using Unpause.Recorder.Processes;
using Unpause.Recordings.Loading;
using Unpause.Recordings.Readers;
using Unpause.Reports.Documents;

namespace Unpause.Experiments.Labs;

/// <summary><c>unpause lab film</c>: incident 5 as a script that needs only python3.</summary>
public static class FilmLab
{
    /// <summary>Incident 5's own setting for its micro-script.</summary>
    private const string TunedThresholds = "UNPAUSE_PYTHON_GC_THRESHOLD=10000,50,20";

    /// <summary>The incident's own size.</summary>
    public const int FullSize = 1_000_000;

    /// <summary>The fewest runs per side with which every metric can be significant, not only the headline.</summary>
    public const int UsualPairs = 5;

    private const int MostPairs = 100;

    /// <summary>Describes the command.</summary>
    public static Command Create(Func<IAnsiConsole> openResults)
    {
        var size = new Option<int>("--size")
            { Description = "How many objects the script creates.", DefaultValueFactory = _ => FullSize, HelpName = "N" };
        var command = new Command("film", "Incident 5 as a script: CPython's GC searches for cycles while a list is "
            + "built. Needs only python3.")
            { size };
        var pairs = LabOptions.Number("--pairs", "How many times to run the script with the bug and with the fix, in turn.", UsualPairs);
        command.Add(pairs);
        command.SetAction(parsed => Run(parsed.GetValue(size), LabOptions.Within(parsed, pairs, MostPairs), openResults));
        return command;
    }

    /// <summary>Runs the script with its bug and with its fix.</summary>
    /// <param name="size">How many objects it makes.</param>
    /// <param name="openResults">Opens standard output for results.</param>
    public static int Run(int size, int pairs, Func<IAnsiConsole> openResults)
    {
        if (size < 1) throw new UserMistake("--size must be at least 1");
        var console = openResults();
        using var folder = LabFolder.Extract("recommendations");
        LabEnding.WarnIfBusy();
        var load = MachineLoad.Begin();
        string[] script = ["python3", folder["film.py"], size.ToString()];
        var (bugs, fixes) = (new List<ReportDocument>(), new List<ReportDocument>());
        for (var pair = 0; pair < pairs; pair++)
        {
            bugs.Add(Record(script, "bug"));
            fixes.Add(Record(["env", TunedThresholds, .. script], "fix"));
            if (bugs[^1].Processes.Count > 0 && fixes[^1].Processes.Count > 0) continue;
            foreach (var missing in bugs[^1].NotRecorded.Concat(fixes[^1].NotRecorded)) Console.Error.WriteLine($"unpause: {missing}");
            return ExitCodes.NotEnoughEvidence;
        }

        Show(console, bugs, fixes, load.Others());
        return ExitCodes.Done;
    }

    private static ReportDocument Record(IReadOnlyList<string> command, string which)
    {
        Console.Error.WriteLine($"{which}: {string.Join(' ', command)}");
        return LabRun.Recorded(new RunOptions(command), result =>
        {
            if (result.ExitCode != 0) throw new UserMistake($"the lab's program exited with code {result.ExitCode}; its output is above");
            var recordings = RuntimeTable.Default.Load([.. result.Files.Select(RecordingInput.File)]).Recordings;
            IReadOnlyList<string> missing = recordings.Count > 0
                ? [.. result.NotRecorded.Except(result.NotRecordedIfItRan)]
                : [.. result.NotRecorded.DefaultIfEmpty("no runtime left a recording")];
            return Report.Create(recordings, missing).ToDocument();
        })!;
    }

    private static void Show(IAnsiConsole console, List<ReportDocument> bugs, List<ReportDocument> fixes, double? others)
    {
        var (bug, fix) = (bugs[0], fixes[0]);
        console.MarkupLine(
            "\n[bold]Incident 5: while a list of objects is built, CPython's GC searches for cycles thousands of times and finds none.[/]");
        console.MarkupLine($"bug: {Markup.Escape(bug.Verdict)}");
        console.MarkupLine($"fix: {Markup.Escape(fix.Verdict)}");
        LabComparison.Write(console, ("default thresholds", bugs), ("10000, 50, 20", fixes), numbers: true);
        LabFindings.WriteRising(console, bug.Processes[0], fix.Processes[0]);
        LabFindings.Write(console, "bug", bug);
        LabFindings.Write(console, "fix", fix);
        LabEnding.Write(console, "run time of the script", LengthOf(bugs), [("fix", LengthOf(fixes))], others);
    }

    private static double? LengthOf(List<ReportDocument> reports) =>
        reports.Average(report => report.Processes[0].Source.DurationMs?.Nanoseconds);
}

/// <summary>Writes the findings of a lab's bug and of its fix.</summary>
internal static class LabFindings
{
    /// <summary>Writes the findings under the name of the variant.</summary>
    public static void Write(IAnsiConsole console, string which, ReportDocument report)
    {
        if (report.Findings.Count == 0) console.MarkupLine($"[dim]{which}: no finding[/]");
        TerminalFindings.Write(report, console, head: () => console.MarkupLine($"[dim]{which}:[/]"));
    }

    /// <summary>Explains a p99 pause that is longer with the fix.</summary>
    /// <param name="bug">The process with the bug.</param>
    /// <param name="fix">The same with the fix.</param>
    /// <param name="which">The fix's name, where there are several; else nothing.</param>
    public static void WriteRising(IAnsiConsole console, ProcessDocument bug, ProcessDocument fix, string which = "")
    {
        if (LabEnding.RisingPercentile(ReadPauses(bug), ReadPauses(fix)) is { } why) console.MarkupLine(Markup.Escape(which + why));

        static (long Count, double Total, double? P99) ReadPauses(ProcessDocument process) =>
            (process.Pauses.Count, process.Pauses.TotalMs.Nanoseconds, process.Pauses.P99Ms?.Nanoseconds);
    }
}
