using Spectre.Console;
using Unpause.Recordings.Cycles;

namespace Unpause.Reports.Cycles;

/// <summary>Reference cycles as sentences, shared by the terminal and the page.</summary>
internal static class CyclesText
{
    private const int ShownTypes = 4, ShownProcesses = 8;

    /// <summary>A smaller share of freed objects without a snapshot is no reason to record longer.</summary>
    private const double LeastUnseenPercent = 5;

    /// <summary>Fewer objects are negligible: the interpreter's own start leaves some.</summary>
    private const long FewObjects = 100;

    /// <summary>The answer in one sentence.</summary>
    public static string Verdict(CyclesDocument document)
    {
        var processes = document.Processes.Count > 1 ? $" in {Quantities.Count(document.Processes.Count)} processes" : "";
        if (document.Garbage == 0)
        {
            var looked = document.Processes.Sum(process => process.Snapshots);
            return looked == 0 && Collections(document) == 0
                ? $"There was no collection{processes}, so nothing is known about cycles."
                : $"No cycles: {Quantities.Count(Collections(document), "collection")} freed nothing{processes}.";
        }

        if (document.Garbage < FewObjects && Collections(document) > 0)
        {
            return $"Hardly any cycles: {Quantities.Count(Collections(document), "collection")} freed "
                + $"{Quantities.Count(document.Garbage, "object")}{processes}, including uncollected garbage at the end.";
        }

        return document.Groups is [var first, ..]
            ? $"{Quantities.Percent(first.SharePercent)} of the cyclic garbage{processes} is in cycles of {first.Title}."
            : $"{Quantities.Count(document.Garbage, "object")} could be freed only by the collector{processes}. "
                + "No heap snapshot captured their cycles: record for longer.";
    }

    /// <summary>What the collector freed at which cost, and the snapshots behind the numbers.</summary>
    public static IEnumerable<string> Basis(CyclesDocument document)
    {
        if (Worth(document) is { } worth) yield return worth;
        var unseen = 100 * document.NotSeen / Math.Max(1, document.Garbage);
        if (document.Groups.Count > 0 && unseen >= LeastUnseenPercent)
            yield return $"No heap snapshot captured {Quantities.Percent(unseen)} of the freed objects: record for longer.";
        // Short-lived child processes would only be noise.
        var reported = document.Processes.Where(
            process => process.Snapshots > 0 || process.Generations.Any(generation => generation.Collected > 0))
            .ToList();
        foreach (var process in reported.Take(ShownProcesses)) yield return Snapshots(process);
        if (reported.Count > ShownProcesses)
        {
            yield return $"{Quantities.Count(reported.Count - ShownProcesses)} more processes were recorded.";
        }
        foreach (var note in document.Notes) yield return $"{note}.";
    }

    /// <summary>A group's heading.</summary>
    public static string Heading(CycleGroup group, int number) =>
        $"{number}. {group.Title}: {Quantities.Percent(group.SharePercent)} of the cyclic garbage";

    /// <summary>A group's numbers.</summary>
    public static string Numbers(CycleGroup group) =>
        $"{Quantities.Count(group.Cycles, "cycle")} captured, {Quantities.Count(group.Objects, "object")} including what they reference, "
        + $"{Quantities.Bytes(group.Bytes)}; estimated total {Quantities.Count((long)Math.Round(group.EstimatedObjects))} objects, "
        + Quantities.Bytes(group.EstimatedBytes);

    /// <summary>The types of one cycle.</summary>
    public static string Each(CycleGroup group) => $"each cycle: {Types(group.Types)}";

    /// <summary>The types of all objects freed with such cycles.</summary>
    public static string With(CycleGroup group) => $"freed with them: {Types(group.With)}";

    private static string? Worth(CyclesDocument document)
    {
        var time = document.Processes.Sum(process => process.Generations.Sum(generation => generation.Nanoseconds));
        var collections = Collections(document);
        var freed = document.Processes.Sum(process => process.Generations.Sum(generation => generation.Collected));
        if (collections == 0) return null;
        var objects = Quantities.Count(freed, "object");
        var text = $"{Quantities.Count(collections, "collection")} freed {objects} in {Quantities.Duration(time)}";
        if (freed > 0) text += $" ({Quantities.Duration((double)time / freed)} each)";
        return document.SharePercentOfAllocated is { } share
            ? $"{text}. Only the collector could free {Share(share)} of the allocated memory"
                + " (counted in the allocator; reuse from free lists is not counted and would lower the share)."
            : $"{text}. The memory freed by reference counting is not recorded.";
    }

