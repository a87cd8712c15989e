using Unpause.Fleet.Rows;

namespace Unpause.Fleet.Stores.ClickHouse;

/// <summary>Writes rows in the order of the columns of <see cref="ClickHouseDialect"/>'s tables.</summary>
internal static class ClickHouseTables
{
    /// <summary>The table of runs with the columns that are written.</summary>
    public const string Runs = ClickHouseDialect.Runs
        + " (key, made, content, day, start, end, report, idx, host, service, version, process, "
        + "runtime, runtime_version, collector, settings, verdict, covered_seconds, processors, memory_limit, stops, stop_seconds, "
        + "max_seconds, zero_stops, buckets, counts, collections, allocated_bytes, live_set, heap_peak, heap_limit, "
        + "collector_cpu_seconds, requests, slow, slow_because_of_gc, lost_request_seconds)";

    /// <summary>The table of causes.</summary>
    public const string Causes = ClickHouseDialect.Causes
        + " (key, made, place, day, start, service, runtime, process, report, idx, finding, "
        + "title, advice, setting, stop_seconds, saves_seconds, lost_request_seconds, core_seconds, max_seconds)";

    /// <summary>The table of long stops.</summary>
    public const string Stops = ClickHouseDialect.Stops
        + " (key, made, place, day, service, host, process, report, idx, at, length, clock_error, cause)";

    /// <summary>The table of samples of traces.</summary>
    public const string Traces = ClickHouseDialect.Traces
        + " (key, made, day, service, report, idx, trace_high, trace_low, at, length, stopped)";

    /// <summary>Causes and stops of one run that are kept: a hostile report may have millions.</summary>
    public const int MostOfRun = 1000;

    private const int NameBytes = 1024, TextBytes = 4 * 1024, SettingsBytes = 64 * 1024;
    private const long MillisecondsInDay = 86_400_000;

    private static readonly Func<TraceRow, ulong>[] TraceColumns =
    [
        trace => (ulong)(trace.Id >> 64), trace => (ulong)trace.Id, trace => (ulong)Math.Max(0, trace.At),
        trace => (ulong)Math.Max(0, trace.Length), trace => (ulong)Math.Max(0, trace.Stopped),
    ];

    /// <summary>The day of a moment in milliseconds since 1970, in ClickHouse's 16 bits.</summary>
    public static ushort DayOf(long milliseconds) => (ushort)Math.Clamp(milliseconds / MillisecondsInDay, 0, ushort.MaxValue);

    /// <summary>Writes a run.</summary>
    /// <param name="content">The <see cref="ContentOf"/> it.</param>
    public static void WriteRun(RowBinaryWriter rows, RunRow run, ulong made, ulong content)
    {
        rows.Write(run.Key);
        rows.Write(made);
        rows.Write(content);
        rows.Write(DayOf(run.Start));
        rows.Write(run.Start);
        rows.Write(run.End);
        rows.Write(run.Report, TextBytes);
        rows.Write((long)run.Index);
        WriteMeasures(rows, run);
    }

    /// <summary>Writes a run's causes, each with its share of the request time lost and its core time.</summary>
    public static void WriteCauses(RowBinaryWriter rows, RunRows whole, ulong made)
    {
        var run = whole.Run;
        double total = 0;
        foreach (var cause in whole.Causes) total += cause.StopSeconds;
        for (var i = 0; i < Math.Min(whole.Causes.Count, MostOfRun); i++)
        {
            var cause = whole.Causes[i];
            rows.Write(run.Key);
            rows.Write(made);
            rows.Write((ushort)i);
            rows.Write(DayOf(run.Start));
            rows.Write(run.Start);
            rows.Write(run.Service, NameBytes);
            rows.Write(run.Runtime, NameBytes);
            rows.Write(run.Process, NameBytes);
            rows.Write(run.Report, TextBytes);
            rows.Write((long)run.Index);
            rows.Write(cause.Finding, NameBytes);
            rows.Write(cause.Title, TextBytes);
            rows.Write(cause.Advice, TextBytes);
            rows.Write(cause.Setting, TextBytes);
            rows.Write(cause.StopSeconds);
            rows.Write(cause.SavesSeconds);
            rows.Write(run.LostRequestSeconds is { } lost ? total > 0 ? lost * cause.StopSeconds / total : 0 : (double?)null);
            rows.Write(run.Processors is { } processors ? cause.StopSeconds * processors : (double?)null);
            rows.Write(run.Stops.MaxSeconds);
        }
    }

