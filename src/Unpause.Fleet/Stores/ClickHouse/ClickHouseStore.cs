using Unpause.Fleet.Rows;
using Unpause.Recordings;
using Unpause.Reports.Fleets.Documents;

namespace Unpause.Fleet.Stores.ClickHouse;

/// <summary>Answers from a ClickHouse server that <see cref="ClickHouseSender"/> filled.</summary>
internal sealed class ClickHouseStore : IFleetStore
{
    private const int Tables = 3;

    private static readonly TimeSpan Deadline = TimeSpan.FromMinutes(5);

    private readonly ClickHouseAddress _address;
    private readonly ClickHouseClient _client;
    private CountedSelection? _counted;

    private ClickHouseStore(ClickHouseAddress address)
    {
        _address = address;
        _client = new(address, Deadline);
    }

    /// <summary>About how many traces one answer has.</summary>
    public int MostTraces { get; set; } = ServiceTrace.Most;

    /// <summary>Opens a store for questions.</summary>
    /// <exception cref="UserMistake">It is away, or has no tables of unpause.</exception>
    public static async Task<ClickHouseStore> OpenAsync(ClickHouseAddress address, CancellationToken stop)
    {
        var store = new ClickHouseStore(address);
        try
        {
            var tables = await store.AskAsync(ClickHouseQueries.TableCount(address.Database), row => row.ReadCount(), stop);
            return tables is [Tables] ? store : throw new UserMistake(
                $"{address.Place} has no tables of unpause. Send reports first: unpause fleet send DIR --store {address.Place}");
        }
        catch
        {
            await store.DisposeAsync();
            throw;
        }
    }

    /// <inheritdoc/>
    public async Task<FleetCoverage> CoverageAsync(FleetSelection selection, CancellationToken stop)
    {
        var counted = await CountedAsync(selection, stop);
        string[] notes = _address is { User: null or "default", Password: null }
            ? ["ClickHouse accepts its user default without a password. Debian's configuration accepts it from any network: set a "
                + "password or <networks> in users.xml"]
            : [];
        var rows = await AskAsync(counted, ClickHouseQueries.Coverage(counted), Read, stop);
        return rows[0];

        FleetCoverage Read(RowBinaryReader row)
        {
            var runs = row.ReadCount();
            var (reports, processes, hosts, services) = (row.ReadCount(), row.ReadCount(), row.ReadCount(), row.ReadCount());
            var (from, to, covered) = (row.ReadInt64(), row.ReadInt64(), row.ReadDouble());
            return new(
                FleetSourceDocument.ClickHouse, _address.Place, reports, processes, hosts, services, runs == 0 ? null : TimeOf(from),
                runs == 0 ? null : TimeOf(to), covered, counted.LeftOut.Length / sizeof(long), [], notes);
        }
    }

    /// <inheritdoc/>
    public async Task<IReadOnlyList<ServiceCause>?> CausesAsync(FleetSelection selection, CancellationToken stop)
    {
        var counted = await CountedAsync(selection, stop);
        var services = new Dictionary<(string, string), (long Processes, double Seconds, double Concurrent)>();
        foreach (var one in await AskAsync(
            counted,
            ClickHouseQueries.Services(counted),
            row => (row.ReadText(), row.ReadText(), row.ReadCount(), row.ReadDouble(), row.ReadDouble()),
            stop))
        {
            services[(one.Item1, one.Item2)] = (one.Item3, one.Item4, one.Item5);
        }

        return await AskAsync(counted, ClickHouseQueries.Causes(counted, await OnceAsync(ClickHouseDialect.Causes, stop)), Read, stop);

        ServiceCause Read(RowBinaryReader row)
        {
            var (service, runtime, finding) = (row.ReadText(), row.ReadText(), row.ReadText());
            var processes = row.ReadCount();
            var (seconds, lost, cores) = (row.ReadDouble(), row.ReadNullableDouble(), row.ReadNullableDouble());
            var (saves, longest) = (row.ReadNullableDouble(), row.ReadDouble());
            var (title, advice, setting) = (row.ReadText(), row.ReadText(), row.ReadText());
            var of = services.GetValueOrDefault((service, runtime));
            return new(
                service, runtime, finding, title, advice, setting, processes, of.Processes, of.Seconds, seconds, lost, cores, saves,
                longest, ReadPlace(row)) { Concurrent = of.Concurrent };
        }
    }

    /// <inheritdoc/>
    public async Task<IReadOnlyList<FleetSlice>> SlicesAsync(FleetSelection selection, CancellationToken stop)
    {
        var counted = await CountedAsync(selection, stop);
        var runs = new SliceSteps(selection, (await AskAsync(counted, ClickHouseQueries.Runs(counted), row => row.ReadCount(), stop))[0]);
        return await AskAsync(counted, ClickHouseQueries.Slices(counted, runs.StepMilliseconds, runs.HaveHistograms), Read, stop);

        FleetSlice Read(RowBinaryReader row) => new()
        {
            Service = row.ReadText(),
            Version = row.ReadText(),
            Host = row.ReadText(),
            Process = row.ReadText(),
            Runtime = row.ReadText(),
            Hour = TimeOf(row.ReadInt64()),
            CoveredSeconds = row.ReadDouble(),
            Stops = ReadStops(row),
            Requests = row.ReadNullableInt64(),
            Slow = row.ReadNullableInt64(),
            SlowBecauseOfGc = row.ReadNullableInt64(),
            AllocatedBytes = row.ReadNullableDouble(),
            Report = ReadPlace(row),
        };
    }

