using DuckDB.NET.Data;
using Unpause.Fleet.Rows;
using Unpause.Reports.Fleets.Documents;

namespace Unpause.Fleet.Stores.Duck;

/// <summary>Answers from the indexes of folders of reports.</summary>
internal sealed class DuckStore : IFleetStore
{
    // Of two with the same stop time the later.
    private const string Most = "(stop_s, start_ms)";

    private const long HourMs = 3_600_000;

    private readonly DuckDBConnection _engine;
    private readonly string _place;
    private readonly IReadOnlyList<(string Name, DuckIndex Index)> _folders;

    private FleetSelection? _judged;

    private DuckStore(DuckDBConnection engine, IReadOnlyList<(string Name, DuckIndex Index)> folders)
    {
        (_engine, _folders) = (engine, folders);
        _place = string.Join(", ", folders.Select(folder => folder.Name));
    }

    /// <summary>About how many traces one answer has.</summary>
    public int MostTraces { get; set; } = ServiceTrace.Most;

    /// <summary>Opens the indexes of folders.</summary>
    /// <param name="folders">Each folder as it was named, with its index, which are closed with the store.</param>
    public static DuckStore Open(IReadOnlyList<(string Name, DuckIndex Index)> folders)
    {
        var engine = DuckEngine.Open(folders[0].Index.SpillFolder);
        engine.Run(DuckTables.Make);
        foreach (var table in DuckTables.All)
        {
            var id = table == DuckTables.Files ? "*" : "* REPLACE ({0} AS id)";
            var parts = folders.Where(folder => folder.Index.FilesOf(table) is not null)
                .Select(folder => $"SELECT {id.Replace("{0}", IdIn(folders, folder), StringComparison.Ordinal)}, "
                    + $"{DuckEngine.Quoted(folder.Name)} AS folder FROM read_parquet({folder.Index.FilesOf(table)})")
                .ToList();
            if (parts.Count == 0) parts.Add($"SELECT *, '' AS folder FROM {table}");
            engine.Run($"CREATE VIEW all_{table} AS {string.Join(" UNION ALL ", parts)}");
        }

        var left = folders.Where(folder => File.Exists(folder.Index.LeftOutPath))
            .Select(folder => $"SELECT {IdIn(folders, folder)}, why FROM read_parquet({DuckEngine.Quoted(folder.Index.LeftOutPath)})")
            .ToList();
        engine.Run("CREATE TABLE left_out(id BIGINT, why VARCHAR); CREATE TABLE suspects(service VARCHAR, process VARCHAR)");
        if (left.Count > 0) engine.Run($"INSERT INTO left_out {string.Join(" UNION ALL ", left)}");
        if (folders.Count > 1) JudgeTogether(engine);
        engine.Run(
            $"""
            INSERT INTO suspects SELECT DISTINCT service, process FROM all_runs
            SEMI JOIN (FROM left_out WHERE why = '{DuckIndex.WhyOverlap}') USING (id);
            DELETE FROM left_out WHERE why = '{DuckIndex.WhyOverlap}'
            """);
        return new(engine, folders);
    }

    /// <summary>What is there twice, or may overlap, between folders too: each index only knows its own.</summary>
    private static void JudgeTogether(DuckDBConnection engine) => engine.Run(
        $"""
        DELETE FROM left_out WHERE why = '{DuckIndex.WhyOverlap}';
        INSERT INTO left_out SELECT id, '{DuckIndex.WhyCopy}' FROM (
          SELECT id, row_number() OVER (PARTITION BY key ORDER BY folder, path, id) AS copy FROM all_runs ANTI JOIN left_out USING (id))
        WHERE copy > 1;
        INSERT INTO left_out SELECT id, '{DuckIndex.WhyOverlap}' FROM (
          {DuckIndex.MayOverlap("(FROM all_runs ANTI JOIN left_out USING (id))")})
        """);

    /// <summary>The id of a row: two folders may have a file of the same name and time.</summary>
    private static string IdIn(IReadOnlyList<(string Name, DuckIndex Index)> folders, (string Name, DuckIndex Index) folder) =>
        folders.Count == 1 ? "id" : string.Create(CultureInfo.InvariantCulture, $"xor(id, {RowHash.Of(folder.Name)}::BIGINT)");

