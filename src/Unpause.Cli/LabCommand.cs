using System.CommandLine;
using Spectre.Console;
using Unpause.Diagnosis;
using Unpause.Recorder;
using Unpause.Reports;

namespace Unpause.Cli;

/// <summary><c>unpause lab NAME</c>: runs an incident with its bug and with its fix, and shows both side by side.</summary>
internal static class LabCommand
{
    /// <summary>Describes the command.</summary>
    public static Command Create()
    {
        var name = new Argument<string>("NAME") { Description = "recommendations: CPython collects again and again and frees almost nothing (incident 5)." };
        var size = new Option<int>("--size") { Description = "How many objects the program makes.", DefaultValueFactory = _ => 1_000_000, HelpName = "N" };
        var command = new Command("lab", "Run a real incident here: the bug, the fix, and what unpause says of both.") { name, size };
        command.SetAction(parsed => Run(parsed.GetValue(name)!, parsed.GetValue(size)));
        return command;
    }

    private static int Run(string name, int size)
    {
        var lab = Lab.All.FirstOrDefault(known => known.Name == name)
            ?? throw new UserMistake($"there is no lab '{name}'; there is {string.Join(", ", Lab.All.Select(known => known.Name))}");
        if (size < 1) throw new UserMistake("--size must be 1 or more");
        using var program = LabProgram.Extract(lab);
        var bug = Record(lab.Bug(program.Path, size), "bug");
        var fix = Record(lab.Fix(program.Path, size), "fix");
        if (bug.Processes.Count == 0 || fix.Processes.Count == 0)
        {
            foreach (var missing in bug.NotRecorded.Concat(fix.NotRecorded)) Console.Error.WriteLine($"unpause: {missing}");
            return ExitCodes.NotEnoughEvidence;
        }

        Show(lab, bug, fix);
        return ExitCodes.Done;
    }

    private static Report Record(IReadOnlyList<string> command, string which)
    {
        Console.Error.WriteLine($"{which}: {string.Join(' ', command)}");
        var result = ProgramRunner.Run(new RunOptions(command));
        if (result.ExitCode != 0) throw new UserMistake($"the lab's program ended with {result.ExitCode}; its output is above");
        var report = RunCommand.ReportOf(result);
        if (result.RemoveTemporaryFolder() is { } kept) Console.Error.WriteLine($"unpause: {kept}");
        return report;
    }

    private static void Show(Lab lab, Report bug, Report fix)
    {
        var console = Terminal.ForResults();
        console.MarkupLine($"\n[bold]{Markup.Escape(lab.Title)}[/]");
        console.MarkupLine($"bug: {Markup.Escape(bug.Verdict)}");
        console.MarkupLine($"fix: {Markup.Escape(fix.Verdict)}");
        SideBySideWriter.Write(console, (lab.BugName, bug.Processes[0]), (lab.FixName, fix.Processes[0]));
        WriteFindings(console, "bug", bug.Diagnoses);
        WriteFindings(console, "fix", fix.Diagnoses);
    }

    private static void WriteFindings(IAnsiConsole console, string which, Diagnoses diagnoses)
    {
        if (diagnoses.Findings.Count == 0) console.MarkupLine($"[grey]{which}: no finding[/]");
        foreach (var (_, finding) in diagnoses.Findings)
        {
            console.MarkupLine($"[grey]{which}:[/]");
            TerminalReportWriter.WriteFinding(finding, console);
        }
    }
}
