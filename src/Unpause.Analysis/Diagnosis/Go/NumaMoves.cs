using Unpause.Recordings;

namespace Unpause.Diagnosis.Go;

/// <summary>What the kernel did on a machine of several NUMA nodes while a process was recorded (/proc/vmstat).</summary>
/// <param name="PagesPerSecond">Pages that it moved to another node (numa_pages_migrated).</param>
/// <param name="FaultsPerSecond">Faults by which it learns who uses which page (numa_hint_faults).</param>
public sealed record NumaMoves(double PagesPerSecond, double FaultsPerSecond)
{
    /// <summary>Of a recording; null where its machine has one node, or wasn't asked.</summary>
    public static NumaMoves? Of(Recording recording) =>
        Mean(recording, ProcessCounter.NumaMigrations) is { } pages && Mean(recording, ProcessCounter.NumaFaults) is { } faults
            ? new NumaMoves(pages, faults)
            : null;

    private static double? Mean(Recording recording, string name) =>
        recording.ProcessCounters?.FirstOrDefault(counter => counter.Name == name)?.Mean;
}