    /// <inheritdoc/>
    public async Task<IReadOnlyList<TimedStop>?> LongStopsAsync(FleetSelection selection, CancellationToken stop)
    {
        var counted = await CountedAsync(selection, stop);
        return await AskAsync(counted, ClickHouseQueries.LongStops(counted, await OnceAsync(ClickHouseDialect.Stops, stop)), Read, stop);

        static TimedStop Read(RowBinaryReader row) => new(
            row.ReadText(), row.ReadText(), row.ReadText(), row.ReadInt64(), row.ReadInt64(), row.ReadInt64(), row.ReadText(),
            ReadPlace(row));
    }

    /// <inheritdoc/>
    public async Task<IReadOnlyList<ServiceTrace>?> TracesAsync(FleetSelection selection, CancellationToken stop)
    {
        if (await AskAsync(ClickHouseQueries.HasTraces(_address.Database), row => row.ReadCount(), stop) is not [> 0]) return null;
        var counted = await CountedAsync(selection, stop);
        var samples = await OnceAsync(ClickHouseDialect.Traces, stop);
        var count = (await AskAsync(counted, ClickHouseQueries.TraceCount(counted, samples), row => row.ReadCount(), stop))[0];
        if (count == 0) return null;
        // Hundreds of thousands of rows name few services and reports.
        var places = new Dictionary<ReportPlace, ReportPlace>();
        return await AskAsync(counted, ClickHouseQueries.Traces(counted, samples, (double)MostTraces / count), Read, stop);

        ServiceTrace Read(RowBinaryReader row)
        {
            var service = row.ReadText();
            var id = new UInt128(row.ReadUInt64(), row.ReadUInt64());
            var (at, length, stopped, place) = (row.ReadCount(), row.ReadCount(), row.ReadCount(), ReadPlace(row));
            if (!places.TryGetValue(place, out var known)) places.Add(place, known = place);
            return new(service, id, at, length, stopped, known);
        }
    }

    /// <inheritdoc/>
    public async Task<IReadOnlyList<ProcessState>> ProcessesAsync(FleetSelection selection, CancellationToken stop)
    {
        var counted = await CountedAsync(selection, stop);
        return await AskAsync(counted, ClickHouseQueries.Processes(counted), ProcessRow.Read, stop);
    }

    /// <inheritdoc/>
    public Task<IReadOnlyList<OpenFleetAlert>?> AlertsAsync(FleetSelection selection, CancellationToken stop) =>
        Task.FromResult<IReadOnlyList<OpenFleetAlert>?>(null);

    /// <inheritdoc/>
    public ValueTask DisposeAsync()
    {
        _client.Dispose();
        return ValueTask.CompletedTask;
    }

    /// <summary>The report and process of two columns.</summary>
    internal static ReportPlace ReadPlace(RowBinaryReader row) =>
        new(row.ReadText(), (int)Math.Clamp(row.ReadInt64(), 0, int.MaxValue));

    private static StopTimes ReadStops(RowBinaryReader row) => new()
    {
        Count = row.ReadCount(),
        SumSeconds = row.ReadDouble(),
        MaxSeconds = row.ReadDouble(),
        Zero = row.ReadCount(),
        Indexes = row.ReadShorts(),
        Counts = row.ReadCounts(),
    };

    private static DateTimeOffset TimeOf(long milliseconds) => DateTimeOffset.FromUnixTimeMilliseconds(
        Math.Clamp(milliseconds, DateTimeOffset.MinValue.ToUnixTimeMilliseconds(), DateTimeOffset.MaxValue.ToUnixTimeMilliseconds()));

    /// <summary>The runs of a selection that count. Once for each selection: all questions are about the same runs.</summary>
    private async Task<CountedSelection> CountedAsync(FleetSelection selection, CancellationToken stop)
    {
        if (_counted is { } known && known.Selection == selection) return known;
        var (runs, keys) = (await OnceAsync(ClickHouseDialect.Runs, stop), new RowBinaryWriter());
        await AskAsync(ClickHouseQueries.MayOverlap(selection, runs), Judge, stop);
        return _counted = new(selection, runs, keys.Written.ToArray());

        bool Judge(RowBinaryReader row)
        {
            var (service, process) = (row.ReadText(), row.ReadText());
            var (starts, ends, own) = (row.ReadInt64s(), row.ReadInt64s(), row.ReadInt64s());
            var rule = new OverlapRule();
            for (var i = 0; i < Math.Min(own.Length, Math.Min(starts.Length, ends.Length)); i++)
            {
                if (rule.LeavesOut(service, process, starts[i], ends[i])) keys.Write(own[i]);
            }

            return true;
        }
    }

    /// <summary>The rows of a table that count. Asked with each selection, because a retried batch may bring a row twice.</summary>
    private async Task<string> OnceAsync(string table, CancellationToken stop) =>
        ClickHouseQueries.Once(table, await AskAsync(ClickHouseQueries.IsOnce(table), row => row.ReadCount(), stop) is [> 0]);

    private Task<List<T>> AskAsync<T>(CountedSelection counted, string query, Func<RowBinaryReader, T> read, CancellationToken stop) =>
        counted.LeftOut.IsEmpty
            ? AskAsync(query, read, stop)
            : MistakenAsync(
                () => _client.QueryAsync(query, ClickHouseQueries.LeftOut, ClickHouseQueries.LeftOutColumn, counted.LeftOut, read, stop));

    private Task<List<T>> AskAsync<T>(string query, Func<RowBinaryReader, T> read, CancellationToken stop) =>
        MistakenAsync(() => _client.QueryAsync(query, read, stop));

    private static async Task<List<T>> MistakenAsync<T>(Func<Task<List<T>>> ask)
    {
        try
        {
            return await ask();
        }
        catch (ClickHouseFailure e)
        {
            throw new UserMistake(e.Message);
        }
    }
}
