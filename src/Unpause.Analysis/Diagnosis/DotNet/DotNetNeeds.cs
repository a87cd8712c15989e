namespace Unpause.Analysis.Diagnosis.DotNet;

/// <summary>What the .NET rules need in a recording, and which switch records it.</summary>
internal static class DotNetNeeds
{
    /// <summary>Each collection with its reason, pauses and sizes.</summary>
    public static readonly Requirement Collections = new(
        "GC events (level informational): each collection with its reason, pauses, sizes and per-heap histories",
        "The recording has no GC events",
        [new("unpause run -- CMD"), new("unpause record PID")]);

    /// <summary>Waits to allocate large objects, which only the private provider records.</summary>
    public static readonly Requirement PrivateEvents = new(
        "waits to allocate, from the runtime's private provider",
        "Waits to allocate are recorded by the runtime's private provider, which was not enabled",
        [new("unpause run -- CMD"), new("unpause record PID")]);

    /// <summary>Activity of the finalizer thread.</summary>
    public static readonly Requirement FinalizerEvents = new(
        "the finalizer thread's events",
        "The finalizer thread's events are missing",
        [new("unpause run -- CMD"), new("unpause record PID")]);

    /// <summary>Waits for locks and for thread pool threads.</summary>
    public static readonly Requirement Waits = new(
        "lock contention and thread pool events (unpause run and unpause record enable them, unless allocations are recorded)",
        "The recording has no thread pool events",
        [new("unpause run --requests -- CMD"), new("unpause record PID --requests")]);

    /// <summary>Allocation samples with call stacks.</summary>
    public static readonly Requirement Allocations = new(
        "allocation samples with call stacks",
        "The finding cannot name the allocating code",
        [new("unpause record PID --profile allocations"), new("unpause run --profile allocations -- CMD")]);

    /// <summary>Objects that died in gen2, tracked by address.</summary>
    public static readonly Requirement Gen2Deaths = new(
        "the objects that died in gen2, tracked by address for some seconds",
        "The finding names allocation sites of all objects, not of those that die in gen2",
        [new("unpause record PID --gen2-deaths", "slows the process down by about a fifth while it records")]);
}
