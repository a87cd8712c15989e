using Unpause.Fleet.Rows;

namespace Unpause.Fleet.Stores.ClickHouse;

/// <summary>A row of <see cref="ClickHouseQueries.Processes"/>: medians and deviations are made here, because 18.16 has
/// no interpolated one.</summary>
internal static class ProcessRow
{
    /// <summary>Reads it.</summary>
    public static ProcessState Read(RowBinaryReader row)
    {
        var process = row.ReadText();
        var (service, version, host, runtime) = (row.ReadText(), row.ReadText(), row.ReadText(), row.ReadText());
        var (runtimeVersion, collector, settings) = (row.ReadText(), row.ReadText(), row.ReadText());
        var (memory, live) = (row.ReadNullableInt64(), row.ReadInt64s());
        var (limit, peak) = (row.ReadNullableInt64(), row.ReadNullableInt64());
        var (allocated, allocatedSeconds) = (row.ReadNullableDouble(), row.ReadDouble());
        var (cpu, cpuSeconds) = (row.ReadNullableDouble(), row.ReadDouble());
        var (stopped, collections, seconds) = (row.ReadDouble(), row.ReadCount(), row.ReadDouble());
        Array.Sort(live);
        return new()
        {
            Service = service,
            Version = version,
            Host = host,
            Process = process,
            Runtime = runtime,
            RuntimeVersion = runtimeVersion,
            Collector = collector,
            Settings = SettingsText.Split(settings),
            MemoryLimit = memory,
            LiveSet = MedianOf(live),
            LiveSetDeviation = DeviationOf(live),
            HeapLimit = limit,
            HeapPeak = peak,
            AllocationRate = Rate(allocated, allocatedSeconds),
            StoppedShare = Rate(stopped, seconds) ?? 0,
            CollectorCpuShare = Rate(cpu, cpuSeconds),
            CollectionsPerSecond = Rate(collections, seconds),
            Report = ClickHouseStore.ReadPlace(row),
        };
    }

    private static double? Rate(double? sum, double seconds) => seconds > 0 ? sum / seconds : null;

    private static double? MedianOf(long[] sorted) => sorted.Length == 0 ? null
        : (sorted[(sorted.Length - 1) / 2] / 2.0) + (sorted[sorted.Length / 2] / 2.0);

    /// <summary>Of a sample: divided by one less than its size.</summary>
    private static double? DeviationOf(long[] values)
    {
        if (values.Length < 2) return null;
        var mean = values.Average();
        double squares = 0;
        foreach (var value in values) squares += (value - mean) * (value - mean);
        return Math.Sqrt(squares / (values.Length - 1));
    }
}