    /// <summary>Leaves out the runs of a selection whose time is another's.</summary>
    private void Judge(FleetSelection selection)
    {
        if (selection == _judged) return;
        _judged = selection;
        _engine.Run($"DELETE FROM left_out WHERE why = '{DuckIndex.WhyOverlap}'");
        var runs = _engine.Ask(
            $"""
            SELECT service, process, start_ms, end_ms, id FROM {Rows(DuckTables.Runs, selection)}
            SEMI JOIN suspects USING (service, process)
            ORDER BY service, process, start_ms, end_ms DESC, key
            """,
            row => (Service: row.GetString(0), Process: row.GetString(1), Start: row.GetInt64(2), End: row.GetInt64(3),
                Id: row.GetInt64(4)));
        var rule = new OverlapRule();
        using var appender = _engine.CreateAppender("left_out");
        foreach (var run in runs)
        {
            if (rule.LeavesOut(run.Service, run.Process, run.Start, run.End))
                appender.CreateRow().AppendValue(run.Id).AppendValue(DuckIndex.WhyOverlap).EndRow();
        }
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await _engine.DisposeAsync().ConfigureAwait(false);
        foreach (var (_, index) in _folders) index.Dispose();
    }

    /// <inheritdoc/>
    public Task<FleetCoverage> CoverageAsync(FleetSelection selection, CancellationToken stop)
    {
        var row = _engine.Ask(
            $"""
            SELECT count(*), count(DISTINCT (service, process)), count(DISTINCT host) FILTER (host <> ''),
              count(DISTINCT service) FILTER (service <> ''),
              min(start_ms), max(end_ms), coalesce(sum(covered_s), 0) FROM {Counted(DuckTables.Runs, selection)}
            """,
            row => (Runs: row.GetInt64(0), Processes: row.GetInt64(1), Hosts: row.GetInt64(2), Services: row.GetInt64(3),
                From: Time(row, 4), To: Time(row, 5), Covered: row.GetDouble(6)))[0];
        // After the rows that count, which decide it.
        var overlapping = _engine.Ask($"SELECT count(*) FROM left_out WHERE why <> '{DuckIndex.WhyGone}'", row => row.GetInt64(0))[0];
        var unread = _engine.Ask(
            "SELECT fault, count(*), min(path) FROM all_files WHERE fault <> '' GROUP BY fault ORDER BY 2 DESC, 1",
            row => new UnreadInput(row.GetString(0), row.GetInt64(1), row.GetString(2)));
        return Task.FromResult(new FleetCoverage(
            FleetSourceDocument.Documents, _place, row.Runs, row.Processes, row.Hosts, row.Services, row.From, row.To, row.Covered,
                overlapping,
            unread, []));
    }

    /// <inheritdoc/>
    public Task<IReadOnlyList<ServiceCause>?> CausesAsync(FleetSelection selection, CancellationToken stop)
    {
        var services = _engine.Ask(
            $"""
            SELECT service, runtime, sum(covered_s), count(DISTINCT process), count(DISTINCT (process, start_ms // {HourMs}))::DOUBLE
              / (max(start_ms) // {HourMs} - min(start_ms) // {HourMs} + 1)
            FROM {Counted(DuckTables.Runs, selection)} GROUP BY service, runtime
            """,
            row => (Key: (row.GetString(0), row.GetString(1)), Covered: row.GetDouble(2), Processes: row.GetInt64(3),
                Concurrent: row.GetDouble(4)))
            .ToDictionary(row => row.Key, row => (row.Covered, row.Processes, row.Concurrent));
        var causes = _engine.Ask(
            $"""
            SELECT service, runtime, finding, worst.title, worst.advice, worst.setting, processes, stop_s, lost_s, core_s, saves_s, max_s,
              worst.id
            FROM (
              SELECT service, runtime, finding, arg_max(struct_pack(id, title, advice, setting), {Most}) AS worst,
                count(DISTINCT process) AS processes, sum(stop_s) AS stop_s, sum(lost_request_s) AS lost_s, sum(core_s) AS core_s,
                sum(saves_s) AS saves_s, max(stop_max_s) AS max_s
              FROM {Counted(DuckTables.Causes, selection)} GROUP BY service, runtime, finding)
            """,
            row => (Worst: row.GetInt64(12), Cause: new ServiceCause(
                row.GetString(0), row.GetString(1), row.GetString(2), row.GetString(3), row.GetString(4), row.GetString(5), row.GetInt64(6),
                services.GetValueOrDefault((row.GetString(0), row.GetString(1))).Processes,
                services.GetValueOrDefault((row.GetString(0), row.GetString(1))).Covered,
                row.GetDouble(7), Number(row, 8), Number(row, 9), Number(row, 10), Number(row, 11), null)
            {
                Concurrent = services.GetValueOrDefault((row.GetString(0), row.GetString(1))).Concurrent,
            }));
        var places = PlacesOf([.. causes.Select(cause => cause.Worst)]);
        return Task.FromResult<IReadOnlyList<ServiceCause>?>(
            [.. causes.Select(cause => cause.Cause with { Worst = places.GetValueOrDefault(cause.Worst) })]);
    }

