using System.Diagnostics;
using System.Net;
using Unpause.Fleet.Receiving;
using Unpause.Fleet.Tests.ClickHouse;

namespace Unpause.Fleet.Tests.Receiving;

/// <summary>
/// From a folder of reports to a receiver's, with faults on both sides. What is kept is held against what was to be sent.
/// </summary>
public sealed class ReportSenderTests : IDisposable
{
    private static readonly TimeSpan Deadline = TimeSpan.FromSeconds(10);

    private readonly OwnFolder _reports = new(), _kept = new();

    [Fact]
    public async Task Send_FolderTwiceAndAfterARestart_SendsEachReportOnce()
    {
        Write(20);
        await using var receiver = await RunningReceiver.StartAsync(RunningReceiver.Settings(_kept.Path));
        using (var sender = Sender(receiver.Address))
        {
            Assert.Equal((20, 0, 0), Counts(await sender.SendOnceAsync(default)));
            Assert.Equal((0, 0, 0), Counts(await sender.SendOnceAsync(default)));
        }

        // The last line was cut by a kill: that report goes again, and is kept once.
        var state = _reports[ReportSender.StateFile];
        var lines = await File.ReadAllBytesAsync(state);
        await File.WriteAllBytesAsync(state, lines[..^5]);
        Write(25);
        using (var sender = Sender(receiver.Address)) Assert.Equal((6, 0, 0), Counts(await sender.SendOnceAsync(default)));
        AssertAllKept(25);
    }

    [Fact]
    public async Task Send_LateAndRewrittenReport_IsSent()
    {
        Write(3);
        await using var receiver = await RunningReceiver.StartAsync(RunningReceiver.Settings(_kept.Path));
        using var sender = Sender(receiver.Address);
        await sender.SendOnceAsync(default);
        await File.WriteAllBytesAsync(_reports["late.json"], RunningReceiver.Report("web-9", day: "2026-01-01"));
        File.SetLastWriteTimeUtc(_reports["late.json"], new DateTime(2026, 1, 1, 0, 0, 0, DateTimeKind.Utc));
        await File.WriteAllBytesAsync(_reports["0.json"], RunningReceiver.Report("web-0", "written again, longer"));
        Assert.Equal((2, 0, 0), Counts(await sender.SendOnceAsync(default)));
        Assert.Contains("web-9/2026-01-01/late.json", RunningReceiver.Kept(_kept.Path));
        Assert.Equal(5, RunningReceiver.Kept(_kept.Path).Count);
    }

    [Fact]
    public async Task Send_ReportOfAnotherVersion_IsRefusedOnceAndTheOthersAreSent()
    {
        Write(2);
        await File.WriteAllBytesAsync(_reports["0-other.json"], RunningReceiver.Report("web-1", schema: "unpause.report/2"));
        await File.WriteAllTextAsync(_reports["none.txt"], "not a report");
        await using var receiver = await RunningReceiver.StartAsync(RunningReceiver.Settings(_kept.Path));
        using var sender = Sender(receiver.Address);
        var pass = await sender.SendOnceAsync(default);
        Assert.Equal((2, 1, 0), Counts(pass));
        Assert.Contains("0-other.json", pass.Reason);
        Assert.Equal((0, 0, 0), Counts(await sender.SendOnceAsync(default)));
    }

    [Fact]
    public async Task Run_ReceiverAwayForAnHour_DeliversAllOnceItIsBack()
    {
        Write(30);
        var settings = RunningReceiver.Settings(_kept.Path);
        var clock = new FastClock();
        using var sender = Sender(new($"http://{settings.Listen}"), clock);
        using var stop = new CancellationTokenSource(TimeSpan.FromSeconds(60));
        var (tries, all) = (0, new TaskCompletionSource());
        RunningReceiver? receiver = null;
        var running = sender.RunAsync(
            TimeSpan.FromMinutes(1),
            pass =>
            {
                if (pass.Waiting > 0) tries++;
                else all.TrySetResult();
                if (receiver is null && clock.Passed > TimeSpan.FromHours(1))
                {
                    receiver = RunningReceiver.StartAsync(settings).GetAwaiter().GetResult();
                }
            },
            stop.Token);
        await all.Task.WaitAsync(stop.Token);
        await stop.CancelAsync();
        await Task.WhenAny(running);
        AssertAllKept(30);
        // Seconds at first, then each five minutes.
        Assert.InRange(tries, 15, 40);
        await receiver!.DisposeAsync();
    }

