using Unpause.Cli.Live;

namespace Unpause.Cli;

/// <summary><c>unpause ps</c></summary>
internal static class PsCommand
{
    public static Command Create()
    {
        var words = new Argument<string[]>("WORD")
        {
            Description = "List only processes that match every word: in runtime (java, dotnet, go, python), user, service, container or "
                + "command, or as process id.",
            Arity = ArgumentArity.ZeroOrMore,
        };
        var sort = new Option<string>("--sort")
            { Description = "pid (the default), user, runtime, heap (largest first) or since (latest first).", HelpName = "COLUMN" };
        sort.AcceptOnlyFromAmong(ProcessChoice.Orders);
        var format = new Option<string>("--format") { Description = "terminal (the default) or json.", HelpName = "FORMAT" };
        var showArguments = ShowArguments.Create();
        var command = new Command(
            "ps",
            "List live processes: runtime, version, collector, heap limit, service and container, and whether they can be recorded. "
            + "Read-only: sends nothing to them.") { words, sort, format, showArguments };
        command.SetAction(parsed => Run(
            parsed.GetValue(words) ?? [],
            parsed.GetValue(sort) ?? ProcessChoice.Orders[0],
            parsed.GetValue(format),
            parsed.GetValue(showArguments)));
        return command;
    }

    /// <summary>How many unresponsive processes are named; the others are counted.</summary>
    private const int MostSilent = 5;

    private static int Run(string[] words, string order, string? format, bool argumentsShown)
    {
        if (!OperatingSystem.IsLinux()) throw LinuxOnly.Refusal("ps");
        if (format is not (null or "terminal" or "json"))
        {
            throw new UserMistake($"--format {format} is not supported here: use terminal or json");
        }

        var all = LiveProcesses.All(argumentsShown, out var silent);
        var processes = ProcessChoice.Select(all, words, order);
        if (format == "json") ProcessJson.Write(processes);
        else if (processes.Count > 0) WriteTable(processes);
        else Console.WriteLine(all.Count == 0
            ? $"no process with {RecorderTable.Default.AnyOf} that you may inspect"
            : $"none of the {all.Count} processes matches {PlainText.Clean(string.Join(" and ", words))}: unpause ps lists all");
        foreach (var process in silent.Take(MostSilent))
            Console.Error.WriteLine($"unpause: process {process} could not be inspected in time");
        if (silent.Count > MostSilent)
            Console.Error.WriteLine($"unpause: {silent.Count - MostSilent} more processes could not be inspected in time");
        return ExitCodes.Done;
    }

    private static void WriteTable(IReadOnlyList<LiveProcess> processes)
    {
        // A pipe has no width, and its reader needs the whole line.
        var width = Console.IsOutputRedirected ? int.MaxValue : Terminal.ForResults().Profile.Width;
        var table = ProcessTable.Fit(processes, width);
        foreach (var line in table.Lines) Console.WriteLine(line);
        if (table.LeftOut.Count > 0)
        {
            Console.Error.WriteLine($"\nno room for {string.Join(", ", table.LeftOut)} in {width} columns: unpause ps | cat");
        }

        if (processes.Any(process => !process.Recordable)) Console.Error.WriteLine("\nno: unpause doctor PID shows why");
    }
}
