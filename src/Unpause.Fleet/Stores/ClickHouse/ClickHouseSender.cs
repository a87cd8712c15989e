using Unpause.Fleet.Rows;

namespace Unpause.Fleet.Stores.ClickHouse;

/// <summary>What became of runs that were sent.</summary>
/// <param name="Stored">Runs that the server took, those that had waited included.</param>
/// <param name="Unchanged">Runs that it had already.</param>
/// <param name="Waiting">Runs that wait in the spool.</param>
/// <param name="NotKept">Runs that neither the server nor the spool took: send their reports again.</param>
/// <param name="Damaged">Files of the spool that were damaged, and set aside.</param>
/// <param name="Reason">Why the last of those that wait or were not kept did not arrive; null without any.</param>
internal sealed record SendResult(long Stored, long Unchanged, long Waiting, long NotKept, int Damaged, string? Reason);

/// <summary>
/// Fills the tables: batches of bounded size, first those that waited. When the server is away a batch is tried again, then it goes to the
/// spool; the batches behind it go there at once. A batch that arrives twice or late counts once, and an older one replaces no newer.
/// </summary>
internal sealed class ClickHouseSender : IDisposable
{
    private const int MostRuns = 2000, MostBytes = 8 * 1024 * 1024;

    // Newer servers refuse an insert into more than 100 partitions (max_partitions_per_insert_block), and stops have one for each day.
    private const int MostDays = 50;

    private readonly ClickHouseAddress _address;
    private readonly ClickHouseClient _client;
    private readonly BatchSpool _spool;
    private readonly SenderPace _pace;
    private readonly RowBinaryWriter _scratch = new();
    private readonly HashSet<ulong> _spooled = [];

    private long _stored, _unchanged, _waiting, _notKept;
    private int _damaged;
    private string? _reason;
    private bool _isAway;
    private ulong _made;

    /// <summary>A sender.</summary>
    public ClickHouseSender(ClickHouseAddress address, BatchSpool spool, SenderPace pace)
    {
        (_address, _spool, _pace) = (address, spool, pace);
        _client = new(address, pace.Deadline);
    }

    /// <summary>Drops what is older than is kept.</summary>
    /// <param name="today">Null for the server's: a sender whose clock is wrong must not empty the store.</param>
    /// <returns>Partitions dropped.</returns>
    /// <exception cref="ClickHouseFailure">It failed.</exception>
    public Task<int> DropOldAsync(DateOnly? today, CancellationToken stop) =>
        ClickHouseRetention.DropOldAsync(_client, _address.Database, today, stop);

    /// <summary>Sends what waits, then these runs.</summary>
    /// <exception cref="ClickHouseFailure">The server refuses, and would again.</exception>
    public async Task<SendResult> SendAsync(IAsyncEnumerable<RunRows> runs, CancellationToken stop)
    {
        (_stored, _unchanged, _waiting, _notKept, _damaged) = (0, 0, 0, 0, 0);
        _spooled.Clear();
        await PrepareAsync(stop);
        await DeliverWaitingAsync(stop);
        var (part, bytes) = (new Dictionary<long, RunRows>(), 0L);
        var days = new HashSet<ushort>();
        await foreach (var run in runs.WithCancellation(stop))
        {
            days.Add(ClickHouseTables.DayOf(run.Run.Start));
            // The same recording in two files is one run.
            if (part.TryAdd(run.Run.Key, run)) bytes += SizeOf(run);
            else _unchanged++;
            if (part.Count < MostRuns && bytes < MostBytes && days.Count < MostDays) continue;
            await SendPartAsync(part, stop);
            part.Clear();
            days.Clear();
            bytes = 0;
        }

        if (part.Count > 0) await SendPartAsync(part, stop);
        return new(_stored, _unchanged, _waiting, _notKept, _damaged, _waiting + _notKept > 0 ? _reason : null);
    }

    /// <inheritdoc/>
    public void Dispose() => _client.Dispose();

    private static long SizeOf(RunRows run) => 512L + (10 * run.Run.Stops.Counts.Length) + run.Run.Settings.Length
        + (256 * (run.Causes.Count + run.Stops.Count)) + (40 * run.Traces.Count);

    /// <summary>
    /// Makes the database and its tables, in the words of the server's version. That the server is away is no failure: what is sent waits.
    /// </summary>
    private async Task PrepareAsync(CancellationToken stop)
    {
        _isAway = false;
        try
        {
            await _client.ExecuteAsync($"CREATE DATABASE IF NOT EXISTS {_address.Database}", stop, inDatabase: false);
            var version = await _client.QueryAsync(ClickHouseQueries.Version, row => row.ReadText(), stop);
            foreach (var statement in ClickHouseDialect.Of(version[0]).CreateTables()) await _client.ExecuteAsync(statement, stop);
        }
        catch (ClickHouseFailure e) when (e.IsTransient)
        {
            (_isAway, _reason) = (true, e.Message);
        }
    }