    /// <inheritdoc/>
    public Task<IReadOnlyList<FleetSlice>> SlicesAsync(FleetSelection selection, CancellationToken stop)
    {
        var runs = Counted(DuckTables.Runs, selection);
        var count = _engine.Ask($"SELECT count(*) FROM {runs}", row => row.GetInt64(0))[0];
        var steps = new SliceSteps(selection, count);
        var (step, withHistograms) = (steps.StepMilliseconds, steps.HaveHistograms);
        var histograms = withHistograms
            ? ", string_agg(array_to_string(stop_indexes, ' '), '|' ORDER BY id)"
                + ", string_agg(array_to_string(stop_counts, ' '), '|' ORDER BY id)"
            : "";
        var texts = new SharedTexts();
        const string worst = $"(arg_max(struct_pack(folder, path, process_index), {Most}))";
        var slices = _engine.Ask(
            $"""
            SELECT service, version, host, process, runtime, start_ms // {step} * {step} AS hour, sum(covered_s), sum(stop_count)::BIGINT,
              sum(stop_s), max(stop_max_s), sum(stop_zero)::BIGINT,
              CASE WHEN count(requests) = count(*) THEN sum(requests)::DOUBLE END, sum(slow)::DOUBLE,
              sum(slow_because_of_gc)::DOUBLE,
              CASE WHEN count(allocated_bytes) = count(*) THEN sum(allocated_bytes) END,
              {worst}.folder, {worst}.path, {worst}.process_index{histograms}
            FROM {runs} GROUP BY service, version, host, process, runtime, hour ORDER BY service, hour, process, version, host, runtime
            """,
            row => new FleetSlice
            {
                Service = texts.Of(row, 0),
                Version = texts.Of(row, 1),
                Host = texts.Of(row, 2),
                Process = texts.Of(row, 3),
                Runtime = texts.Of(row, 4),
                Hour = DateTimeOffset.FromUnixTimeMilliseconds(row.GetInt64(5)),
                CoveredSeconds = row.GetDouble(6),
                Stops = StopsOf(row, withHistograms),
                Requests = Number(row, 11),
                Slow = Number(row, 12),
                SlowBecauseOfGc = Number(row, 13),
                AllocatedBytes = Number(row, 14),
                Report = Place(row.GetString(15), row.GetString(16), row.GetInt32(17)),
            });
        return Task.FromResult<IReadOnlyList<FleetSlice>>(slices);
    }

    /// <inheritdoc/>
    public Task<IReadOnlyList<TimedStop>?> LongStopsAsync(FleetSelection selection, CancellationToken stop)
    {
        var texts = new SharedTexts();
        var stops = _engine.Ask(
            $"""
            WITH longest AS (FROM {Counted(DuckTables.Stops, selection)} ORDER BY length_ns DESC, at_ns, id LIMIT {TimedStop.Most})
            SELECT longest.service, longest.host, longest.process, at_ns, length_ns, clock_error_ns, cause, longest.id FROM longest
            """,
            row => (Stop: new TimedStop(
                texts.Of(row, 0), texts.Of(row, 1), texts.Of(row, 2), row.GetInt64(3), row.GetInt64(4), row.GetInt64(5), texts.Of(row, 6),
                null),
                Id: row.GetInt64(7)));
        // Only runs of stops: a place is a path, which is long.
        var places = PlacesOf([.. stops.Select(one => one.Id).Distinct()]);
        return Task.FromResult<IReadOnlyList<TimedStop>?>(
            [.. stops.Select(one => one.Stop with { Report = places.GetValueOrDefault(one.Id) })]);
    }

