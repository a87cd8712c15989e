namespace Unpause.Diagnosis.DotNet;

/// <summary>What .NET's rules need to have been recorded, and which switch records it.</summary>
internal static class DotNetNeeds
{
    /// <summary>Each collection with its reason, pauses and sizes.</summary>
    public static readonly Requirement Collections = new(
        "the collector's events (level informational): each collection with its reason, pauses, sizes and the histories of its heaps",
        "The recording has no events of the collector",
        [new("unpause run -- CMD"), new("unpause record PID")]);

    /// <summary>Waits to allocate, which only the private provider tells.</summary>
    public static readonly Requirement PrivateEvents = new(
        "the runtime's private events, which tell the waits",
        "Waits are told by the runtime's private provider, which was not recorded",
        [new("unpause run -- CMD"), new("unpause record PID")]);

    /// <summary>Runs of the finalizer thread.</summary>
    public static readonly Requirement FinalizerEvents = new(
        "the finalizer thread's events",
        "The finalizer thread's events are missing",
        [new("unpause run -- CMD"), new("unpause record PID")]);

    /// <summary>Waits for locks and for threads of the pool.</summary>
    public static readonly Requirement Waits = new(
        "waits for locks and the thread pool's threads (unpause run and unpause record ask for them, unless allocations are recorded)",
        "The thread pool's events are missing",
        [new("unpause run --requests -- CMD"), new("unpause record PID --requests")]);

    /// <summary>Samples of allocations with their stacks.</summary>
    public static readonly Requirement Allocations = new(
        "samples of allocations with their stacks",
        "The finding names no code",
        [new("unpause record PID --profile allocations"), new("unpause run --profile allocations -- CMD")]);

    /// <summary>The objects that died in gen2, followed by their addresses.</summary>
    public static readonly Requirement Gen2Deaths = new(
        "the objects that died in gen2, followed by address for some seconds",
        "The finding names who allocates, not who allocates what dies in gen2",
        [new("unpause record PID --gen2-deaths", "costs about a fifth of the program's speed meanwhile")]);
}
