using Spectre.Console;
using Unpause.Recorder.Processes;

namespace Unpause.Cli.Labs;

/// <summary>How a lab ends: what the fix changed, in one sentence, and whether this machine let that be measured.</summary>
internal static class LabEnding
{
    /// <summary>Says before the runs that others use the machine.</summary>
    public static void TellNeighbours()
    {
        if (MachineLoad.Now() is { } others and > MachineLoad.NotableShare)
        {
            Console.Error.WriteLine(
                $"unpause: other programs use {Quantities.Percent(100 * others)} of this machine's processors now: stop them, or what is "
                + "measured here is theirs as much as the collector's");
        }
    }

    /// <summary>The last line.</summary>
    /// <param name="console">Where to.</param>
    /// <param name="what">What is compared: <c>p99</c>.</param>
    /// <param name="before">Of the bug, in nanoseconds; null when it isn't known.</param>
    /// <param name="fixes">The same of each fix, by its name.</param>
    /// <param name="others">The share of the processors that others had in the run where it was largest; null when it isn't known.</param>
    public static void Write(
        IAnsiConsole console, string what, double? before, IReadOnlyList<(string Name, double? Value)> fixes, double? others)
    {
        var doubt = others > MachineLoad.NotableShare
            ? $" Don't believe it yet: other programs had {Quantities.Percent(100 * others.Value)} of this machine's processors meanwhile."
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
    /// Why a percentile of pauses rises where the pauses together fall; null where it doesn't. A fix that leaves fewer collections leaves
    /// those that have most to do.
    /// </summary>
    /// <param name="before">Pauses of the bug: how many, all together and p99 in nanoseconds.</param>
    /// <param name="after">The same of the fix.</param>
    public static string? RisingPercentile((long Count, double Total, double? P99) before, (long Count, double Total, double? P99) after) =>
        after.P99 > before.P99 && after.Count < before.Count && after.Total < before.Total
            ? $"The p99 pause rises from {Quantities.Duration(before.P99.Value)} to {Quantities.Duration(after.P99.Value)} all the same: "
                + $"of {Quantities.Count(before.Count)} pauses {Quantities.Count(after.Count)} are left, each with more to look at, and "
                + $"together they are {Quantities.Duration(after.Total)} instead of {Quantities.Duration(before.Total)}."
            : null;
}
