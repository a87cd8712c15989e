namespace Unpause.Analysis.Diagnosis.Go;

/// <summary>What the Go rules need in a recording, and which switch records it.</summary>
internal static class GoNeeds
{
    /// <summary>Start time and pauses of each GC cycle.</summary>
    public static readonly Requirement Times = new(
        "each GC cycle with its start time and its pauses",
        "The recording has no start times of GC cycles",
        [new("unpause run -- CMD"), new("GODEBUG=gctrace=1", "Go 1.5 and later, read at start")]);

    /// <summary>Pages moved between NUMA nodes.</summary>
    public static readonly Requirement NumaCounts = new(
        "the kernel's counts of pages migrated between NUMA nodes, and the stop-the-world pauses",
        "The recording has no counts of pages migrated between NUMA nodes (a machine with one node has none)",
        [new("unpause record PID", "as root, on a machine with several nodes"), new("unpause run -- CMD", "the same")]);
    /// <summary>Goroutines, counted more than once.</summary>
    public static readonly Requirement GoroutineProfiles = new(
        "two goroutine profiles of the process, or better three, some time apart",
        "The recording does not have two goroutine profiles of the process",
        [new("unpause record http://HOST:PORT"), new("curl -o goroutine.pb.gz http://HOST:PORT/debug/pprof/goroutine", "twice")]);

    /// <summary>Bytes allocated by site.</summary>
    public static readonly Requirement AllocationProfile = new(
        "an allocation profile",
        "The recording has no allocation profile",
        [new("unpause record http://HOST:PORT"), new("curl -o allocs.pb.gz http://HOST:PORT/debug/pprof/allocs")]);

    /// <summary>CPU times of each cycle.</summary>
    public static readonly Requirement CpuTimes = new(
        "the gctrace line of each GC cycle, with its CPU times",
        "The recording has no CPU times of GC cycles, which Go prints since 1.5",
        [new("unpause run -- CMD"), new("GODEBUG=gctrace=1", "Go 1.5 and later, read at start")]);

    /// <summary>How requests spent their time, per goroutine.</summary>
    public static readonly Requirement RequestTimes = new(
        "an execution trace with requests of net/http or tasks",
        "The recording does not show how requests spent their time",
        [new("curl -o trace.out 'http://HOST:PORT/debug/pprof/trace?seconds=10'"), new("runtime/trace.Start")]);

    /// <summary>Activity of the goroutine that runs finalizers.</summary>
    public static readonly Requirement FinalizerTimes = new(
        "an execution trace that shows the goroutine that runs finalizers",
        "The recording does not show the goroutine that runs finalizers",
        [new("curl -o trace.out 'http://HOST:PORT/debug/pprof/trace?seconds=10'"), new("runtime/trace.Start")]);

    /// <summary>Stack size at each GC cycle.</summary>
    public static readonly Requirement Stacks = new(
        "gctrace lines with the size of goroutine stacks",
        "The recording has no sizes of goroutine stacks, which Go prints since 1.18",
        [new("unpause run -- CMD"), new("GODEBUG=gctrace=1", "Go 1.18 and later, read at start")]);

}
