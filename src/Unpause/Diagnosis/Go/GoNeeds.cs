namespace Unpause.Diagnosis.Go;

/// <summary>What Go's rules need to have been recorded, and which switch records it.</summary>
internal static class GoNeeds
{
    /// <summary>When each cycle was and how long it stopped the program.</summary>
    public static readonly Requirement Times = new(
        "each cycle with its place in time and its stops",
        "The recording doesn't tell when its cycles were",
        [new("unpause run -- CMD"), new("GODEBUG=gctrace=1", "Go 1.5 and later, read at start")]);

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
}
