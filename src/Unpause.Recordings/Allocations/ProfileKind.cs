namespace Unpause.Recordings.Allocations;

/// <summary>What a profile counts.</summary>
internal enum ProfileKind
{
    /// <summary>Allocations; shows allocated memory by default.</summary>
    Allocations,

    /// <summary>The same numbers; shows memory in use by default.</summary>
    Heap,

    Goroutines,
}
