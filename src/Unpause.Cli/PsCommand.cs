using Unpause.Cli.Live;

namespace Unpause.Cli;

/// <summary><c>unpause ps</c></summary>
internal static class PsCommand
{
    private const int Gap = 2, LeastCommand = 10, ContainerDigits = 12;

    // Each column's value, and whether the column is left out when no process has a value. The last column takes the remaining width.
    private static readonly (string Heading, Func<LiveProcess, string?> Cell, bool Optional)[] Columns =
    [
        ("PID", process => process.Id.ToString(CultureInfo.InvariantCulture), false),
        ("USER", process => process.User, false),
        ("RUNTIME", process => process.Version is { } version && !version.StartsWith(process.Runtime, StringComparison.Ordinal)
            ? $"{process.Runtime} {version}"
            : process.Version ?? process.Runtime, false),
        ("COLLECTOR", process => process.Collector, false),
        ("HEAP", process => process.HeapLimitBytes is { } limit ? Quantities.Bytes(limit) : null, false),
        ("SINCE", process => process.StartedAt is { } started ? Since(started) : null, false),
        ("RECORD", process => process.Recordable ? "yes" : "no", false),
        ("SERVICE", process => process.Service, true),
        ("CONTAINER", process => process.Pod ?? process.ContainerId?[..ContainerDigits], true),
        ("COMMAND", process => CommandText.Join(process.Command), false),
    ];

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
        var columns = Columns.Where(column => !column.Optional || processes.Any(process => column.Cell(process) is not null)).ToList();
        List<string[]> rows = [[.. columns.Select(column => column.Heading)],
            .. processes.Select(process => columns.Select(column => PlainText.Clean(column.Cell(process) ?? "-")).ToArray())];
        var last = columns.Count - 1;
        var widths = Enumerable.Range(0, last).Select(column => rows.Max(row => row[column].Length)).ToArray();
        // A pipe has no width, and its reader needs the whole line.
        var room = Console.IsOutputRedirected
            ? int.MaxValue
            : Math.Max(LeastCommand, Terminal.ForResults().Profile.Width - widths.Sum(width => width + Gap));
        foreach (var row in rows)
        {
            var command = row[last].Length > room ? row[last][..(room - 1)] + "…" : row[last];
            Console.WriteLine(string.Concat(row[..last].Select((cell, column) => cell.PadRight(widths[column] + Gap))) + command);
        }

        if (processes.Any(process => !process.Recordable)) Console.Error.WriteLine("\nno: unpause doctor PID shows why");
    }

    private static string Since(DateTimeOffset started)
    {
        var local = started.ToLocalTime();
        return local.ToString(local.Date == DateTime.Today ? "HH:mm:ss" : "yyyy-MM-dd", CultureInfo.InvariantCulture);
    }
}