    // The allocated memory includes the interpreter's start.
    private static string Share(double percent) => percent < 0.005 ? "less than 0.01 %" : Quantities.Percent(percent);

    private static string Snapshots(CycleProcess process)
    {
        var collections = process.Generations.Sum(generation => generation.Collections);
        var freed = process.Generations.Sum(generation => generation.Collected);
        var seen = process.Generations.Sum(generation => generation.LookedAt);
        var text = $"Process {process.ProcessId}{(process.RuntimeVersion is { } version ? $", CPython {version}" : "")}: "
            + $"{Quantities.Count(process.Snapshots, "heap snapshot")}";
        if (collections > 0)
        {
            text += $" at {Quantities.Count(collections, "collection")}";
            if (freed > 0) text += $", which captured {Quantities.Percent(100.0 * seen / freed)} of the freed objects";
        }

        if (process.SnapshotsExact + process.SnapshotsInexact is > 0 and var compared)
        {
            text += process.SnapshotsInexact == 0
                ? $"; all {Quantities.Count(compared)} that could be checked match exactly what the collection freed"
                : $"; {Quantities.Count(process.SnapshotsExact)} of {Quantities.Count(compared)} match exactly what the collection freed"
                    + " (finalizers may resurrect objects or free some earlier)";
        }

        if (process.Left is { } left) text += $"; {Quantities.Count(left, "object")} uncollected at the end";
        if (process.SnapshotsTooLarge > 0) text += $"; {Quantities.Count(process.SnapshotsTooLarge)} skipped: too many objects";
        if (process.SnapshotsLost > 0) text += $"; {Quantities.Count(process.SnapshotsLost)} failed";
        if (process is { StopNanoseconds: { } stop and > 0, LongestStopNanoseconds: { } longest })
            text += $". The snapshots paused it for {Quantities.Duration(stop)} in total, at most {Quantities.Duration(longest)} at a time";
        return $"{text}.";
    }

    private static long Collections(CyclesDocument document) =>
        document.Processes.Sum(process => process.Generations.Sum(generation => generation.Collections));

    private static string Types(IReadOnlyList<TypeCount> types)
    {
        var text = string.Join(", ", types.Take(ShownTypes).Select(type => $"{Quantities.Count(type.Count)} × {type.Type}"));
        return types.Count > ShownTypes ? $"{text}, {Quantities.Count(types.Count - ShownTypes)} more types" : text;
    }
}

/// <summary>Reference cycles for a terminal: the answer, then a paragraph for each group.</summary>
/// <param name="console">The console to write to.</param>
/// <param name="groups">How many groups are shown.</param>
public sealed class CyclesWriter(IAnsiConsole console, int groups)
{
    private const string Indent = "   ";

    /// <summary>Writes the cycles.</summary>
    public void Write(CyclesDocument document)
    {
        TerminalText.WriteHanging(console, "", "bold", CyclesText.Verdict(document));
        foreach (var sentence in CyclesText.Basis(document)) TerminalText.WriteHanging(console, "", "default", sentence);
        var number = 0;
        foreach (var group in document.Groups.Take(groups)) Write(group, ++number);
        var rest = document.Groups.Count + document.GroupsLeftOut - number;
        if (rest <= 0) return;
        console.WriteLine();
        console.MarkupLine($"[dim]{Quantities.Count(rest)} more groups of cycles: --top {rest + number}, or --format json[/]");
    }

    private void Write(CycleGroup group, int number)
    {
        console.WriteLine();
        TerminalText.WriteHanging(console, "", "bold", CyclesText.Heading(group, number));
        if (group.PathText is { } path) Line(path);
        Line(CyclesText.Each(group));
        Line(CyclesText.With(group));
        Line(CyclesText.Numbers(group));
        if (group.Origin is { } origin) Line($"created at {origin}");
        TerminalText.WriteHanging(console, $"{Indent}→ ", "default", group.Cure.Text);
    }

    private void Line(string text) => TerminalText.WriteHanging(console, Indent, "default", text);
}
