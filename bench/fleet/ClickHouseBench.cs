using System.Diagnostics;
using Unpause.Fleet.Rows;
using Unpause.Fleet.Stores;
using Unpause.Fleet.Stores.ClickHouse;

namespace Unpause.Bench.Fleet;

/// <summary>
/// What ClickHouse takes and needs: single pauses and their roll-ups by SQL, and runs of documents by the sender. Prints a table.
/// </summary>
internal sealed class ClickHouseBench(ClickHouseAddress address, long pauses, int processes) : IDisposable
{
    private const int Days = 30, RowsInBatch = 500_000, Connections = 2, Repeats = 5;
    private const long MillisecondsInHour = 3_600_000;

    // Microseconds: 32 bits are 71 minutes. KiB: 32 bits are 4 TiB. Text is a number: its dictionary is a table of some hundred rows.
    private const string PauseColumns = "day Date, service UInt16, process UInt32, seq UInt32, at Int64, dur UInt32, stop UInt32, gen "
        + "UInt8, "
        + "cause UInt16, before UInt32, after UInt32";

    private const string RollupColumns = "day Date, service UInt16, process UInt32, t UInt32, gen UInt8, cause UInt16, n UInt32, sum "
        + "UInt64, "
        + "max UInt32, b Array(Int16), c Array(UInt32), made UInt64";

    private static readonly long Start = new DateTimeOffset(2026, 11, 1, 0, 0, 0, TimeSpan.Zero).ToUnixTimeMilliseconds();

    private readonly ClickHouseClient _client = new(address, TimeSpan.FromMinutes(30));

    /// <summary>Runs all.</summary>
    public async Task<int> RunAsync()
    {
        await _client.ExecuteAsync($"CREATE DATABASE IF NOT EXISTS {address.Database}", default, inDatabase: false);
        await PausesAsync();
        await MinutesAsync();
        await RunsAsync();
        return 0;
    }

    /// <inheritdoc/>
    public void Dispose() => _client.Dispose();

    private static void Print(string what, string value) => Console.WriteLine($"| {what} | {value} |");

    private async Task PausesAsync()
    {
        await CreateAsync("pause", PauseColumns, "(service, process, seq)", "");
        var between = Days * 86_400.0 * processes / pauses;
        Print("ingest, pauses/s", $"{pauses / await FillAsync("pause", pauses, between):N0}");
        await _client.ExecuteAsync("OPTIMIZE TABLE pause", default);
        Print("bytes a pause", $"{await BytesOfAsync("pause") / (double)pauses:F1}");
        await CreateAsync("rollup", RollupColumns, "(service, process, t, gen, cause)", "made");
        var watch = Stopwatch.StartNew();
        foreach (var day in await _client.QueryAsync("SELECT toInt64(toUInt16(day)) FROM pause GROUP BY day", row =>
            row.ReadInt64(), default))
        {
            await _client.ExecuteAsync(RollupOf("pause", "rollup", 3600, $"day = toDate({day})"), default);
        }

        Print("hourly roll-up, pauses/s", $"{pauses / watch.Elapsed.TotalSeconds:N0}");
        var rollups = await CountAsync("SELECT count() FROM rollup");
        Print("roll-ups", $"{rollups:N0}");
        Print("bytes a process-hour of roll-ups", $"{await BytesOfAsync("rollup") / (Days * 24.0 * processes):F0}");
        const string ToDo = "SELECT service, cause, sum({0}) AS lost, max({1}), {2} FROM {3} GROUP BY service, cause ORDER BY lost DESC";
        await TimeAsync("to-do list from single pauses", string.Format(null, ToDo, "stop", "stop", "uniqExact(process)", "pause"));
        await TimeAsync("to-do list from roll-ups, FINAL", string.Format(null, ToDo, "sum", "max", "sumMap(b, c)", "rollup FINAL"));
        await TimeAsync(
            "to-do list from roll-ups, FINAL, without percentiles",
            string.Format(null, ToDo, "sum", "max", "uniqExact(process)", "rollup FINAL"));
    }

