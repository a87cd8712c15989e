namespace Unpause.Recordings.Allocations;

/// <summary>What a profile counts.</summary>
internal enum ProfileKind
{
    /// <summary>Allocations, made to be asked for what was allocated.</summary>
    Allocations,

    /// <summary>The same numbers, made to be asked for what is in use.</summary>
    Heap,

    /// <summary>Goroutines.</summary>
    Goroutines,
}
