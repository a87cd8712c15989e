namespace Unpause.Analysis.Diagnosis.Go;

/// <summary>NUMA activity of the kernel while a process was recorded (/proc/vmstat).</summary>
/// <param name="PagesPerSecond">Pages migrated to another node (numa_pages_migrated).</param>
/// <param name="FaultsPerSecond">Faults by which the kernel learns which node uses a page (numa_hint_faults).</param>
public sealed record NumaMoves(double PagesPerSecond, double FaultsPerSecond)
{
    /// <summary>Reads it from a recording; null where the machine has one node, or was not sampled.</summary>
    public static NumaMoves? Read(Recording recording) =>
        Mean(recording, ProcessCounter.NumaMigrations) is { } pages && Mean(recording, ProcessCounter.NumaFaults) is { } faults
            ? new NumaMoves(pages, faults)
            : null;

    private static double? Mean(Recording recording, string name) =>
        recording.ProcessCounters?.FirstOrDefault(counter => counter.Name == name)?.Mean;
}