    /// <summary>One day of 100 processes with a pause each second, by the minute.</summary>
    private async Task MinutesAsync()
    {
        const int Few = 100, Minutes = 360;
        await CreateAsync("dense", PauseColumns, "(service, process, seq)", "");
        await FillAsync("dense", Few * Minutes * 60L, 1, Few);
        await CreateAsync("minutes", RollupColumns, "(service, process, t, gen, cause)", "made");
        await _client.ExecuteAsync(RollupOf("dense", "minutes", 60, "1"), default);
        await _client.ExecuteAsync("OPTIMIZE TABLE minutes", default);
        Print("bytes a process-minute of roll-ups, 60 pauses in it", $"{await BytesOfAsync("minutes") / (double)(Few * Minutes):F0}");
    }

    /// <summary>Documents: hourly runs, through the sender, and the questions.</summary>
    private async Task RunsAsync()
    {
        var runs = processes * Days * 24L / 3;
        var folder = Directory.CreateTempSubdirectory("unpause-bench-");
        using (var sender = new ClickHouseSender(address, new(folder.FullName, 1 << 30), SenderPace.Usual))
        {
            var watch = Stopwatch.StartNew();
            var sent = await sender.SendAsync(MadeAsync(Days / 3), default);
            Print("documents sent/s (a third of the hours)", $"{sent.Stored / watch.Elapsed.TotalSeconds:N0}");
            watch.Restart();
            await sender.SendAsync(MadeAsync(Days / 3), default);
            Print("documents sent again/s", $"{sent.Stored / watch.Elapsed.TotalSeconds:N0}");
        }

        folder.Delete(recursive: true);
        foreach (var table in new[] { "unpause_run", "unpause_cause", "unpause_stop" })
        {
            Print($"bytes of {table} a process-hour", $"{await BytesOfAsync(table) / (double)runs:F0}");
        }

        await using var store = await ClickHouseStore.OpenAsync(address, default);
        await AskAsync("coverage", () => store.CoverageAsync(new(), default));
        await AskAsync("causes", () => store.CausesAsync(new(), default));
        await AskAsync("processes", () => store.ProcessesAsync(new(), default));
        await AskAsync("slices of a service", () => store.SlicesAsync(new() { Service = "service-7" }, default));
        await AskAsync("long stops of a day", () => store.LongStopsAsync(
            new() { From = DateTimeOffset.FromUnixTimeMilliseconds(Start), To = DateTimeOffset.FromUnixTimeMilliseconds(Start).AddDays(1) },
            default));
    }

    private static async Task AskAsync(string what, Func<Task> ask)
    {
        var watch = Stopwatch.StartNew();
        await ask();
        Print($"question: {what}, s", $"{watch.Elapsed.TotalSeconds:F2}");
    }

    private Task CreateAsync(string table, string columns, string order, string version) => _client.ExecuteAsync(
        $"CREATE TABLE {table} ({columns}) ENGINE = ReplacingMergeTree({version}) PARTITION BY toMonday(day) ORDER BY {order}", default);

    private static string RollupOf(string from, string to, int seconds, string where) =>
        $"""
        INSERT INTO {to} SELECT any(d), service, process, t, gen, cause, sum(n), sum(s), max(m), groupArray(bucket), groupArray(n), 1
        FROM (
          SELECT min(day) AS d, service, process, toUInt32(intDiv(at, {seconds}000000) * {seconds}) AS t, gen, cause,
            toInt16(ceil(log2(stop / 1000) * 32) - 1) AS bucket, count() AS n, sum(stop) AS s, max(stop) AS m
          FROM {from} WHERE {where} GROUP BY service, process, t, gen, cause, bucket)
        GROUP BY service, process, t, gen, cause
        """;

    private async Task<double> FillAsync(string table, long count, double between, int? few = null)
    {
        var of = few ?? processes;
        var rows = new PauseRows(of, Start, between, 7);
        var each = (int)Math.Max(1, RowsInBatch / of);
        var batches = count / ((long)each * of);
        var free = new SemaphoreSlim(Connections);
        var buffers = new Stack<byte[]>(Enumerable.Range(0, Connections).Select(_ => new byte[each * of * PauseRows.RowBytes]));
        var sending = new List<Task>();
        var watch = Stopwatch.StartNew();
        for (long i = 0; i < batches; i++)
        {
            await free.WaitAsync();
            byte[] buffer;
            lock (buffers) buffer = buffers.Pop();
            for (var process = 0; process < of; process++)
            {
                rows.Write(buffer.AsSpan(process * each * PauseRows.RowBytes, each * PauseRows.RowBytes), process);
            }

            sending.RemoveAll(task => task.IsCompletedSuccessfully);
            sending.Add(SendAsync(buffer));
        }

        await Task.WhenAll(sending);
        return watch.Elapsed.TotalSeconds;

        async Task SendAsync(byte[] buffer)
        {
            await _client.InsertAsync($"{table} {PauseRows.Columns}", buffer, default);
            lock (buffers) buffers.Push(buffer);
            free.Release();
        }
    }

