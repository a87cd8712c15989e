using Spectre.Console;
using Unpause.Recordings.Words;
using Unpause.Reports.Documents;

namespace Unpause.Reports;

/// <summary>
/// Two processes side by side in a terminal: the numbers of each and how they changed. It shows one pair of runs and judges nothing.
/// </summary>
public static class SideBySideWriter
{
    private static readonly (string Name, Func<ProcessDocument, double?> Value, Func<double, string> Write)[] OwnRows =
    [
        ("length of the recording", process => process.Source.DurationMs?.Nanoseconds, Quantities.Duration),
        ("pauses", process => process.Pauses.Count, value => Quantities.Count((long)value)),
        ("total pause", process => process.Pauses.TotalMs.Nanoseconds, Quantities.Duration),
        ("longest pause", process => process.Pauses.MaxMs?.Nanoseconds, Quantities.Duration),
        ("p99 pause", process => process.Pauses.P99Ms?.Nanoseconds, Quantities.Duration),
        ("throughput", process => process.Pauses.ThroughputPercent, Quantities.Percent),
    ];

    private static readonly (string Name, Func<ProcessDocument, double?> Value, Func<double, string> Write)[] FeltRows =
    [
        OwnRows[0],
        ("stops", process => process.Stops?.Count, value => Quantities.Count((long)value)),
        ("stopped in all", process => process.Stops?.TotalMs.Nanoseconds, Quantities.Duration),
        ("longest stop", process => process.Stops?.MaxMs?.Nanoseconds, Quantities.Duration),
        ("p99 stop", process => process.Stops?.P99Ms?.Nanoseconds, Quantities.Duration),
        ("throughput", process => process.Stops?.ThroughputPercent, Quantities.Percent),
        ("collector's pauses", process => process.Pauses.TotalMs.Nanoseconds, Quantities.Duration),
        ("  longest", process => process.Pauses.MaxMs?.Nanoseconds, Quantities.Duration),
    ];

    /// <summary>Writes the table.</summary>
    /// <param name="console">Where to.</param>
    /// <param name="before">The name and numbers of the left column.</param>
    /// <param name="after">The name and numbers of the right column.</param>
    public static void Write(
        IAnsiConsole console, (string Name, ProcessDocument Process) before, (string Name, ProcessDocument Process) after)
    {
        var table = new Table { Border = TableBorder.Simple, UseSafeBorder = false };
        table.AddColumn("");
        foreach (var name in new[] { before.Name, after.Name, "change" })
        {
            table.AddColumn(new TableColumn($"[dim]{Markup.Escape(name)}[/]").RightAligned().NoWrap());
        }

        // What was felt leads where both tell it: a stop is never held against a pause.
        var felt = before.Process.Stops?.MadeByCollections is not null && after.Process.Stops?.MadeByCollections is not null;
        foreach (var (name, value, write) in felt ? FeltRows : OwnRows)
        {
            AddRow(table, name, value(before.Process), value(after.Process), write);
        }

        foreach (var generation in GenerationsOf(before.Process, after.Process))
        {
            AddRow(
                table,
                $"{generation} collections",
                CountOf(before.Process, generation),
                CountOf(after.Process, generation),
                value => Quantities.Count((long)value));
        }

        console.Write(table);
    }

    private static void AddRow(Table table, string name, double? before, double? after, Func<double, string> write)
    {
        var change = before is > 0 && after is { } later
            ? Quantities.Change(before.Value, later)
            : "–";
        table.AddRow(name, Written(before), Written(after), change);

        string Written(double? value) => value is { } number ? Markup.Escape(write(number)) : "–";
    }

    private static IEnumerable<string> GenerationsOf(ProcessDocument before, ProcessDocument after) =>
        before.Collections.ByGeneration.Concat(after.Collections.ByGeneration)
            .Where(row => row.Generation is not null)
            .Select(row => row.Generation!)
            .Distinct()
            .OrderBy(Runtimes.TraitsOf(before.Source.Runtime).Order);

    private static double CountOf(ProcessDocument process, string generation) =>
        process.Collections.ByGeneration.FirstOrDefault(row => row.Generation == generation)?.Count ?? 0;
}
