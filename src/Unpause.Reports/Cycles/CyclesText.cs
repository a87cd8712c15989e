using Unpause.Cycles;

namespace Unpause.Reports;

/// <summary>Reference cycles in sentences, which the terminal and the page share.</summary>
internal static class CyclesText
{
    private const int ShownTypes = 4, ShownProcesses = 8;

    /// <summary>A smaller share of the freed objects of which no look tells is nothing to look longer for.</summary>
    private const double LeastUnseenPercent = 5;

    /// <summary>Fewer are nothing to work on: the interpreter's own start leaves some.</summary>
    private const long FewObjects = 100;

    /// <summary>The answer in a sentence.</summary>
    public static string Verdict(CyclesDocument document)
    {
        var processes = document.Processes.Count > 1 ? $" in {Quantities.Count(document.Processes.Count)} processes" : "";
        if (document.Garbage == 0)
        {
            var looked = document.Processes.Sum(process => process.Looks);
            return looked == 0 && Collections(document) == 0
                ? $"Nothing was collected{processes}, so nothing is known of cycles."
                : $"No cycles: {Quantities.Count(Collections(document), "collection")} freed nothing{processes}.";
        }

        if (document.Garbage < FewObjects && Collections(document) > 0)
        {
            return $"Next to no cycles: {Quantities.Count(Collections(document), "collection")} freed "
                + $"{Quantities.Count(document.Garbage, "object")}{processes}, with what lay there at the end.";
        }

        return document.Groups is [var first, ..]
            ? $"{Quantities.Percent(first.SharePercent)} of the objects that only the collector could free{processes} belong to cycles of "
                + $"{first.Title}."
            : $"{Quantities.Count(document.Garbage, "object")} could be freed by the collector only{processes}; no look came at the right "
                + "moment to see their cycles: look for longer.";
    }

    /// <summary>Whether collecting is worth it, where that is known, and what all this rests on.</summary>
    public static IEnumerable<string> Basis(CyclesDocument document)
    {
        if (Worth(document) is { } worth) yield return worth;
        var unseen = 100 * document.NotSeen / Math.Max(1, document.Garbage);
        if (document.Groups.Count > 0 && unseen >= LeastUnseenPercent)
            yield return $"Of {Quantities.Percent(unseen)} of the freed objects no look tells: look for longer.";
        // A short-lived helper of the program's would only be in the way.
        var told = document.Processes.Where(process => process.Looks > 0 || process.Generations.Any(generation => generation.Collected > 0))
            .ToList();
        foreach (var process in told.Take(ShownProcesses)) yield return Looks(process);
        if (told.Count > ShownProcesses) yield return $"{Quantities.Count(told.Count - ShownProcesses)} more processes were looked at.";
        foreach (var note in document.Notes) yield return $"{note}.";
    }

    /// <summary>A group's heading.</summary>
    public static string Heading(CycleGroup group, int number) =>
        $"{number}. {group.Title}: {Quantities.Percent(group.SharePercent)} of the objects that only the collector could free";

    /// <summary>A group's numbers.</summary>
    public static string Numbers(CycleGroup group) =>
        $"{Quantities.Count(group.Cycles, "cycle")} seen, {Quantities.Count(group.Objects, "object")} with what hangs off them, "
        + $"{Quantities.Bytes(group.Bytes)}; about {Quantities.Count((long)Math.Round(group.EstimatedObjects))} objects and "
        + $"{Quantities.Bytes(group.EstimatedBytes)} in all";

    /// <summary>What one cycle is made of.</summary>
    public static string Each(CycleGroup group) => $"each: {Types(group.Types)}";

    /// <summary>All that is freed with such cycles.</summary>
    public static string With(CycleGroup group) => $"with them: {Types(group.With)}";

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
            ? $"{text}; of the memory that the program asked for, {Share(share)} could be freed by the collector alone"
                + " (counted in the allocator; what is used again from free lists would make it less)."
            : $"{text}; how much else was freed without the collector is not known.";
    }

    // What was counted includes the interpreter's start.
    private static string Share(double percent) => percent < 0.005 ? "next to nothing" : Quantities.Percent(percent);

    private static string Looks(CycleProcess process)
    {
        var collections = process.Generations.Sum(generation => generation.Collections);
        var freed = process.Generations.Sum(generation => generation.Collected);
        var seen = process.Generations.Sum(generation => generation.LookedAt);
        var text = $"Process {process.ProcessId}{(process.RuntimeVersion is { } version ? $", CPython {version}" : "")}: "
            + $"{Quantities.Count(process.Looks, "look")}";
        if (collections > 0)
        {
            text += $" at {Quantities.Count(collections, "collection")}";
            if (freed > 0) text += $", which saw {Quantities.Percent(100.0 * seen / freed)} of the objects that were freed";
        }

        if (process.LooksExact + process.LooksInexact is > 0 and var compared)
        {
            text += process.LooksInexact == 0
                ? $"; each of {Quantities.Count(compared)} found exactly what the collection then freed"
                : $"; {Quantities.Count(process.LooksExact)} of {Quantities.Count(compared)} found exactly what the collection then freed"
                    + " (finalizers may bring objects back, or free some first)";
        }

        if (process.Left is { } left) text += $"; {Quantities.Count(left, "object")} lay there uncollected at the end";
        if (process.LooksTooLarge > 0) text += $"; {Quantities.Count(process.LooksTooLarge)} given up: too many objects";
        if (process.LooksLost > 0) text += $"; {Quantities.Count(process.LooksLost)} gave nothing";
        if (process is { StopNanoseconds: { } stop and > 0, LongestStopNanoseconds: { } longest })
            text += $". It stood still {Quantities.Duration(stop)} for that, at most {Quantities.Duration(longest)} at a time";
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