    /// <inheritdoc/>
    public Task<IReadOnlyList<ServiceTrace>?> TracesAsync(FleetSelection selection, CancellationToken stop)
    {
        var samples = Counted(DuckTables.Traces, selection);
        var count = _engine.Ask($"SELECT coalesce(sum(len(trace_low)), 0)::BIGINT FROM {samples}", row => row.GetInt64(0))[0];
        if (count == 0) return Task.FromResult<IReadOnlyList<ServiceTrace>?>(null);
        var condition = count <= MostTraces ? "" : string.Create(CultureInfo.InvariantCulture,
            $" WHERE hash(low) < {(ulong)(ulong.MaxValue * ((double)MostTraces / count))}");
        var texts = new SharedTexts();
        var traces = _engine.Ask(
            $"""
            WITH chosen AS MATERIALIZED (FROM (
              SELECT id, service, unnest(trace_high) AS high, unnest(trace_low) AS low, unnest(at_ns) AS at_ns,
                unnest(length_ns) AS length_ns, unnest(stopped_ns) AS stopped_ns FROM {samples}){condition} LIMIT {2L * MostTraces})
            SELECT service, high, low, at_ns, length_ns, stopped_ns, id FROM chosen
            WHERE low IN (SELECT low FROM chosen GROUP BY low HAVING count(DISTINCT service) > 1)
            """,
            row => (Trace: new ServiceTrace(
                texts.Of(row, 0), ServiceTrace.IdOf(row.GetInt64(1), row.GetInt64(2)), row.GetInt64(3), row.GetInt64(4), row.GetInt64(5),
                null),
                Id: row.GetInt64(6)));
        var places = PlacesOf([.. traces.Select(one => one.Id).Distinct()]);
        return Task.FromResult<IReadOnlyList<ServiceTrace>?>(
            [.. traces.Select(one => one.Trace with { Report = places.GetValueOrDefault(one.Id) })]);
    }

    /// <inheritdoc/>
    public Task<IReadOnlyList<ProcessState>> ProcessesAsync(FleetSelection selection, CancellationToken stop)
    {
        var states = _engine.Ask(
            $"""
            SELECT process, service, arg_max(version, start_ms), arg_max(host, start_ms), arg_max(runtime, start_ms),
              arg_max(runtime_version, start_ms), arg_max(collector, start_ms), arg_max(settings, start_ms), arg_max(memory_limit,
              start_ms),
              median(live_set), stddev_samp(live_set), arg_max(heap_limit, start_ms), max(heap_peak)::DOUBLE,
              sum(allocated_bytes) / sum(covered_s) FILTER (allocated_bytes IS NOT NULL), sum(stop_s) / sum(covered_s),
              sum(collector_cpu_s) / sum(covered_s) FILTER (collector_cpu_s IS NOT NULL), sum(collections) / sum(covered_s),
              arg_max(folder, start_ms), arg_max(path, start_ms), arg_max(process_index, start_ms)
            FROM {Counted(DuckTables.Runs, selection)} GROUP BY process, service ORDER BY service, process
            """,
            row => new ProcessState
            {
                Process = row.GetString(0),
                Service = row.GetString(1),
                Version = row.GetString(2),
                Host = row.GetString(3),
                Runtime = row.GetString(4),
                RuntimeVersion = row.GetString(5),
                Collector = row.GetString(6),
                Settings = SettingsText.Split(row.GetString(7)),
                MemoryLimit = row.IsDBNull(8) ? null : row.GetInt64(8),
                LiveSet = Number(row, 9),
                LiveSetDeviation = Number(row, 10),
                HeapLimit = row.IsDBNull(11) ? null : row.GetInt64(11),
                HeapPeak = Number(row, 12),
                AllocationRate = Number(row, 13),
                StoppedShare = Number(row, 14) ?? 0,
                CollectorCpuShare = Number(row, 15),
                CollectionsPerSecond = Number(row, 16),
                Report = Place(row.GetString(17), row.GetString(18), row.GetInt32(19)),
            });
        return Task.FromResult<IReadOnlyList<ProcessState>>(states);
    }

