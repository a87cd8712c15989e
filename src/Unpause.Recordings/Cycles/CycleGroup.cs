namespace Unpause.Recordings.Cycles;

/// <summary>Reference cycles of one kind: the same types, the same code.</summary>
public sealed record CycleGroup
{
    /// <summary>The objects of an example, by type, most frequent first.</summary>
    public required IReadOnlyList<TypeCount> Types { get; init; }

    /// <summary>The types in the cycle or reachable from it, over all snapshots, most frequent first.</summary>
    public required IReadOnlyList<TypeCount> With { get; init; }

    /// <summary>Cycles in snapshots.</summary>
    public required long Cycles { get; init; }

    /// <summary>Objects in snapshots, including those reachable from the cycles.</summary>
    public required long Objects { get; init; }

    /// <summary>Those of them that are part of a cycle.</summary>
    public required long InCycles { get; init; }

    /// <summary>Their size, with strings and numbers that are freed together with them.</summary>
    public required long Bytes { get; init; }

    /// <summary>Estimated objects of this kind that the collector freed, or would have to free, while the process was watched.</summary>
    public required double EstimatedObjects { get; init; }

    /// <summary>The same in bytes.</summary>
    public required double EstimatedBytes { get; init; }

    /// <summary>Their share of all objects that only the collector could free, in percent.</summary>
    public required double SharePercent { get; init; }

    /// <summary>The shortest cycle; empty when none was found within the bounds.</summary>
    public required IReadOnlyList<PathStep> Path { get; init; }

    /// <summary>Where most of them were allocated (tracemalloc), the innermost frame first; null when unknown.</summary>
    public required string? Origin { get; init; }

    /// <summary>What usually breaks such a cycle.</summary>
    public required CycleCure Cure { get; init; }

    /// <summary>The shortest cycle in a sentence; null when there is none.</summary>
    public string? PathText => Path.Count == 0 ? null : string.Concat(Path.Select(step => $"{step.Node}{step.Label} → ")) + Path[0].Node;

    /// <summary>Its title: the program's own types, or the start of its shortest cycle, or all types.</summary>
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
