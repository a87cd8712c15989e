using Unpause.Recordings.Allocations;

namespace Unpause.Recordings.Readers.Go.Profiles;

/// <summary>What a profile counts, by the names of its sample types, and the index of each among a sample's values; -1 for none.</summary>
internal sealed class ProfileTypes
{
    // What Go writes (src/runtime/pprof/pprof.go), and what others do with the same format.
    private static readonly (string Type, string What)[] Others =
    [
        ("contentions", "a profile of lock contention (block or mutex)"),
        ("threadcreate", "a profile of thread creation (threadcreate)"),
        ("goroutineleak", "a profile of leaked goroutines (goroutineleak)"),
    ];

    private ProfileTypes(IReadOnlyList<string> types, string defaultType)
    {
        int IndexOf(string type) => types.ToList().IndexOf(type);
        (Allocated, AllocatedObjects) = (IndexOf("alloc_space"), IndexOf("alloc_objects"));
        (InUse, InUseObjects) = (IndexOf("inuse_space"), IndexOf("inuse_objects"));
        Goroutines = IndexOf("goroutine");
        Kind = Goroutines >= 0 ? ProfileKind.Goroutines
            : Allocated >= 0 && defaultType is "alloc_space" or "alloc_objects" ? ProfileKind.Allocations
            : ProfileKind.Heap;
        Cpu = types.Contains("cpu") ? IndexOf("samples") : -1;
        Main = Goroutines >= 0 ? Goroutines : Allocated >= 0 ? Allocated : InUse >= 0 ? InUse : Cpu;
        if (Main >= 0) return;
        var other = Array.Find(Others, other => types.Contains(other.Type)).What ?? "a profile of unknown values";
        Refusal = $"it is {other}; unpause reads Go's profiles of allocations (allocs), the heap, goroutines and the CPU, "
            + "go tool pprof reads all of them";
    }

    /// <summary>The kind of profile, by its default sample type.</summary>
    public ProfileKind Kind { get; }

    /// <summary>Index of allocated bytes.</summary>
    public int Allocated { get; }

    /// <summary>Index of allocated objects.</summary>
    public int AllocatedObjects { get; }

    /// <summary>Index of bytes in use.</summary>
    public int InUse { get; }

    /// <summary>Index of objects in use.</summary>
    public int InUseObjects { get; }

    public int Goroutines { get; }

    /// <summary>Index of the number of samples of a CPU profile.</summary>
    public int Cpu { get; }

    /// <summary>Index of the values by which profiles of one kind are compared.</summary>
    public int Main { get; }

    /// <summary>Why it isn't read, as a phrase; null when it is.</summary>
    public string? Refusal { get; }

    public static ProfileTypes From(ProfileTables tables) => new(tables.Types, tables.DefaultType);
}