    private async Task DeliverWaitingAsync(CancellationToken stop)
    {
        foreach (var file in _spool.Waiting())
        {
            if (BatchSpool.Read(file) is not { } batch) _damaged++;
            else if (!_isAway && await TryInsertAsync(batch, stop))
            {
                BatchSpool.Remove(file);
                _stored += batch.RunCount;
            }
            else
            {
                _waiting += batch.RunCount;
                batch.AddMarksTo(_spooled);
            }
        }
    }

    private async Task SendPartAsync(Dictionary<long, RunRows> part, CancellationToken stop)
    {
        var contents = new Dictionary<long, ulong>();
        foreach (var (key, run) in part) contents[key] = ClickHouseTables.ContentOf(run, _scratch);
        if (!_isAway) await RemoveKnownAsync(part, contents, stop);
        if (_isAway) RemoveSpooled(part, contents);
        if (part.Count == 0) return;
        var batch = MakeBatch(part.Values, contents);
        if (!_isAway && await TryInsertAsync(batch, stop)) _stored += batch.RunCount;
        else if (_spool.TryAdd(batch)) _waiting += batch.RunCount;
        else _notKept += batch.RunCount;
    }

    /// <summary>Leaves out what the server has: a folder that is sent each hour costs a question instead of rows.</summary>
    private async Task RemoveKnownAsync(Dictionary<long, RunRows> part, Dictionary<long, ulong> contents, CancellationToken stop)
    {
        try
        {
            foreach (var (key, content) in await _client.QueryAsync(
                ClickHouseQueries.Known(part.Keys), row => (row.ReadInt64(), row.ReadUInt64()), stop))
            {
                if (!contents.TryGetValue(key, out var own) || own != content || !part.Remove(key)) continue;
                _unchanged++;
            }
        }
        catch (ClickHouseFailure e) when (e.IsTransient)
        {
            // Inserting meets the same, and tries again.
        }
    }

    /// <summary>Leaves out what waits: a folder that is sent each hour while the server is away waits once.</summary>
    private void RemoveSpooled(Dictionary<long, RunRows> part, Dictionary<long, ulong> contents)
    {
        foreach (var (key, content) in contents)
        {
            if (_spooled.Contains(RunBatch.MarkOf(key, content))) part.Remove(key);
        }
    }

    private RunBatch MakeBatch(IEnumerable<RunRows> part, Dictionary<long, ulong> contents)
    {
        var (runs, causes, stops) = (new RowBinaryWriter(), new RowBinaryWriter(), new RowBinaryWriter());
        var (traces, marks) = (new RowBinaryWriter(), new RowBinaryWriter());
        var count = 0;
        // It rises even when the clock was set back a little, so that a later send replaces an earlier one.
        var now = (ulong)Math.Max(0, DateTimeOffset.UtcNow.ToUnixTimeMilliseconds()) * 1000;
        _made = Math.Max(now, _made + 1);
        foreach (var run in part)
        {
            ClickHouseTables.WriteRun(runs, run.Run, _made, contents[run.Run.Key]);
            ClickHouseTables.WriteCauses(causes, run, _made);
            ClickHouseTables.WriteStops(stops, run, _made);
            ClickHouseTables.WriteTraces(traces, run, _made);
            marks.Write(RunBatch.MarkOf(run.Run.Key, contents[run.Run.Key]));
            count++;
        }

        return new(count, runs.Written, causes.Written, stops.Written, traces.Written, marks.Written);
    }

    private async Task<bool> TryInsertAsync(RunBatch batch, CancellationToken stop)
    {
        for (var tries = 1; ; tries++)
        {
            try
            {
                await batch.InsertAsync(_client, stop);
                return true;
            }
            catch (ClickHouseFailure e) when (e.IsTransient)
            {
                _reason = e.Message;
                if (tries == _pace.Tries)
                {
                    _isAway = true;
                    return false;
                }
            }

            await Task.Delay(_pace.Between * tries, stop);
        }
    }
}

/// <summary>How patient a sender is.</summary>
/// <param name="Tries">How often a batch is tried before it waits in the spool.</param>
/// <param name="Between">The time after the first try; each later one is longer by it.</param>
/// <param name="Deadline">How long one insert may take.</param>
internal sealed record SenderPace(int Tries, TimeSpan Between, TimeSpan Deadline)
{
    /// <summary>The usual one.</summary>
    public static SenderPace Usual { get; } = new(3, TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(60));
}
