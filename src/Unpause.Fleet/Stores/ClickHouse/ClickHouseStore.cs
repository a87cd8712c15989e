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

    private ClickHouseStore(ClickHouseAddress address)
    {
        _address = address;
        _client = new(address, Deadline);
    }

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
        var overlapping = await AskAsync(ClickHouseQueries.Overlaps(selection), row => row.ReadCount(), stop);
        string[] notes = _address is { User: null or "default", Password: null }
            ? ["ClickHouse accepts its user default without a password. Debian's configuration accepts it from any network: set a "
                + "password or <networks> in users.xml"]
            : [];
        var rows = await AskAsync(ClickHouseQueries.Coverage(selection), Read, stop);
        return rows[0];

        FleetCoverage Read(RowBinaryReader row)
        {
            var runs = row.ReadCount();
            var (reports, processes, hosts, services) = (row.ReadCount(), row.ReadCount(), row.ReadCount(), row.ReadCount());
            var (from, to, covered) = (row.ReadInt64(), row.ReadInt64(), row.ReadDouble());
            return new(
                FleetSourceDocument.ClickHouse, _address.Place, reports, processes, hosts, services, runs == 0 ? null : TimeOf(from),
                runs == 0 ? null : TimeOf(to), covered, overlapping[0], [], notes);
        }
    }

    /// <inheritdoc/>
    public async Task<IReadOnlyList<ServiceCause>?> CausesAsync(FleetSelection selection, CancellationToken stop)
    {
        var services = new Dictionary<(string, string), (long Processes, double Seconds)>();
        foreach (var one in await AskAsync(
            ClickHouseQueries.Services(selection),
            row => (row.ReadText(), row.ReadText(), row.ReadCount(), row.ReadDouble()),
            stop))
        {
            services[(one.Item1, one.Item2)] = (one.Item3, one.Item4);
        }

        return await AskAsync(ClickHouseQueries.Causes(selection), Read, stop);

        ServiceCause Read(RowBinaryReader row)
        {
            var (service, runtime, finding) = (row.ReadText(), row.ReadText(), row.ReadText());
            var (title, advice, setting, processes) = (row.ReadText(), row.ReadText(), row.ReadText(), row.ReadCount());
            var (seconds, lost, cores) = (row.ReadDouble(), row.ReadNullableDouble(), row.ReadNullableDouble());
            var (saves, longest) = (row.ReadNullableDouble(), row.ReadDouble());
            var of = services.GetValueOrDefault((service, runtime));
            return new(
                service, runtime, finding, title, advice, setting, processes, of.Processes, of.Seconds, seconds, lost, cores, saves,
                longest, ReadPlace(row));
        }
    }

    /// <inheritdoc/>
    public async Task<IReadOnlyList<FleetSlice>> SlicesAsync(FleetSelection selection, CancellationToken stop)
    {
        return await AskAsync(ClickHouseQueries.Slices(selection), Read, stop);

        static FleetSlice Read(RowBinaryReader row) => new()
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
    public async Task<IReadOnlyList<TimedStop>?> LongStopsAsync(FleetSelection selection, CancellationToken stop) => await AskAsync(
        ClickHouseQueries.LongStops(selection),
        row => new TimedStop(
            row.ReadText(), row.ReadText(), row.ReadText(), row.ReadInt64(), row.ReadInt64(), row.ReadInt64(), row.ReadText(),
            ReadPlace(row)),
        stop);

    /// <inheritdoc/>
    public async Task<IReadOnlyList<ProcessState>> ProcessesAsync(FleetSelection selection, CancellationToken stop) =>
        await AskAsync(ClickHouseQueries.Processes(selection), ProcessRow.Read, stop);

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

    private async Task<List<T>> AskAsync<T>(string query, Func<RowBinaryReader, T> read, CancellationToken stop)
    {
        try
        {
            return await _client.QueryAsync(query, read, stop);
        }
        catch (ClickHouseFailure e)
        {
            throw new UserMistake(e.Message);
        }
    }
}
