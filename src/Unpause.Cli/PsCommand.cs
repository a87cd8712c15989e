using System.CommandLine;
using System.Globalization;
using System.Text.Json;
using Unpause.Recorder;
using Unpause.Recorder.Live;
using Unpause.Reports;

namespace Unpause.Cli;

/// <summary><c>unpause ps</c></summary>
internal static class PsCommand
{
    private const int Gap = 2, LeastCommand = 10;
    private static readonly string[] Headings = ["PID", "USER", "RUNTIME", "COLLECTOR", "HEAP", "SINCE", "RECORD", "COMMAND"];

    /// <summary>Describes the command.</summary>
    public static Command Create()
    {
        var format = new Option<string>("--format") { Description = "terminal (the default) or json.", HelpName = "FORMAT" };
        var showArguments = ShowArguments.Create();
        var command = new Command(
            "ps",
            "List the live processes that unpause knows: runtime, version, collector, heap limit, and whether they can be recorded. Looks "
            + "only; sends nothing to them.") { format, showArguments };
        command.SetAction(parsed => Run(parsed.GetValue(format), parsed.GetValue(showArguments)));
        return command;
    }

    private static int Run(string? format, bool argumentsShown)
    {
        if (!OperatingSystem.IsLinux()) throw new UserMistake("live processes can be listed on Linux only");
        if (format is not (null or "terminal" or "json"))
        {
            throw new UserMistake($"--format {format} is not known here: use terminal or json");
        }

        var processes = LiveProcesses.All(argumentsShown, out var silent);
        if (format == "json") WriteJson(processes);
        else WriteTable(processes);
        foreach (var process in silent) Console.Error.WriteLine($"unpause: process {process} could not be looked at within a second");
        return ExitCodes.Done;
    }

    private static void WriteTable(IReadOnlyList<LiveProcess> processes)
    {
        if (processes.Count == 0)
        {
            Console.WriteLine($"no process with {RecorderTable.Default.AnyOf} that you may look at");
            return;
        }

        List<string[]> rows = [Headings, .. processes.Select(Row)];
        var last = Headings.Length - 1;
        var widths = Enumerable.Range(0, last).Select(column => rows.Max(row => row[column].Length)).ToArray();
        var room = Math.Max(LeastCommand, Terminal.ForResults().Profile.Width - widths.Sum(width => width + Gap));
        foreach (var row in rows)
        {
            var command = row[last].Length > room ? row[last][..(room - 1)] + "…" : row[last];
            Console.WriteLine(string.Concat(row[..last].Select((cell, column) => cell.PadRight(widths[column] + Gap))) + command);
        }

        if (processes.Any(process => !process.Recordable)) Console.WriteLine("\nno: unpause doctor PID says what is in the way");
    }

    private static string[] Row(LiveProcess process) =>
    [
        process.Id.ToString(CultureInfo.InvariantCulture),
        PlainText.Clean(process.User),
        PlainText.Clean(process.Version is { } version && !version.StartsWith(process.Runtime, StringComparison.Ordinal)
            ? $"{process.Runtime} {version}"
            : process.Version ?? process.Runtime),
        process.Collector ?? "-",
        process.HeapLimitBytes is { } limit ? Quantities.Bytes(limit) : "-",
        process.StartedAt is { } started ? Since(started) : "-",
        process.Recordable ? "yes" : "no",
        PlainText.Clean(CommandText.Of(process.Command)),
    ];

    private static string Since(DateTimeOffset started)
    {
        var local = started.ToLocalTime();
        return local.ToString(local.Date == DateTime.Today ? "HH:mm:ss" : "yyyy-MM-dd", CultureInfo.InvariantCulture);
    }

    private static void WriteJson(IReadOnlyList<LiveProcess> processes)
    {
        using var output = StandardStreams.OpenOutput();
        using (var json = new Utf8JsonWriter(output, new JsonWriterOptions { Indented = true }))
        {
            json.WriteStartObject();
            json.WriteString("schema", "unpause.processes/1");
            json.WriteStartArray("processes");
            foreach (var process in processes) ProcessJson.Write(process, json);
            json.WriteEndArray();
            json.WriteEndObject();
        }

        output.WriteByte((byte)'\n');
    }
}
