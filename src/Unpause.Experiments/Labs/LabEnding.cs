using Spectre.Console;
using Unpause.Recorder.Processes;

namespace Unpause.Experiments.Labs;

/// <summary>The last line of a lab: the improvement in one sentence, and whether the machine was too busy to measure it.</summary>
public static class LabEnding
{
    /// <summary>Warns before the runs when other processes use the machine.</summary>
    public static void WarnIfBusy()
    {
        if (MachineLoad.Now() is { } others and > MachineLoad.NotableShare)
        {
            Console.Error.WriteLine(
                $"unpause: this machine is {Quantities.Percent(100 * others)} busy with other processes; results will be noisy");
        }
    }

    /// <summary>The last line.</summary>
    /// <param name="what">What is compared: <c>p99</c>.</param>
    /// <param name="before">Of the bug, in nanoseconds; null when it isn't known.</param>
    /// <param name="fixes">The same of each fix, by its name.</param>
    /// <param name="others">The largest CPU share of other processes in any run; null when unknown.</param>
    public static void Write(
        IAnsiConsole console, string what, double? before, IReadOnlyList<(string Name, double? Value)> fixes, double? others)
    {
        var doubt = others > MachineLoad.NotableShare
            ? $" The machine was {Quantities.Percent(100 * others.Value)} busy with other processes: repeat this on an idle machine."
            : "";
        console.WriteLine();
        console.MarkupLine($"[bold]{Markup.Escape(Sentence(what, before, fixes) + doubt)}[/]");
    }

    /// <summary>p99 1.94 s → 39.8 ms: −98 %.</summary>
    internal static string Sentence(string what, double? before, IReadOnlyList<(string Name, double? Value)> fixes)
    {
        if (before is not > 0 || fixes.Any(fix => fix.Value is null)) return $"{what}: not measured.";
        var start = $"{what} {Quantities.Duration(before.Value)} → ";
        return fixes is [var only]
            ? $"{start}{Quantities.Duration(only.Value!.Value)}: {Quantities.Change(before.Value, only.Value.Value)}."
            : $"{start}{string.Join(", ", fixes.Select(Named))}.";

        string Named((string Name, double? Value) fix) =>
            $"{Quantities.Duration(fix.Value!.Value)} with {fix.Name} ({Quantities.Change(before.Value, fix.Value.Value)})";
    }

    /// <summary>
    /// Explains why the p99 pause rises although the total falls; null where it does not. A fix that removes most collections leaves
    /// those with the most work.
    /// </summary>
    /// <param name="before">Pauses of the bug: how many, all together and p99 in nanoseconds.</param>
    /// <param name="after">The same of the fix.</param>
    public static string? RisingPercentile((long Count, double Total, double? P99) before, (long Count, double Total, double? P99) after) =>
        after.P99 > before.P99 && after.Count < before.Count && after.Total < before.Total
            ? $"The p99 pause rises from {Quantities.Duration(before.P99.Value)} to {Quantities.Duration(after.P99.Value)}, because "
            + $"{Quantities.Count(after.Count)} of {Quantities.Count(before.Count)} pauses remain, each with more work. "
            + $"Total pause time falls from {Quantities.Duration(before.Total)} to {Quantities.Duration(after.Total)}."
            : null;
}
