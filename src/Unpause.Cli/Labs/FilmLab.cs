using System.CommandLine;
using Spectre.Console;
using Unpause.Recorder;
using Unpause.Recorder.Processes;
using Unpause.Reports;
using Unpause.Reports.Documents;

namespace Unpause.Cli.Labs;

/// <summary><c>unpause lab film</c>: incident 5 as a script that needs nothing but python3.</summary>
internal static class FilmLab
{
    /// <summary>Incident 5's own setting for its micro-script.</summary>
    private const string TunedThresholds = "UNPAUSE_PYTHON_GC_THRESHOLD=10000,50,20";

    /// <summary>The incident's own size.</summary>
    public const int FullSize = 1_000_000;

    /// <summary>Describes the command.</summary>
    public static Command Create()
    {
        var size = new Option<int>("--size")
            { Description = "How many objects the script makes.", DefaultValueFactory = _ => FullSize, HelpName = "N" };
        var command = new Command("film", "Incident 5 as a script: CPython looks for cycles while a list is built. Needs only python3.")
            { size };
        command.SetAction(parsed => Run(parsed.GetValue(size)));
        return command;
    }

    /// <summary>Runs the script with its bug and with its fix.</summary>
    /// <param name="size">How many objects it makes.</param>
    public static int Run(int size)
    {
        if (size < 1) throw new UserMistake("--size must be 1 or more");
        StandardStreams.RequireOutput();
        using var folder = LabFolder.Extract("recommendations");
        LabEnding.TellNeighbours();
        var load = MachineLoad.Begin();
        string[] script = ["python3", folder["film.py"], size.ToString()];
        var bug = Record(script, "bug");
        var fix = Record(["env", TunedThresholds, .. script], "fix");
        if (bug.Processes.Count == 0 || fix.Processes.Count == 0)
        {
            foreach (var missing in bug.NotRecorded.Concat(fix.NotRecorded)) Console.Error.WriteLine($"unpause: {missing}");
            return ExitCodes.NotEnoughEvidence;
        }

        Show(bug, fix, load.Others());
        return ExitCodes.Done;
    }

    private static ReportDocument Record(IReadOnlyList<string> command, string which)
    {
        Console.Error.WriteLine($"{which}: {string.Join(' ', command)}");
        return LabRun.Recorded(new RunOptions(command), result =>
        {
            if (result.ExitCode != 0) throw new UserMistake($"the lab's program ended with {result.ExitCode}; its output is above");
            var material = RunFacts.Of(result).Read(RunFacts.Inputs(result));
            return Report.Of(material.Recordings, material.NotRecorded).ToDocument();
        })!;
    }

    private static void Show(ReportDocument bug, ReportDocument fix, double? others)
    {
        var console = Terminal.ForResults();
        console.MarkupLine(
            "\n[bold]Incident 5: CPython looks for cycles thousands of times while a list of objects is built, and finds none.[/]");
        console.MarkupLine($"bug: {Markup.Escape(bug.Verdict)}");
        console.MarkupLine($"fix: {Markup.Escape(fix.Verdict)}");
        LabComparison.Write(console, ("default thresholds", [bug]), ("10000, 50, 20", [fix]), numbers: true);
        LabFindings.WriteRising(console, bug.Processes[0], fix.Processes[0]);
        LabFindings.Write(console, "bug", bug);
        LabFindings.Write(console, "fix", fix);
        LabEnding.Write(console, "the script takes", LengthOf(bug), [("fix", LengthOf(fix))], others);
    }

    private static double? LengthOf(ReportDocument report) => report.Processes[0].Source.DurationMs?.Nanoseconds;
}
