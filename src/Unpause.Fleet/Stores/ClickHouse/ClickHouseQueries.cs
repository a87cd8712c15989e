namespace Unpause.Fleet.Stores.ClickHouse;

/// <summary>
/// The questions in the SQL that 18.16 has: no window functions, no parameters. All of them ask for the rows that count: the newest of
/// each key (<c>FINAL</c>), without runs whose time lies inside an earlier run of the same process.
/// </summary>
internal static class ClickHouseQueries
{
    /// <summary>Long stops that one answer has at most, the longest.</summary>
    public const int MostStops = 500_000;

    private const long MillisecondsInHour = 3_600_000;

    private const string Histogram = "sum(stops), sum(stop_seconds), max(max_seconds), sum(zero_stops), sumMap(buckets, counts)";

    /// <summary>The version of the server.</summary>
    public const string Version = "SELECT version()";

    /// <summary>How many of the tables there are.</summary>
    public static string TableCount(string database) =>
        $"SELECT count() FROM system.tables WHERE database = {ClickHouseText.Literal(database)} AND name IN "
        + $"('{ClickHouseDialect.Runs}', '{ClickHouseDialect.Causes}', '{ClickHouseDialect.Stops}')";

    /// <summary>The content of runs that are stored.</summary>
    public static string Known(IEnumerable<long> keys) =>
        $"SELECT key, content FROM {ClickHouseDialect.Runs} FINAL WHERE key IN ({string.Join(',', keys)})";

    /// <summary>The partitions of the tables.</summary>
    public static string Partitions(string database) =>
        $"SELECT table, partition FROM system.parts WHERE active AND database = {ClickHouseText.Literal(database)} "
        + $"AND table LIKE 'unpause_%' GROUP BY table, partition ORDER BY table, partition";

    /// <summary>Runs, reports, processes, hosts, services, first, last, covered seconds.</summary>
    public static string Coverage(FleetSelection selection) =>
        $"SELECT count(), uniqExact(report), uniqExact(process), uniqExactIf(host, host != ''), uniqExactIf(service, service != ''), "
        + $"min(start), max(end), sum(covered_seconds) FROM {Counted(selection)}";

    /// <summary>How many runs are left out.</summary>
    public static string Overlaps(FleetSelection selection) => $"SELECT count() FROM ({LeftOut(selection)})";

    /// <summary>Causes by service, runtime and finding.</summary>
    public static string Causes(FleetSelection selection) =>
        $"""
        SELECT service, runtime, finding, argMax(title, start), argMax(advice, start), argMax(setting, start), uniqExact(process),
          sum(stop_seconds), sum(lost_request_seconds), sum(core_seconds), sum(saves_seconds), max(max_seconds),
          argMax(report, stop_seconds), argMax(idx, stop_seconds)
        FROM {ClickHouseDialect.Causes} FINAL
        WHERE {DaysOf(selection)} AND (key, made) IN (SELECT key, made FROM {Counted(selection)})
        GROUP BY service, runtime, finding ORDER BY service, runtime, finding
        """;

    /// <summary>Processes and covered seconds of each service and runtime.</summary>
    public static string Services(FleetSelection selection) =>
        $"SELECT service, runtime, uniqExact(process), sum(covered_seconds) FROM {Counted(selection)} GROUP BY service, runtime";

    /// <summary>Runs by process, version and hour; the hour is that of the run's start.</summary>
    public static string Slices(FleetSelection selection) =>
        $"""
        SELECT service, version, host, process, runtime, intDiv(start, {MillisecondsInHour}) * {MillisecondsInHour} AS hour,
          sum(covered_seconds), {Histogram}, sum(requests), sum(slow), sum(slow_because_of_gc), sum(allocated_bytes),
          argMax(report, stop_seconds), argMax(idx, stop_seconds)
        FROM {Counted(selection)}
        GROUP BY service, version, host, process, runtime, hour ORDER BY service, version, host, process, runtime, hour
        """;

