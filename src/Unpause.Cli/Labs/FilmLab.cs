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

    /// <summary>The fewest runs of each with which all numbers can be told from chance, not the headline alone.</summary>
    public const int UsualPairs = 5;

    private const int MostPairs = 100;

    /// <summary>Describes the command.</summary>
    public static Command Create()
    {
        var size = new Option<int>("--size")
            { Description = "How many objects the script makes.", DefaultValueFactory = _ => FullSize, HelpName = "N" };
        var command = new Command("film", "Incident 5 as a script: CPython looks for cycles while a list is built. Needs only python3.")
            { size };
        var pairs = LabOptions.Number("--pairs", "How often the script runs with its bug and with its fix, in turns.", UsualPairs);
        command.Add(pairs);
        command.SetAction(parsed => Run(parsed.GetValue(size), LabOptions.Within(parsed, pairs, MostPairs)));
        return command;
    }

    /// <summary>Runs the script with its bug and with its fix.</summary>
    /// <param name="size">How many objects it makes.</param>
    /// <param name="pairs">How often.</param>
    public static int Run(int size, int pairs)
    {
        if (size < 1) throw new UserMistake("--size must be 1 or more");
        StandardStreams.RequireOutput();
        using var folder = LabFolder.Extract("recommendations");
        LabEnding.TellNeighbours();
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

        Show(bugs, fixes, load.Others());
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

    private static void Show(List<ReportDocument> bugs, List<ReportDocument> fixes, double? others)
    {
        var console = Terminal.ForResults();
        var (bug, fix) = (bugs[0], fixes[0]);
        console.MarkupLine(
            "\n[bold]Incident 5: CPython looks for cycles thousands of times while a list of objects is built, and finds none.[/]");
        console.MarkupLine($"bug: {Markup.Escape(bug.Verdict)}");
        console.MarkupLine($"fix: {Markup.Escape(fix.Verdict)}");
        LabComparison.Write(console, ("default thresholds", bugs), ("10000, 50, 20", fixes), numbers: true);
        LabFindings.WriteRising(console, bug.Processes[0], fix.Processes[0]);
        LabFindings.Write(console, "bug", bug);
        LabFindings.Write(console, "fix", fix);
        LabEnding.Write(console, "the script takes", LengthOf(bugs), [("fix", LengthOf(fixes))], others);
    }

    private static double? LengthOf(List<ReportDocument> reports) =>
        reports.Average(report => report.Processes[0].Source.DurationMs?.Nanoseconds);
}
