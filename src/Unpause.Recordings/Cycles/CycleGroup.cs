namespace Unpause.Cycles;

/// <summary>Cycles of one kind: the same types, the same code.</summary>
public sealed record CycleGroup
{
    /// <summary>The objects of an example, by type, most first.</summary>
    public required IReadOnlyList<TypeCount> Types { get; init; }

    /// <summary>The types that are in the cycle or hang off it, of all that were seen, most first.</summary>
    public required IReadOnlyList<TypeCount> With { get; init; }

    /// <summary>Cycles that were seen.</summary>
    public required long Cycles { get; init; }

    /// <summary>Objects that were seen, those that hang off the cycles included.</summary>
    public required long Objects { get; init; }

    /// <summary>Those of them that are in a cycle.</summary>
    public required long InCycles { get; init; }

    /// <summary>The size of what was seen, with strings and numbers that are freed along.</summary>
    public required long Bytes { get; init; }

    /// <summary>How many objects the collector freed for them, or would have to, while the program was watched: estimated.</summary>
    public required double EstimatedObjects { get; init; }

    /// <summary>The same in bytes.</summary>
    public required double EstimatedBytes { get; init; }

    /// <summary>Their share of all that only the collector could free, in percent of objects.</summary>
    public required double SharePercent { get; init; }

    /// <summary>The shortest cycle; empty when none was found within the bounds.</summary>
    public required IReadOnlyList<PathStep> Path { get; init; }

    /// <summary>Where most of them were made (tracemalloc), the innermost frame first; null when that isn't known.</summary>
    public required string? Origin { get; init; }

    /// <summary>What usually breaks such a cycle.</summary>
    public required CycleCure Cure { get; init; }

    /// <summary>The shortest cycle as a sentence has it; null when there is none.</summary>
    public string? PathText => Path.Count == 0 ? null : string.Concat(Path.Select(step => $"{step.Node}{step.Label} → ")) + Path[0].Node;

    /// <summary>What it is called: the program's own types, else where its shortest cycle begins, else all types.</summary>
    public string Title
    {
        get
        {
            const int named = 3;
            var own = Types.Where(type => type.Type.Contains('.', StringComparison.Ordinal)).ToList();
            if (own.Count == 0 && Path is [var first, ..]) return first.Node;
            var shown = own.Count > 0 ? own : [.. Types];
            var names = string.Join(", ", shown.Take(named).Select(type => PythonNames.Short(type.Type)));
            return shown.Count > named ? $"{names} …" : names;
        }
    }
}
