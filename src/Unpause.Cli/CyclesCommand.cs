using Unpause.Cli.Cycles;
using Unpause.Cli.Live;
using Unpause.Recorder.Cycles;

namespace Unpause.Cli;

/// <summary><c>unpause cycles PID</c>, <c>unpause cycles FILE…</c> and <c>unpause cycles -- CMD…</c></summary>
internal static class CyclesCommand
{
    public const string Name = "cycles";

    /// <summary>The default limit of sampled collections in each generation.</summary>
    public const int DefaultSnapshots = 32;

    private const string Reads = $"{Name} FILE";

    private const int DefaultGroups = 5, MostGroups = 200, MostSnapshots = 96;

    private const string Help =
        """
        CPython: name and draw the reference cycles in collected garbage, and show what usually breaks them.

        -- CMD: runs CMD and samples some of its GCs. Its streams, signals and exit code pass through.
        PID: samples the next GCs of a process that was started with unpause cycles -- CMD, or of any CPython 3.14.
        FILE: shows again what --keep wrote.
        Each sample is taken in a forked child process. The application is paused only for the fork: 1 ms for 200,000 objects,
        3 to 4 ms for a million. The child runs no finalizers and no application code. CPython 3.8 and later.
        """;

    /// <summary>Describes the command.</summary>
    /// <param name="program">The arguments after <c>--</c>; null when there was no <c>--</c>.</param>
    public static Command Create(IReadOnlyList<string>? program)
    {
        var targets = new Argument<string[]>("PID|FILE")
        {
            Description = "The id of a live process; or files and folders that --keep wrote; or nothing, with -- CMD.",
            Arity = ArgumentArity.ZeroOrMore,
        };
        var duration = SnapshotDuration.Option("PID: how long to sample its GCs.");
        duration.DefaultValueFactory = _ => "10s";
        var snapshots = new Option<int>("--snapshots")
        {
            Description = "Most GCs of each generation to sample. Sampling slows down over time, to cover a long run whole.",
            DefaultValueFactory = _ => DefaultSnapshots,
            HelpName = "N",
        };
        var trace = new Option<bool>("--trace")
            { Description = "Also show where objects were allocated (tracemalloc: makes CMD several times slower and needs more memory)." };
        var keep = new Option<string>("--keep") { Description = "Keep the samples in this folder.", HelpName = "FOLDER" };
        var top = new Option<int>("--top")
            { Description = "How many kinds of cycles to show. JSON has 200.", DefaultValueFactory = _ => DefaultGroups, HelpName = "N" };
        var output = new Option<string[]>("--output", "-o")
        {
            Description = "Write to this file. Its extension selects the format: .html, .json, .dot, .txt. "
                + "- is standard output. May be repeated.",
            HelpName = "FILE",
        };
        var format = new Option<string>("--format") { Description = "terminal, html, json or dot.", HelpName = "FORMAT" };
        format.AcceptOnlyFromAmong("terminal", "html", "json", "dot");
        var beside = new Option<bool>(CyclesOutput.BesideOption) { Hidden = true };
        var command = new Command(Name, Help) { targets, duration, snapshots, trace, keep, top, output, format, beside };
        command.SetAction(parsed =>
        {
            var shown = new CyclesOutput(
                parsed.GetValue(output) ?? [], parsed.GetValue(format), Math.Clamp(parsed.GetValue(top), 1, MostGroups),
                parsed.GetValue(beside) || program is not null);
            var sampling = new CycleSampling(Math.Clamp(parsed.GetValue(snapshots), 1, MostSnapshots), parsed.GetValue(trace));
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
            if (targets.Length > 0) throw new UserMistake("give only one of: a process id, files, or -- CMD");
            if (!OperatingSystem.IsLinux()) throw LinuxOnly.Refusal($"{Name} --", Reads);
            return CyclesOfProgram.Run(program, sampling, keep, output);
        }

        if (targets.Length == 0 || program is not null)
            throw new UserMistake("name a process id, files, or a command: unpause cycles -- python3 app.py");
        if (sampling.Origins) throw new UserMistake("--trace needs a program to start: unpause cycles --trace -- python3 app.py");
        if (LeastRights.AreOurs && targets is [var only] && !File.Exists(only) && !Directory.Exists(only)
            && int.TryParse(only, NumberStyles.None, CultureInfo.InvariantCulture, out var processId))
        {
            if (!OperatingSystem.IsLinux()) throw LinuxOnly.Refusal($"{Name} PID", Reads);
            return LiveCycles.Run(processId, SnapshotDuration.Parse(duration), sampling.Snapshots, keep, output);
        }

        if (keep is not null) throw new UserMistake("--keep needs a process to sample: these files are kept already");
        return LeastRights.Run(targets, output.Paths, () => output.Show(InputExpansion.Expand(targets)));
    }
}
