using DuckDB.NET.Data;
using Unpause.Fleet.Rows;

namespace Unpause.Fleet.Stores.Duck;

/// <summary>
/// The tables of the index. Runs have one row for each process of each report; causes and stops repeat what they are grouped by, so that no
/// question joins them.
/// </summary>
internal static class DuckTables
{
    /// <summary>Names of the tables, each a Parquet file of a batch.</summary>
    public const string Runs = "runs", Causes = "causes", Stops = "stops", Traces = "traces", Files = "files";

    /// <summary>Those that have rows of reports, and the one that says which reports they have.</summary>
    public static readonly string[] All = [Runs, Causes, Stops, Traces, Files];

    /// <summary>Makes them, empty.</summary>
    public const string Make =
        """
        CREATE TABLE runs(id BIGINT, key BIGINT, path VARCHAR, written BIGINT, process_index INTEGER, host VARCHAR, service VARCHAR, version
        VARCHAR,
          process VARCHAR, runtime VARCHAR, runtime_version VARCHAR, collector VARCHAR, settings VARCHAR, start_ms BIGINT, end_ms BIGINT,
          covered_s DOUBLE, processors INTEGER, memory_limit BIGINT, stop_count BIGINT, stop_s DOUBLE, stop_max_s DOUBLE, stop_zero BIGINT,
          stop_indexes SMALLINT[], stop_counts BIGINT[], collections BIGINT, allocated_bytes DOUBLE, live_set BIGINT, heap_peak BIGINT,
          heap_limit BIGINT, collector_cpu_s DOUBLE, requests BIGINT, slow BIGINT, slow_because_of_gc BIGINT, lost_request_s DOUBLE,
          verdict VARCHAR);
        CREATE TABLE causes(id BIGINT, service VARCHAR, version VARCHAR, host VARCHAR, process VARCHAR, runtime VARCHAR, start_ms BIGINT,
          finding VARCHAR, title VARCHAR, advice VARCHAR, setting VARCHAR, stop_s DOUBLE, saves_s DOUBLE, lost_request_s DOUBLE,
          core_s DOUBLE, stop_max_s DOUBLE);
        CREATE TABLE stops(id BIGINT, service VARCHAR, version VARCHAR, host VARCHAR, process VARCHAR, runtime VARCHAR, at_ns BIGINT,
          length_ns BIGINT, clock_error_ns BIGINT, cause VARCHAR);
        CREATE TABLE traces(id BIGINT, service VARCHAR, version VARCHAR, host VARCHAR, process VARCHAR, runtime VARCHAR, start_ms BIGINT,
          trace_high BIGINT[], trace_low BIGINT[], at_ns BIGINT[], length_ns BIGINT[], stopped_ns BIGINT[]);
        CREATE TABLE files(path VARCHAR, size BIGINT, written BIGINT, fault VARCHAR);
        """;