    /// <summary>The longest stops.</summary>
    public static string LongStops(FleetSelection selection) =>
        $"""
        SELECT service, host, process, at, length, clock_error, cause, report, idx
        FROM {ClickHouseDialect.Stops} FINAL
        WHERE {DaysOf(selection)} AND (key, made) IN (SELECT key, made FROM {Counted(selection)})
        ORDER BY length DESC, at, key LIMIT {MostStops}
        """;

    /// <summary>The last state of each process, sums, and the live sets of its runs.</summary>
    public static string Processes(FleetSelection selection) =>
        $"""
        SELECT process, argMax(service, start), argMax(version, start), argMax(host, start), argMax(runtime, start),
          argMax(runtime_version, start), argMax(collector, start), argMax(settings, start), argMax(memory_limit, start),
          groupArray(live_set), argMax(heap_limit, start), max(heap_peak),
          sum(allocated_bytes), sumIf(covered_seconds, isNotNull(allocated_bytes)),
          sum(collector_cpu_seconds), sumIf(covered_seconds, isNotNull(collector_cpu_seconds)),
          sum(stop_seconds), sum(collections), sum(covered_seconds), argMax(report, start), argMax(idx, start)
        FROM {Counted(selection)}
        GROUP BY process ORDER BY process
        """;

    /// <summary>
    /// Runs that are not left out. An own subquery, because an aggregate named like a column would hide it in the conditions.
    /// </summary>
    private static string Counted(FleetSelection selection) =>
        $"(SELECT * FROM {ClickHouseDialect.Runs} FINAL WHERE {ConditionsOf(selection)} AND key NOT IN ({LeftOut(selection)}))";

    /// <summary>
    /// The keys of runs whose time lies inside an earlier run of the same process, of the same selection. Earlier is: started earlier;
    /// of two with one start the longer, then the smaller key. The first such run of a process ends no later than the one just before it,
    /// so the costly comparison with all earlier ones is only made where neighbours show one.
    /// </summary>
    private static string LeftOut(FleetSelection selection) =>
        $"""
        SELECT arrayJoin(arrayFilter((k, i) -> i > 1 AND arrayElement(ends, i) <= arrayReduce('max', arraySlice(ends, 1, i - 1)),
          keys, arrayEnumerate(keys))) AS left_out
        FROM (
          SELECT arrayMap(t -> tupleElement(t, 3), runs) AS keys, arrayMap(t -> -tupleElement(t, 2), runs) AS ends
          FROM (
            SELECT process, arraySort(groupArray((start, -end, key))) AS runs
            FROM {ClickHouseDialect.Runs} FINAL WHERE {ConditionsOf(selection)} GROUP BY process HAVING count() > 1))
        WHERE arrayExists((e, before) -> e <= before, arrayPopFront(ends), arrayPopBack(ends))
        """;

    private static string ConditionsOf(FleetSelection selection)
    {
        var conditions = new StringBuilder(DaysOf(selection));
        if (selection.From is { } from) conditions.Append($" AND start >= {from.ToUnixTimeMilliseconds()}");
        if (selection.To is { } to) conditions.Append($" AND start < {to.ToUnixTimeMilliseconds()}");
        AppendText("service", selection.Service);
        AppendText("version", selection.Version);
        AppendText("host", selection.Host);
        AppendText("runtime", selection.Runtime);
        return conditions.ToString();

        void AppendText(string column, string? value)
        {
            if (value is not null) conditions.Append($" AND {column} = {ClickHouseText.Literal(value)}");
        }
    }

    /// <summary>The same time in days, by which partitions are skipped.</summary>
    private static string DaysOf(FleetSelection selection)
    {
        var first = selection.From is { } from ? ClickHouseTables.DayOf(from.ToUnixTimeMilliseconds()) : 0;
        var last = selection.To is { } to ? ClickHouseTables.DayOf(to.ToUnixTimeMilliseconds()) : ushort.MaxValue;
        return $"day >= toDate({first}) AND day <= toDate({last})";
    }
}
