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

    /// <summary>CPU times of each cycle.</summary>
    public static readonly Requirement CpuTimes = new(
        "the gctrace line of each cycle, with its CPU times",
        "The recording has no CPU times of cycles, which Go prints since 1.5",
        [new("unpause run -- CMD"), new("GODEBUG=gctrace=1", "Go 1.5 and later, read at start")]);
}
