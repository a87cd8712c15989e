namespace Unpause.Recordings.Cycles;

/// <summary>One snapshot of the objects of a process that only the collector can free (agents/python/CYCLES.md).</summary>
internal sealed class GarbageSnapshot
{
    public required int ProcessId { get; init; }

    /// <summary>Start of watching on the process's own clock, which distinguishes processes with the same id.</summary>
    public required long Started { get; init; }

    /// <summary>The snapshot's number in its process.</summary>
    public required int Number { get; init; }

    /// <summary>The oldest generation in the snapshot.</summary>
    public required int Generation { get; init; }

    /// <summary>Its occasion.</summary>
    public required SnapshotKind Kind { get; init; }

    public List<string> Types { get; } = [];

    /// <summary>The objects that were written individually: the first ones.</summary>
    public List<GarbageObject> Objects { get; } = [];

    /// <summary>References among them, ordered by their source.</summary>
    public List<Reference> References { get; } = [];

    /// <summary>All garbage by type.</summary>
    public List<(int Type, long Count, long Bytes)> Census { get; } = [];

    /// <summary>Objects of the generations; null when they were too many to inspect.</summary>
    public long? Examined { get; set; }

    /// <summary>Objects that are garbage.</summary>
    public long Garbage { get; set; }

    public long Bytes { get; set; }

    /// <summary>The size of objects without references of their own that are freed with them.</summary>
    public long LeafBytes { get; set; }

    /// <summary>Its duration, in a child process.</summary>
    public long Nanoseconds { get; set; }

    /// <summary>Number of objects when they were too many to inspect.</summary>
    public long? TooMany { get; set; }

    /// <summary>Lines that were not understood.</summary>
    public long LinesUnparsed { get; set; }

    /// <summary>Whether the file was complete.</summary>
    public bool IsWhole => Examined is not null || TooMany is not null;
}

/// <summary>One object that only the collector can free.</summary>
/// <param name="Type">The number of its type.</param>
/// <param name="LeafBytes">The size of objects without references of their own (strings, numbers) that are freed with it.</param>
/// <param name="Detail">The code of a function or a frame, the name of a class; otherwise empty.</param>
/// <param name="FreeVariables">A function's free variables, in the order of its closure, separated by blanks; otherwise empty.</param>
/// <param name="Origin">Its allocation site by tracemalloc, the innermost frame first; empty when tracemalloc was off.</param>
internal readonly record struct GarbageObject(
    int Type, long Bytes, long LeafBytes, string Detail, string FreeVariables, string Origin)
{
    /// <summary>A function's free variable.</summary>
    /// <param name="cell">The index of its cell in the closure; returned if the variable is unknown.</param>
    public string VariableOf(string cell)
    {
        var names = FreeVariables.Split(' ');
        return int.TryParse(cell, out var index) && index >= 0 && index < names.Length ? names[index] : cell;
    }
}