    /// <inheritdoc/>
    public Task<IReadOnlyList<OpenFleetAlert>?> AlertsAsync(FleetSelection selection, CancellationToken stop) =>
        Task.FromResult<IReadOnlyList<OpenFleetAlert>?>(null);

    /// <summary>The rows of a table that count and are selected, as a subquery.</summary>
    private string Counted(string table, FleetSelection selection)
    {
        Judge(selection);
        return Rows(table, selection);
    }

    private static string Rows(string table, FleetSelection selection)
    {
        var sql = new StringBuilder($"(SELECT * FROM all_{table} ANTI JOIN left_out USING (id) WHERE true");
        // The time is that of the run; stops have their own.
        if (table == DuckTables.Stops && (selection.From ?? selection.To) is not null)
        {
            var time = new FleetSelection { From = selection.From, To = selection.To };
            sql.Append(CultureInfo.InvariantCulture, $" AND id IN (SELECT id FROM {Rows(DuckTables.Runs, time)})");
        }
        else
        {
            if (selection.From is { } from) sql.Append(CultureInfo.InvariantCulture, $" AND start_ms >= {from.ToUnixTimeMilliseconds()}");
            if (selection.To is { } to) sql.Append(CultureInfo.InvariantCulture, $" AND start_ms < {to.ToUnixTimeMilliseconds()}");
        }

        foreach (var (column, value) in new[]
        {
            ("service", selection.Service), ("version", selection.Version), ("host", selection.Host), ("runtime", selection.Runtime),
        })
        {
            if (value is not null) sql.Append(CultureInfo.InvariantCulture, $" AND {column} = {DuckEngine.Quoted(value)}");
        }

        return sql.Append(") AS counted").ToString();
    }

    private Dictionary<long, ReportPlace> PlacesOf(IReadOnlyCollection<long> ids)
    {
        if (ids.Count == 0) return [];
        _engine.Run("CREATE OR REPLACE TABLE wanted(id BIGINT)");
        using (var appender = _engine.CreateAppender("wanted"))
        {
            foreach (var id in ids) appender.CreateRow().AppendValue(id).EndRow();
        }

        return _engine.Ask("SELECT id, folder, path, process_index FROM all_runs SEMI JOIN wanted USING (id)",
            row => (Id: row.GetInt64(0), Place: Place(row.GetString(1), row.GetString(2), row.GetInt32(3))))
            .DistinctBy(row => row.Id).ToDictionary(row => row.Id, row => row.Place);
    }

    private static ReportPlace Place(string folder, string path, int index) =>
        new(folder is "." ? path : $"{folder.TrimEnd('/')}/{path}", index);

    private static StopTimes StopsOf(DuckDBDataReader row, bool withHistograms)
    {
        var sums = StopTimes.None with
        {
            Count = row.GetInt64(7), SumSeconds = row.GetDouble(8), MaxSeconds = row.GetDouble(9), Zero = row.GetInt64(10),
        };
        if (!withHistograms) return sums;
        var (indexes, counts) = (row.GetString(18).Split('|'), row.GetString(19).Split('|'));
        var all = StopTimes.None;
        for (var i = 0; i < indexes.Length; i++)
        {
            all = all.With(StopTimes.None with
            {
                Indexes = Array.ConvertAll(Words(indexes[i]), word => short.Parse(word, CultureInfo.InvariantCulture)),
                Counts = Array.ConvertAll(Words(counts[i]), word => long.Parse(word, CultureInfo.InvariantCulture)),
            });
        }

        return sums with { Indexes = all.Indexes, Counts = all.Counts };
    }

    private static string[] Words(string text) => text.Split(' ', StringSplitOptions.RemoveEmptyEntries);

    private static double? Number(DuckDBDataReader row, int column) =>
        !row.IsDBNull(column) && row.GetDouble(column) is var value && double.IsFinite(value) ? value : null;

    private static DateTimeOffset? Time(DuckDBDataReader row, int column) =>
        row.IsDBNull(column) ? null : DateTimeOffset.FromUnixTimeMilliseconds(row.GetInt64(column));
}
