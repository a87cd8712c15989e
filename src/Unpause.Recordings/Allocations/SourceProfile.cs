namespace Unpause.Recordings.Allocations;

/// <summary>A profile's own description: what it counts, when it was taken and of which process.</summary>
/// <param name="UnixNanoseconds">When it was taken, in nanoseconds since 1970; null when it is not recorded.</param>
internal sealed record SourceProfile(ProfileKind Kind, long? UnixNanoseconds)
{
    /// <summary>How long it counted, in nanoseconds, where it records a stretch and not all since the process's start; else null.</summary>
    public long? StretchNanoseconds { get; init; }

    /// <summary>The program's file; null when it is not recorded. Hostile: escape before showing.</summary>
    public string? Program { get; init; }

    /// <summary>What the linker signed the program's file with; null when it is not recorded.</summary>
    public string? BuildId { get; init; }

    /// <summary>
    /// Where the kernel put its own code (the vDSO) into the process: chosen anew for each process, the same as long as it lives. Null when
    /// it is not recorded.
    /// </summary>
    public ulong? KernelCodeAddress { get; init; }

    /// <summary>All that it counted, in bytes or goroutines.</summary>
    public long Sum { get; init; }

    /// <summary>Whether two profiles are of one program, and nothing shows that they are of two processes.</summary>
    public bool MayBeOfTheProcessOf(SourceProfile other) => Program == other.Program && BuildId == other.BuildId
        && (KernelCodeAddress is null || other.KernelCodeAddress is null || KernelCodeAddress == other.KernelCodeAddress);

    /// <summary>Whether more than the program's name shows that they are of one process.</summary>
    public bool IsOfTheProcessOf(SourceProfile other) =>
        MayBeOfTheProcessOf(other) && KernelCodeAddress is not null && other.KernelCodeAddress is not null;
}

/// <summary>What a profile counts.</summary>
internal enum ProfileKind
{
    /// <summary>Allocations; shows allocated memory by default.</summary>
    Allocations,

    /// <summary>The same numbers; shows memory in use by default.</summary>
    Heap,

    Goroutines,
}
