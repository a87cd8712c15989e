namespace Unpause.Fleet.Stores.ClickHouse;

/// <summary>A part of the fleet.</summary>
/// <param name="Runs">The table of runs, as <see cref="ClickHouseQueries.Once"/> has it.</param>
/// <param name="LeftOut">The keys of its runs that do not count, as a column of RowBinary.</param>
internal sealed record CountedSelection(FleetSelection Selection, string Runs, ReadOnlyMemory<byte> LeftOut);

/// <summary>
/// The questions in the SQL that 18.16 has: no window functions, no parameters. All of them ask for the rows that count: the newest of
/// each key, without runs that <see cref="OverlapRule"/> leaves out, whose keys go with the question as a table. Rows are compared by
/// 64-bit hashes of what identifies them, which takes a third of the time of tuples.
/// </summary>
internal static class ClickHouseQueries
{
    /// <summary>The table of keys that are left out, which goes with a query, and its column.</summary>
    public const string LeftOut = "left_out", LeftOutColumn = "key Int64";

    // Of two with the same stop time the later.
    private const string Most = "(stop_seconds, start)";

    private const long MillisecondsInHour = 3_600_000;

    private const string Lengths = "sumMap(buckets, counts)", NoLengths = "emptyArrayInt16(), emptyArrayUInt64()";

    // Rows of causes and long stops belong to the run that was sent with them.
    private const string RunOf = "cityHash64(key, made)";

    /// <summary>The version of the server.</summary>
    public const string Version = "SELECT version()";

    /// <summary>How many of the tables there are.</summary>
    public static string TableCount(string database) =>
        $"SELECT count() FROM system.tables WHERE database = {ClickHouseText.Literal(database)} AND name IN "
        + $"('{ClickHouseDialect.Runs}', '{ClickHouseDialect.Causes}', '{ClickHouseDialect.Stops}')";

    /// <summary>Whether each row of a table is there once.</summary>
    public static string IsOnce(string table)
    {
        var row = table switch
        {
            ClickHouseDialect.Runs => "key",
            ClickHouseDialect.Traces => RunOf,
            _ => "cityHash64(key, made, place)",
        };
        return $"SELECT toUInt64(count() = uniqExact({row})) FROM {table}";
    }

    /// <summary>
    /// A table with the newest row of each key. <c>FINAL</c> only where a row is there twice, because 18.16 reads on one thread with it.
    /// </summary>
    public static string Once(string table, bool isOnce) => isOnce ? table : $"{table} FINAL";

    /// <summary>The content of runs that are stored.</summary>
    public static string Known(IEnumerable<long> keys) =>
        $"SELECT key, content FROM {ClickHouseDialect.Runs} FINAL WHERE key IN ({string.Join(',', keys)})";

    /// <summary>The partitions of the tables.</summary>
    public static string Partitions(string database) =>
        $"SELECT table, partition FROM system.parts WHERE active AND database = {ClickHouseText.Literal(database)} "
        + $"AND table LIKE 'unpause_%' GROUP BY table, partition ORDER BY table, partition";

    /// <summary>Runs, reports, processes, hosts, services, first, last, covered seconds.</summary>
    public static string Coverage(CountedSelection selection) =>
        $"SELECT count(), uniqExact(cityHash64(report)), uniqExact(service, process), uniqExactIf(host, host != ''), "
        + $"uniqExactIf(service, service != ''), min(start), max(end), sum(covered_seconds) FROM {Counted(selection)}";

    /// <summary>
    /// The runs of processes of which two overlap, each process in a row: service, process, starts, ends, keys, in the order of
    /// <see cref="OverlapRule"/>. Runs that have a length overlap exactly where starts and ends, each in order of time, have a start
    /// before the end of the one before: that is known without the runs in order.
    /// </summary>
    /// <param name="runs">The table, as <see cref="Once"/> has it.</param>
    public static string MayOverlap(FleetSelection selection, string runs) =>
        $"""
        SELECT service, process, arrayMap(t -> tupleElement(t, 1), ordered) AS starts, arrayMap(t -> -tupleElement(t, 2), ordered) AS ends,
          arrayMap(t -> tupleElement(t, 3), ordered) AS keys
        FROM (
          SELECT service, process, arraySort(groupArray((start, -end, key))) AS ordered
          FROM {runs} WHERE {ConditionsOf(selection)} AND (service, process) IN (
            SELECT service, process FROM {runs} WHERE {ConditionsOf(selection)} GROUP BY service, process
            HAVING min(end - start) <= 0 OR arrayExists(
              (next, end) -> next < end, arrayPopFront(arraySort(groupArray(start))), arrayPopBack(arraySort(groupArray(end)))))
          GROUP BY service, process)
        WHERE length(keys) > 1
        """;

    /// <summary>Causes by service, runtime and finding.</summary>
    /// <param name="causes">The table, as <see cref="Once"/> has it.</param>
    public static string Causes(CountedSelection selection, string causes) =>
        $"""
        SELECT service, runtime, finding, uniqExact(process),
          sum(stop_seconds), sum(lost_request_seconds), sum(core_seconds), sum(saves_seconds), max(max_seconds),
          argMax((title, advice, setting, report, idx), {Most})
        FROM {Counted(selection, causes)}
        GROUP BY service, runtime, finding ORDER BY service, runtime, finding
        """;