    private async Task<long> BytesOfAsync(string table) => await CountAsync(
        $"SELECT sum(bytes_on_disk) FROM system.parts WHERE active AND database = '{address.Database}' AND table = '{table}'");

    private async Task<long> CountAsync(string query) => (await _client.QueryAsync(query, row => row.ReadCount(), default))[0];

    private async Task TimeAsync(string what, string query)
    {
        var times = new List<double>();
        for (var i = 0; i < Repeats; i++)
        {
            var watch = Stopwatch.StartNew();
            await _client.ExecuteAsync(query + " FORMAT Null", default);
            times.Add(watch.Elapsed.TotalSeconds);
        }

        times.Sort();
        Print($"{what}, s (median of {Repeats})", $"{times[Repeats / 2]:F2}");
    }

    private async IAsyncEnumerable<RunRows> MadeAsync(int days)
    {
        var random = new Random(1);
        for (var hour = 0; hour < days * 24; hour++)
        {
            for (var process = 0; process < processes; process++) yield return Make(random, process, Start + (hour * MillisecondsInHour));
            await Task.Yield();
        }
    }

    private static RunRows Make(Random random, int process, long start)
    {
        var key = random.NextInt64();
        var (indexes, counts, index) = (new short[40], new long[40], 0);
        for (var i = 0; i < indexes.Length; i++)
        {
            indexes[i] = (short)(index += random.Next(1, 6));
            counts[i] = random.Next(1, 50);
        }

        var service = process % 40;
        var name = $"host-{process / 10}";
        return new(
            new RunRow
            {
                Key = key, Report = $"{name}/2026-11/{process}-{start}.json.gz", Index = 0, Host = name, Service = $"service-{service}",
                Version = $"1.{start / 86_400_000 % 10}", Process = $"{name}/{process}", Runtime = "dotnet", RuntimeVersion = "10.0.1",
                Collector = "Server GC", Settings = $"DOTNET_gcServer=1\nDOTNET_GCHeapCount=4\nDOTNET_GCConserveMemory={service}",
                Start = start, End = start + MillisecondsInHour, CoveredSeconds = 3600, Processors = 4, MemoryLimit = 1L << 30,
                Stops = new()
                {
                    Count = counts.Sum(), SumSeconds = 10 * random.NextDouble(), MaxSeconds = random.NextDouble(), Indexes = indexes,
                    Counts = counts,
                },
                Collections = counts.Sum(), AllocatedBytes = 1e12 * random.NextDouble(), LiveSet = random.NextInt64(1L << 28),
                HeapPeak = random.NextInt64(1L << 29), HeapLimit = 1L << 30, CollectorCpuSeconds = 30 * random.NextDouble(),
                Requests = random.Next(100_000), Slow = random.Next(1000), SlowBecauseOfGc = random.Next(300),
                LostRequestSeconds = 100 * random.NextDouble(), Verdict = "538 ms longest pause, 19.2 % of 3,600 s paused (480 pauses)",
            },
            [
                .. Enumerable.Range(0, 3).Select(i => new CauseRow
                {
                    Key = key, Finding = i == 2 ? "" : $"finding-{(service + i) % 12}", Title = $"Title of a finding {(service + i) % 12}",
                    StopSeconds = random.NextDouble(), SavesSeconds = random.NextDouble(), Advice = "Rent buffers from a pool.",
                    Setting = "DOTNET_GCConserveMemory=5",
                }),
            ],
            [
                .. Enumerable.Range(0, 10).Select(i => new LongStopRow
                {
                    Key = key, At = (start + random.NextInt64(MillisecondsInHour)) * 1_000_000, Length = random.NextInt64(500_000_000),
                    ClockError = 1_000_000, Cause = "Blocking, AllocLarge",
                }),
            ]);
    }
}