    /// <summary>Writes a run's long stops.</summary>
    public static void WriteStops(RowBinaryWriter rows, RunRows whole, ulong made)
    {
        var run = whole.Run;
        for (var i = 0; i < Math.Min(whole.Stops.Count, MostOfRun); i++)
        {
            var stop = whole.Stops[i];
            rows.Write(run.Key);
            rows.Write(made);
            rows.Write((ushort)i);
            rows.Write(DayOf(run.Start));
            rows.Write(run.Service, NameBytes);
            rows.Write(run.Host, NameBytes);
            rows.Write(run.Process, NameBytes);
            rows.Write(run.Report, TextBytes);
            rows.Write((long)run.Index);
            rows.Write(stop.At);
            rows.Write(stop.Length);
            rows.Write(stop.ClockError);
            rows.Write(stop.Cause, NameBytes);
        }
    }

    /// <summary>Writes a run's sample of traces; nothing where it has none.</summary>
    public static void WriteTraces(RowBinaryWriter rows, RunRows whole, ulong made)
    {
        if (whole.Traces.Count == 0) return;
        var run = whole.Run;
        rows.Write(run.Key);
        rows.Write(made);
        rows.Write(DayOf(run.Start));
        rows.Write(run.Service, NameBytes);
        rows.Write(run.Report, TextBytes);
        rows.Write((long)run.Index);
        WriteLists(rows, whole.Traces);
    }

    private static void WriteLists(RowBinaryWriter rows, IReadOnlyList<TraceRow> traces)
    {
        var values = new ulong[traces.Count];
        foreach (var of in TraceColumns)
        {
            for (var i = 0; i < values.Length; i++) values[i] = of(traces[i]);
            rows.Write(values.AsSpan());
        }
    }

    /// <summary>
    /// FNV-1a of what was measured, without the place of the report: the same recording under another name is no change.
    /// </summary>
    /// <param name="scratch">Room to write in.</param>
    public static ulong ContentOf(RunRows whole, RowBinaryWriter scratch)
    {
        scratch.Clear();
        scratch.Write(whole.Run.Start);
        scratch.Write(whole.Run.End);
        WriteMeasures(scratch, whole.Run);
        foreach (var cause in whole.Causes)
        {
            scratch.Write(cause.Finding, NameBytes);
            scratch.Write(cause.Title, TextBytes);
            scratch.Write(cause.Advice, TextBytes);
            scratch.Write(cause.Setting, TextBytes);
            scratch.Write(cause.StopSeconds);
            scratch.Write(cause.SavesSeconds);
        }

        foreach (var stop in whole.Stops)
        {
            scratch.Write(stop.At);
            scratch.Write(stop.Length);
        }

        // A run without any has the content that it had before there were samples, so it is not sent again.
        if (whole.Traces.Count > 0) WriteLists(scratch, whole.Traces);
        return Fnv1a.Of(scratch.Written.Span);
    }

    private static void WriteMeasures(RowBinaryWriter rows, RunRow run)
    {
        rows.Write(run.Host, NameBytes);
        rows.Write(run.Service, NameBytes);
        rows.Write(run.Version, NameBytes);
        rows.Write(run.Process, NameBytes);
        rows.Write(run.Runtime, NameBytes);
        rows.Write(run.RuntimeVersion, NameBytes);
        rows.Write(run.Collector, NameBytes);
        rows.Write(run.Settings, SettingsBytes);
        rows.Write(run.Verdict, TextBytes);
        rows.Write(run.CoveredSeconds);
        rows.Write((long?)run.Processors);
        rows.Write(run.MemoryLimit);
        rows.Write(run.Stops.Count);
        rows.Write(run.Stops.SumSeconds);
        rows.Write(run.Stops.MaxSeconds);
        rows.Write(run.Stops.Zero);
        rows.Write(run.Stops.Indexes);
        rows.Write(run.Stops.Counts);
        rows.Write(run.Collections);
        rows.Write(run.AllocatedBytes);
        rows.Write(run.LiveSet);
        rows.Write(run.HeapPeak);
        rows.Write(run.HeapLimit);
        rows.Write(run.CollectorCpuSeconds);
        rows.Write(run.Requests);
        rows.Write(run.Slow);
        rows.Write(run.SlowBecauseOfGc);
        rows.Write(run.LostRequestSeconds);
    }
}
