namespace Unpause.Recordings.Readers.Go.Profiles;

/// <summary>Describes where a profile's numbers come from.</summary>
internal static class ProfileBasis
{
    /// <summary>Of goroutines, which are not sampled.</summary>
    public const string Goroutines = "Go's goroutine profile (every goroutine is counted)";

    /// <summary>Of allocations: all since the process's start, or of a stretch.</summary>
    public static string OfAllocations(ProfileTables tables) => tables.DurationNanoseconds is { } stretch
        ? $"Go's allocation profile of {Quantities.Duration(stretch)}; {Sampling(tables)}"
        : $"Go's allocation profile, from the process's start to its last collection; {Sampling(tables)}";

    public static string OfLiveHeap(ProfileTables tables) => $"Go's heap profile, as of the last collection; {Sampling(tables)}";

    // runtime.MemProfileRate; 1 records every allocation.
    private static string Sampling(ProfileTables tables) => tables.Period switch
    {
        null => "sampling rate not recorded",
        1 => "every allocation recorded",
        { } period => $"one sample in {Quantities.Bytes((double)period)} on average, scaled to all",
    };
}
