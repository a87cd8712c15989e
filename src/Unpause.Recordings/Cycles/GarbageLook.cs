namespace Unpause.Cycles;

/// <summary>What one look at a process found that only the collector can free (agents/python/CYCLES.md).</summary>
internal sealed class GarbageLook
{
    /// <summary>The process.</summary>
    public required int ProcessId { get; init; }

    /// <summary>When the process began to be watched, on its own clock: tells processes of one number apart.</summary>
    public required long Started { get; init; }

    /// <summary>The look's number in its process.</summary>
    public required int Number { get; init; }

    /// <summary>The oldest generation that was looked at.</summary>
    public required int Generation { get; init; }

    /// <summary>When.</summary>
    public required LookKind Kind { get; init; }

    /// <summary>Names of types.</summary>
    public List<string> Types { get; } = [];

    /// <summary>The objects that were written one by one: the first ones.</summary>
    public List<GarbageObject> Objects { get; } = [];

    /// <summary>References among them, by the object that refers.</summary>
    public List<Reference> References { get; } = [];

    /// <summary>All garbage by type.</summary>
    public List<(int Type, long Count, long Bytes)> Census { get; } = [];

    /// <summary>Objects of the generations; null when they were not looked at, because they are too many.</summary>
    public long? Examined { get; set; }

    /// <summary>Objects that are garbage.</summary>
    public long Garbage { get; set; }

    /// <summary>Their size.</summary>
    public long Bytes { get; set; }

    /// <summary>The size of what has no references of its own and is freed with them.</summary>
    public long HeldBytes { get; set; }

    /// <summary>How long it took, in a process of its own.</summary>
    public long Nanoseconds { get; set; }

    /// <summary>Objects that were too many to be looked at.</summary>
    public long? TooMany { get; set; }

    /// <summary>Lines that were not understood.</summary>
    public long LinesUnparsed { get; set; }

    /// <summary>Whether the file was whole.</summary>
    public bool IsWhole => Examined is not null || TooMany is not null;
}