    [Fact]
    public async Task Send_ReceiverAsksToWait_WaitsAsLongWithinReason()
    {
        Write(2);
        foreach (var (seconds, expected) in new[] { ("7", 7), ("100000", 300), ("0", 1) })
        {
            using var server = new HttpListener();
            var port = RunningReceiver.FreePort();
            server.Prefixes.Add($"http://127.0.0.1:{port}/");
            server.Start();
            var answering = Task.Run(async () =>
            {
                var context = await server.GetContextAsync();
                context.Response.StatusCode = 429;
                context.Response.Headers["Retry-After"] = seconds;
                context.Response.Close();
            });
            using var sender = Sender(new($"http://127.0.0.1:{port}"));
            var pass = await sender.SendOnceAsync(default);
            await answering;
            Assert.Equal((0, 0, 2), Counts(pass));
            Assert.Equal(TimeSpan.FromSeconds(expected), pass.RetryAfter);
        }
    }

    [Fact]
    public async Task Send_ReceiverKilledAgainAndAgain_LosesAndDoublesNothing()
    {
        const int Reports = 300;
        Write(Reports);
        var port = RunningReceiver.FreePort();
        using var sender = Sender(new($"http://127.0.0.1:{port}"));
        var random = new Random(1);
        var kills = 0;
        for (var until = DateTime.UtcNow.AddSeconds(90); ;)
        {
            var receiver = ChildProgram.StartReceiver(_kept.Path, port);
            var killed = false;
            try
            {
                // Once it answers, it has some milliseconds.
                while (!await AnswersAsync(port)) Assert.True(DateTime.UtcNow < until && !receiver.HasExited, "the receiver did not start");
                var sending = sender.SendOnceAsync(default);
                if (await Task.WhenAny(sending, Task.Delay(random.Next(20, 120))) == sending && (await sending).Waiting == 0) break;
                await ChildProgram.KillAsync(receiver);
                (killed, kills) = (true, kills + 1);
                await sending;
            }
            finally
            {
                if (!killed) await ChildProgram.KillAsync(receiver);
            }
        }

        Assert.InRange(kills, 1, 100);
        AssertAllKept(Reports);
    }

    [Fact]
    public async Task Send_SenderKilledAgainAndAgain_LosesAndDoublesNothing()
    {
        const int Reports = 300;
        Write(Reports);
        var settings = RunningReceiver.Settings(_kept.Path);
        await using var receiver = await RunningReceiver.StartAsync(settings);
        var random = new Random(2);
        var kills = 0;
        for (var until = DateTime.UtcNow.AddSeconds(90); Kept() < Reports; kills++)
        {
            Assert.True(DateTime.UtcNow < until, "too slow");
            var before = Kept();
            var sender = ChildProgram.StartSender(_reports.Path, settings.Listen.Port);
            while (Kept() == before && !sender.HasExited && DateTime.UtcNow < until) await Task.Delay(5);
            await Task.Delay(random.Next(5, 80));
            await ChildProgram.KillAsync(sender);
        }

        Assert.InRange(kills, 2, 100);
        using (var sender = Sender(receiver.Address)) Assert.Equal(0, (await sender.SendOnceAsync(default)).Waiting);
        AssertAllKept(Reports);

        int Kept() => RunningReceiver.Kept(_kept.Path).Count(name => !name.StartsWith('.'));
    }

    public void Dispose()
    {
        _reports.Dispose();
        _kept.Dispose();
    }

    private static (int Sent, int Refused, int Waiting) Counts(SendPass pass) => (pass.Sent, pass.Refused, pass.Waiting);

    private static async Task<bool> AnswersAsync(int port)
    {
        using var client = new HttpClient();
        try
        {
            return (await client.GetAsync(new Uri($"http://127.0.0.1:{port}/healthz"))).IsSuccessStatusCode;
        }
        catch (HttpRequestException)
        {
            await Task.Delay(20);
            return false;
        }
    }

    private void Write(int count)
    {
        for (var i = 0; i < count; i++)
        {
            var path = _reports[$"{i}.json"];
            if (!File.Exists(path)) File.WriteAllBytes(path, RunningReceiver.Report($"web-{i % 7}", $"number {i}"));
        }
    }

    /// <summary>Each report is kept once, with all its bytes, and nothing else is.</summary>
    private void AssertAllKept(int count)
    {
        var kept = RunningReceiver.Kept(_kept.Path);
        Assert.Equal(count, kept.Count);
        for (var i = 0; i < count; i++)
        {
            var file = Path.Combine(_kept.Path, $"web-{i % 7}/2026-11-01/{i}.json");
            Assert.Equal(File.ReadAllBytes(_reports[$"{i}.json"]), File.ReadAllBytes(file));
        }
    }

    private ReportSender Sender(Uri address, TimeProvider? clock = null) =>
        new(address, null, _reports.Path, clock ?? TimeProvider.System, Deadline);

    /// <summary>A clock that jumps to the end of each wait.</summary>
    private sealed class FastClock : TimeProvider
    {
        private readonly Lock _lock = new();

        public TimeSpan Passed { get; private set; }

        public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
        {
            if (dueTime > TimeSpan.Zero)
            {
                lock (_lock) Passed += dueTime;
            }

            return System.CreateTimer(callback, state, TimeSpan.FromMilliseconds(1), period);
        }
    }
}
