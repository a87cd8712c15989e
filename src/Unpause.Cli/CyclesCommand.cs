using System.CommandLine;
using System.Globalization;
using Unpause.Recorder.Cycles;
using Unpause.Recorder;

namespace Unpause.Cli;

/// <summary><c>unpause cycles PID</c>, <c>unpause cycles FILE…</c> and <c>unpause cycles -- CMD…</c></summary>
internal static class CyclesCommand
{
    /// <summary>Its name.</summary>
    public const string Name = "cycles";

    private const int DefaultGroups = 5, MostGroups = 200, DefaultLooks = 32, MostLooks = 96;

    private const string Help =
        """
        CPython: the reference cycles behind collected garbage, named, drawn, and what usually breaks them.

        -- CMD: runs CMD and looks at some of its collections; its streams, signals and exit code pass through.
        PID: looks at the next collections of a program that was started with unpause cycles -- CMD, or of any CPython 3.14.
        FILE: reads again what --keep kept.
        A look is a process of its own: the program stands still only while its memory is shared (1 ms for 200,000 objects,
        3 to 4 ms for a million), nothing of it is finalized there and none of its code runs. CPython 3.8 and later.
        """;

    /// <summary>Describes the command.</summary>
    /// <param name="program">What stood after <c>--</c>; null when there was no <c>--</c>.</param>
    public static Command Create(IReadOnlyList<string>? program)
    {
        var targets = new Argument<string[]>("PID|FILE")
        {
            Description = "A live process's id; or files and folders that --keep wrote; or nothing, and -- CMD.",
            Arity = ArgumentArity.ZeroOrMore,
        };
        var duration = LookDuration.Option("PID: how long its collections are looked at.");
        duration.DefaultValueFactory = _ => "10s";
        var looks = new Option<int>("--looks")
        {
            Description = "Collections of each generation that are looked at, at most; ever more seldom, so that a long run is seen whole.",
            DefaultValueFactory = _ => DefaultLooks,
            HelpName = "N",
        };
        var trace = new Option<bool>("--trace")
            { Description = "Tell where objects were made (tracemalloc: CMD becomes some times slower and needs more memory)." };
        var keep = new Option<string>("--keep") { Description = "Keep what was seen in this folder.", HelpName = "FOLDER" };
        var top = new Option<int>("--top")
            { Description = "Kinds of cycles shown; JSON has 200.", DefaultValueFactory = _ => DefaultGroups, HelpName = "N" };
        var output = new Option<string[]>("--output", "-o")
        {
            Description = "Write it here, in the format that the name says (.html, .json, .dot, .txt); - is standard output. Often.",
            HelpName = "FILE",
        };
        var format = new Option<string>("--format") { Description = "terminal, html, json or dot.", HelpName = "FORMAT" };
        format.AcceptOnlyFromAmong("terminal", "html", "json", "dot");
        var beside = new Option<bool>(CyclesOutput.BesideOption) { Hidden = true };
        var command = new Command(Name, Help) { targets, duration, looks, trace, keep, top, output, format, beside };
        command.SetAction(parsed =>
        {
            var shown = new CyclesOutput(
                parsed.GetValue(output) ?? [], parsed.GetValue(format), Math.Clamp(parsed.GetValue(top), 1, MostGroups),
                parsed.GetValue(beside) || program is not null);
            var sampling = new CycleSampling(Math.Clamp(parsed.GetValue(looks), 1, MostLooks), parsed.GetValue(trace));
            return Run(parsed.GetValue(targets) ?? [], program, sampling, parsed.GetValue(keep), parsed.GetValue(duration), shown);
        });
        return command;
    }

    private static int Run(
        string[] targets, IReadOnlyList<string>? program, CycleSampling sampling, string? keep, string? duration, CyclesOutput output)
    {
        output.Check();
        if (program is [_, ..])
        {
            if (targets.Length > 0) throw new UserMistake("give a process, files or -- CMD, not several of them");
            ProgramRunner.RequireLinux();
            return CyclesOfProgram.Run(program, sampling, keep, output);
        }

        if (targets.Length == 0 || program is not null)
            throw new UserMistake("say what to look at: unpause cycles -- python3 app.py, or a process id");
        if (sampling.Origins) throw new UserMistake("--trace is for a program that is started: unpause cycles --trace -- python3 app.py");
        if (LeastRights.AreOurs && targets is [var only] && !File.Exists(only) && !Directory.Exists(only)
            && int.TryParse(only, NumberStyles.None, CultureInfo.InvariantCulture, out var processId))
        {
            if (!OperatingSystem.IsLinux()) throw new UserMistake("a live process can be looked at on Linux only");
            return LiveCycles.Run(processId, LookDuration.Of(duration), sampling.Looks, keep, output);
        }

        if (keep is not null) throw new UserMistake("--keep keeps what is seen of a program; these files are there already");
        return LeastRights.Run(targets, output.Paths, () => output.Show(InputExpansion.Expand(targets)));
    }
}