    /// <summary>Adds the rows of one process of a report.</summary>
    public static void Add(DuckAppenders to, ReportFile file, RunRows rows)
    {
        var run = rows.Run;
        var id = IdOf(file, run.Index);
        var stops = run.Stops;
        to.Runs.CreateRow()
            .AppendValue(id).AppendValue(run.Key).AppendValue(run.Report).AppendValue(file.Written).AppendValue(run.Index)
                .AppendValue(run.Host).AppendValue(run.Service)
            .AppendValue(run.Version).AppendValue(run.Process).AppendValue(run.Runtime).AppendValue(run.RuntimeVersion)
            .AppendValue(run.Collector).AppendValue(run.Settings).AppendValue(run.Start).AppendValue(run.End)
                .AppendValue(run.CoveredSeconds)
            .AppendValue(run.Processors).AppendValue(run.MemoryLimit).AppendValue(stops.Count).AppendValue(stops.SumSeconds)
            .AppendValue(stops.MaxSeconds).AppendValue(stops.Zero).AppendValue(stops.Indexes.AsEnumerable())
                .AppendValue(stops.Counts.AsEnumerable())
            .AppendValue(run.Collections).AppendValue(run.AllocatedBytes).AppendValue(run.LiveSet).AppendValue(run.HeapPeak)
            .AppendValue(run.HeapLimit).AppendValue(run.CollectorCpuSeconds).AppendValue(run.Requests).AppendValue(run.Slow)
            .AppendValue(run.SlowBecauseOfGc).AppendValue(run.LostRequestSeconds).AppendValue(run.Verdict).EndRow();
        var all = rows.Causes.Sum(cause => cause.StopSeconds);
        foreach (var cause in rows.Causes)
        {
            to.Causes.CreateRow()
                .AppendValue(id).AppendValue(run.Service).AppendValue(run.Version).AppendValue(run.Host).AppendValue(run.Process)
                .AppendValue(run.Runtime).AppendValue(run.Start).AppendValue(cause.Finding).AppendValue(cause.Title)
                    .AppendValue(cause.Advice)
                .AppendValue(cause.Setting).AppendValue(cause.StopSeconds).AppendValue(cause.SavesSeconds)
                .AppendValue(run.LostRequestSeconds * cause.StopSeconds / all).AppendValue(cause.StopSeconds * run.Processors)
                .AppendValue(stops.MaxSeconds).EndRow();
        }

        foreach (var stop in rows.Stops)
        {
            to.Stops.CreateRow()
                .AppendValue(id).AppendValue(run.Service).AppendValue(run.Version).AppendValue(run.Host).AppendValue(run.Process)
                .AppendValue(run.Runtime).AppendValue(stop.At).AppendValue(stop.Length).AppendValue(stop.ClockError).AppendValue(stop.Cause)
                .EndRow();
        }

        if (rows.Traces.Count > 0)
        {
            // A row for each run, because a run has many.
            to.Traces.CreateRow()
                .AppendValue(id).AppendValue(run.Service).AppendValue(run.Version).AppendValue(run.Host).AppendValue(run.Process)
                .AppendValue(run.Runtime).AppendValue(run.Start)
                .AppendValue(ListOf(rows.Traces, trace => unchecked((long)(ulong)(trace.Id >> 64))))
                .AppendValue(ListOf(rows.Traces, trace => unchecked((long)(ulong)trace.Id)))
                .AppendValue(ListOf(rows.Traces, trace => trace.At)).AppendValue(ListOf(rows.Traces, trace => trace.Length))
                .AppendValue(ListOf(rows.Traces, trace => trace.Stopped)).EndRow();
        }
    }

    /// <summary>The engine takes lists only as arrays.</summary>
    private static IEnumerable<long> ListOf(IReadOnlyList<TraceRow> traces, Func<TraceRow, long> of)
    {
        var values = new long[traces.Count];
        for (var i = 0; i < values.Length; i++) values[i] = of(traces[i]);
        return values;
    }

    /// <summary>Says that a file was read.</summary>
    public static void Add(DuckAppenders to, ReportFile file, string? fault) =>
        to.Files.CreateRow().AppendValue(file.Path).AppendValue(file.Size).AppendValue(file.Written).AppendValue(fault ?? "").EndRow();

    /// <summary>One process of one file as it was written then.</summary>
    private static long IdOf(ReportFile file, int index) =>
        RowHash.Of(string.Create(CultureInfo.InvariantCulture, $"{file.Path}\n{file.Written}\n{index}"));
}

/// <summary>Writes rows into the tables.</summary>
internal sealed class DuckAppenders(DuckDBConnection connection) : IDisposable
{
    /// <summary>Of runs.</summary>
    public DuckDBAppender Runs { get; } = connection.CreateAppender(DuckTables.Runs);

    /// <summary>Of causes.</summary>
    public DuckDBAppender Causes { get; } = connection.CreateAppender(DuckTables.Causes);

    /// <summary>Of stops.</summary>
    public DuckDBAppender Stops { get; } = connection.CreateAppender(DuckTables.Stops);

    /// <summary>Of samples of traces.</summary>
    public DuckDBAppender Traces { get; } = connection.CreateAppender(DuckTables.Traces);

    /// <summary>Of files.</summary>
    public DuckDBAppender Files { get; } = connection.CreateAppender(DuckTables.Files);

    /// <inheritdoc/>
    public void Dispose()
    {
        Runs.Dispose();
        Causes.Dispose();
        Stops.Dispose();
        Traces.Dispose();
        Files.Dispose();
    }
}