    /// <summary>Processes and covered seconds of each service and runtime, and how many ran at a time, as a mean of hours.</summary>
    public static string Services(CountedSelection selection) =>
        $"""
        SELECT service, runtime, uniqExact(process), sum(covered_seconds), uniqExact(process, hour) / (max(hour) - min(hour) + 1)
        FROM (SELECT service, runtime, process, covered_seconds, intDiv(start, {MillisecondsInHour}) AS hour FROM {Counted(selection)})
        GROUP BY service, runtime
        """;

    /// <summary>How many runs count.</summary>
    public static string Runs(CountedSelection selection) => $"SELECT count() FROM {Counted(selection)}";

    /// <summary>Runs by process, version and step of time; the step is that of the run's start.</summary>
    /// <param name="milliseconds">The length of a step.</param>
    /// <param name="withLengths">Whether with the lengths of stops, whose sums take most of the time.</param>
    public static string Slices(CountedSelection selection, long milliseconds, bool withLengths) =>
        $"""
        SELECT service, version, host, process, runtime, intDiv(start, {milliseconds}) * {milliseconds} AS step,
          sum(covered_seconds), sum(stops), sum(stop_seconds), max(max_seconds), sum(zero_stops),
          {(withLengths ? Lengths : NoLengths)}, if(count() = count(requests), sum(requests), NULL), sum(slow),
          sum(slow_because_of_gc),
          if(count() = count(allocated_bytes), sum(allocated_bytes), NULL),
          argMax((report, idx), {Most})
        FROM {Counted(selection)}
        GROUP BY service, version, host, process, runtime, step ORDER BY service, step, process, version, host, runtime
        """;

    /// <summary>The longest stops.</summary>
    /// <param name="stops">The table, as <see cref="Once"/> has it.</param>
    public static string LongStops(CountedSelection selection, string stops) =>
        $"""
        SELECT service, host, process, at, length, clock_error, cause, report, idx
        FROM {Counted(selection, stops)}
        ORDER BY length DESC, at, key LIMIT {TimedStop.Most}
        """;

    /// <summary>Whether there is a table of samples of traces: reports that an older version sent have none.</summary>
    public static string HasTraces(string database) =>
        $"SELECT count() FROM system.tables WHERE database = {ClickHouseText.Literal(database)} AND name = '{ClickHouseDialect.Traces}'";

    /// <summary>How many traces are in samples.</summary>
    /// <param name="samples">The table, as <see cref="Once"/> has it.</param>
    public static string TraceCount(CountedSelection selection, string samples) =>
        $"SELECT sum(length(trace_low)) FROM {Counted(selection, samples)}";

    /// <summary>Traces of several services.</summary>
    /// <param name="samples">The table, as <see cref="Once"/> has it.</param>
    /// <param name="share">The share of the traces that is asked for, by a hash of their ids.</param>
    public static string Traces(CountedSelection selection, string samples, double share)
    {
        var some = share >= 1 ? "" : string.Create(
            CultureInfo.InvariantCulture, $" WHERE intHash64(low) < {(ulong)(ulong.MaxValue * share)}");
        var counted = Counted(selection, samples);
        return
            $"""
            SELECT service, high, low, start, took, halted, report, idx
            FROM (
              SELECT service, report, idx, high, low, start, took, halted FROM {counted}
              ARRAY JOIN trace_high AS high, trace_low AS low, at AS start, length AS took, stopped AS halted{some})
            WHERE low IN (
              SELECT low FROM (SELECT service, low FROM {counted} ARRAY JOIN trace_low AS low{some})
              GROUP BY low HAVING uniqExact(service) > 1)
            LIMIT {2 * ServiceTrace.Most}
            """;
    }

    /// <summary>The last state of each process, sums, and the live sets of its runs.</summary>
    public static string Processes(CountedSelection selection) =>
        $"""
        SELECT process, service, argMax(version, start), argMax(host, start), argMax(runtime, start),
          argMax(runtime_version, start), argMax(collector, start), argMax(settings, start), argMax(memory_limit, start),
          groupArray(live_set), argMax(heap_limit, start), max(heap_peak),
          sum(allocated_bytes), sumIf(covered_seconds, isNotNull(allocated_bytes)),
          sum(collector_cpu_seconds), sumIf(covered_seconds, isNotNull(collector_cpu_seconds)),
          sum(stop_seconds), sum(collections), sum(covered_seconds), argMax(report, start), argMax(idx, start)
        FROM {Counted(selection)}
        GROUP BY process, service ORDER BY service, process
        """;

    /// <summary>
    /// Runs that are not left out. An own subquery, because an aggregate named like a column would hide it in the conditions.
    /// </summary>
    private static string Counted(CountedSelection counted) =>
        $"(SELECT * FROM {counted.Runs} WHERE {ConditionsOf(counted.Selection)}"
        + (counted.LeftOut.IsEmpty ? ")" : $" AND key NOT IN {LeftOut})");

    /// <summary>Rows that were sent with runs that count.</summary>
    private static string Counted(CountedSelection counted, string table) =>
        $"(SELECT * FROM {table} WHERE {DaysOf(counted.Selection)} AND {RunOf} IN (SELECT {RunOf} FROM {Counted(counted)}))";

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
