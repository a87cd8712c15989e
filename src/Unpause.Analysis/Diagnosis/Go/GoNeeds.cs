namespace Unpause.Diagnosis.Go;

/// <summary>What Go's rules need to have been recorded, and which switch records it.</summary>
internal static class GoNeeds
{
    /// <summary>When each cycle was and how long it stopped the program.</summary>
    public static readonly Requirement Times = new(
        "each cycle with its place in time and its stops",
        "The recording doesn't tell when its cycles were",
        [new("unpause run -- CMD"), new("GODEBUG=gctrace=1", "Go 1.5 and later, read at start")]);

    /// <summary>Pages moved between NUMA nodes.</summary>
    public static readonly Requirement NumaCounts = new(
        "the kernel's counts of pages that it moves between NUMA nodes, with the stops",
        "The recording has no counts of pages moved between NUMA nodes, which a machine of one node doesn't have either",
        [new("unpause record PID", "as root, on a machine with several nodes"), new("unpause run -- CMD", "the same")]);
    /// <summary>Goroutines, counted more than once.</summary>
    public static readonly Requirement GoroutineProfiles = new(
        "two goroutine profiles of the process, better three, some time apart",
        "The recording has no two goroutine profiles of the process",
        [new("unpause record http://HOST:PORT"), new("curl -o goroutine.pb.gz http://HOST:PORT/debug/pprof/goroutine", "twice")]);

    /// <summary>What was allocated where.</summary>
    public static readonly Requirement AllocationProfile = new(
        "an allocation profile",
        "The recording has no allocation profile",
        [new("unpause record http://HOST:PORT"), new("curl -o allocs.pb.gz http://HOST:PORT/debug/pprof/allocs")]);

    /// <summary>CPU times of each cycle.</summary>
    public static readonly Requirement CpuTimes = new(
        "the gctrace line of each cycle, with its CPU times",
        "The recording has no CPU times of cycles, which Go prints since 1.5",
        [new("unpause run -- CMD"), new("GODEBUG=gctrace=1", "Go 1.5 and later, read at start")]);

    /// <summary>What requests' time went into, goroutine by goroutine.</summary>
    public static readonly Requirement RequestTimes = new(
        "an execution trace with requests of net/http or tasks",
        "The recording doesn't tell what requests' time went into",
        [new("curl -o trace.out 'http://HOST:PORT/debug/pprof/trace?seconds=10'"), new("runtime/trace.Start")]);

    /// <summary>What the runtime's goroutine for finalizers did.</summary>
    public static readonly Requirement FinalizerTimes = new(
        "an execution trace that shows the goroutine that runs finalizers",
        "The recording doesn't tell what the goroutine that runs finalizers did",
        [new("curl -o trace.out 'http://HOST:PORT/debug/pprof/trace?seconds=10'"), new("runtime/trace.Start")]);

    /// <summary>The size of stacks at each collection.</summary>
    public static readonly Requirement Stacks = new(
        "gctrace lines with the size of stacks",
        "The recording doesn't tell the size of goroutines' stacks, which Go prints since 1.18",
        [new("unpause run -- CMD"), new("GODEBUG=gctrace=1", "Go 1.18 and later, read at start")]);

    /// <summary>Stops as they were felt, beside Go's own times.</summary>
    public static readonly Requirement StopsBesidePauses = new(
        "gctrace lines and, of the same process, stops from kernel probes",
        "The recording has only one clock's times of stops",
        [new("unpause run -- CMD", "as root")]);
}
