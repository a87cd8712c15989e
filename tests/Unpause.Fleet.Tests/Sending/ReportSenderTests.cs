using System.Net;
using Unpause.Fleet.Sending;
using Unpause.Fleet.Tests.ClickHouse;
using Unpause.Fleet.Tests.Receiving;
using Unpause.Recordings;
using Unpause.Reports.Fleets;

namespace Unpause.Fleet.Tests.Sending;

/// <summary>
/// From a folder of reports to a receiver's, with faults on both sides. What is kept is held against what was to be sent.
/// </summary>
public sealed class ReportSenderTests : IDisposable
{
    private readonly OwnFolder _reports = new(), _kept = new(), _own = new();

    [Fact]
    public async Task Send_TreeTwiceAndAfterARestart_SendsEachReportOnce()
    {
        Write(20);
        await using var receiver = await RunningReceiver.StartAsync(RunningReceiver.Settings(_kept.Path));
        using (var sender = Sender(receiver.Address))
        {
            Assert.Equal((20, 0, 0, 0), Counts(await sender.SendAsync()));
            Assert.Equal((0, 20, 0, 0), Counts(await sender.SendAsync()));
        }

        // The last line was cut by a kill: that report goes again, and is kept once.
        var state = Assert.Single(Directory.GetFiles(_reports[SendPlace.Name], "*.sent"));
        var lines = await File.ReadAllBytesAsync(state);
        await File.WriteAllBytesAsync(state, lines[..^5]);
        Write(25);
        using (var sender = Sender(receiver.Address)) Assert.Equal((5, 20, 0, 0), Counts(await sender.SendAsync()));
        AssertAllKept(25);
    }

    [Fact]
    public async Task Send_ToASecondReceiver_SendsAllAgain()
    {
        Write(5);
        using var other = new OwnFolder();
        await using var receiver = await RunningReceiver.StartAsync(RunningReceiver.Settings(_kept.Path));
        await using var second = await RunningReceiver.StartAsync(RunningReceiver.Settings(other.Path));
        using (var sender = Sender(receiver.Address)) Assert.Equal((5, 0, 0, 0), Counts(await sender.SendAsync()));
        using (var sender = Sender(second.Address)) Assert.Equal((5, 0, 0, 0), Counts(await sender.SendAsync()));
        Assert.Equal(RunningReceiver.Kept(_kept.Path), RunningReceiver.Kept(other.Path));
    }

    [Fact]
    public async Task Send_DeletedReports_AreForgotten()
    {
        Write(40);
        await using var receiver = await RunningReceiver.StartAsync(RunningReceiver.Settings(_kept.Path));
        using (var sender = Sender(receiver.Address)) await sender.SendAsync();
        foreach (var i in Enumerable.Range(3, 37)) File.Delete(PathOf(i));
        using (var sender = Sender(receiver.Address)) Assert.Equal((0, 3, 0, 0), Counts(await sender.SendAsync()));
        Assert.Equal(3, (await File.ReadAllLinesAsync(Directory.GetFiles(_reports[SendPlace.Name], "*.sent")[0])).Length);
    }

    [Fact]
    public async Task Send_LateAndRewrittenReport_IsSent()
    {
        Write(3);
        await using var receiver = await RunningReceiver.StartAsync(RunningReceiver.Settings(_kept.Path));
        using var sender = Sender(receiver.Address);
        await sender.SendAsync();
        await File.WriteAllBytesAsync(_reports["late.json"], RunningReceiver.Report("web-9", day: "2026-01-01"));
        File.SetLastWriteTimeUtc(_reports["late.json"], new DateTime(2026, 1, 1, 0, 0, 0, DateTimeKind.Utc));
        await File.WriteAllBytesAsync(PathOf(0), RunningReceiver.Report("web-0", "written again, longer"));
        Assert.Equal((2, 2, 0, 0), Counts(await sender.SendAsync()));
        Assert.Contains("web-9/2026-01-01/late.json", RunningReceiver.Kept(_kept.Path));
        Assert.Equal(5, RunningReceiver.Kept(_kept.Path).Count);
    }

    [Fact]
    public async Task Send_ReportOfAnotherVersion_IsRefusedEachTimeAndTheOthersAreSent()
    {
        Write(2);
        await File.WriteAllBytesAsync(_reports["0-other.json"], RunningReceiver.Report("web-1", schema: "unpause.report/2"));
        await File.WriteAllTextAsync(_reports["none.txt"], "not a report");
        await using var receiver = await RunningReceiver.StartAsync(RunningReceiver.Settings(_kept.Path));
        using var sender = Sender(receiver.Address);
        var tally = await sender.SendAsync();
        Assert.Equal((2, 0, 1, 0), Counts(tally));
        Assert.Equal(4, tally.ExitCode);
        Assert.Contains(tally.Lines(null), line => line.Contains("0-other.json: 415", StringComparison.Ordinal));
        Assert.Equal((0, 2, 1, 0), Counts(await sender.SendAsync()));
    }

    [Fact]
    public async Task Send_ClocksApart_KeepsEachDay()
    {
        var days = new[] { "1970-01-01", "2026-10-31", "2026-11-01", "2099-12-31", "9999-12-31" };
        foreach (var day in days) await File.WriteAllBytesAsync(_reports[$"{day}.json"], RunningReceiver.Report("web-1", day: day));
        File.SetLastWriteTimeUtc(_reports["1970-01-01.json"], DateTime.UnixEpoch);
        File.SetLastWriteTimeUtc(_reports["2099-12-31.json"], new DateTime(2099, 12, 31, 0, 0, 0, DateTimeKind.Utc));
        await using var receiver = await RunningReceiver.StartAsync(RunningReceiver.Settings(_kept.Path));
        using var sender = Sender(receiver.Address);
        Assert.Equal((5, 0, 0, 0), Counts(await sender.SendAsync()));
        Assert.Equal(days.Select(day => $"web-1/{day}/{day}.json"), RunningReceiver.Kept(_kept.Path));
    }

    [Fact]
    public async Task Send_ReceiverAwayForAnHour_DeliversAllOnceItIsBack()
    {
        Write(30);
        var settings = RunningReceiver.Settings(_kept.Path);
        var address = new Uri($"http://{settings.Listen}");
        // A job that repeats the command each minute.
        for (var minute = 0; minute < 60; minute++)
        {
            using var away = Sender(address);
            var tally = await away.SendAsync();
            Assert.Equal((0, 0, 0, 30), Counts(tally));
            Assert.Equal((1, true), (tally.ExitCode, tally.Away!.Length > 0));
        }

        await using var receiver = await RunningReceiver.StartAsync(settings);
        using (var sender = Sender(address)) Assert.Equal((30, 0, 0, 0), Counts(await sender.SendAsync()));
        AssertAllKept(30);
    }

    [Theory]
    [InlineData("3", 3, 4.5, true)]
    [InlineData("0", 1, 1.5, true)]
    [InlineData("100000", 0, 0, false)]
    public async Task Send_ReceiverAsksToWait_WaitsAsLongWithinReason(string seconds, double least, double most, bool isSent)
    {
        Write(1);
        using var server = new HttpListener();
        var port = FreePort.Find();
        server.Prefixes.Add($"http://127.0.0.1:{port}/");
        server.Start();
        var answering = Task.Run(async () =>
        {
            foreach (var status in isSent ? new[] { 429, 201 } : [429])
            {
                var context = await server.GetContextAsync();
                context.Response.StatusCode = status;
                if (status == 429) context.Response.Headers["Retry-After"] = seconds;
                context.Response.Close();
            }
        });
        var clock = new JumpingClock();
        using var sender = new ReportSenderRun(new($"http://127.0.0.1:{port}"), _reports.Path, clock);
        var tally = await sender.SendAsync();
        await answering;
        Assert.Equal(isSent ? (1, 0, 0, 0) : (0, 0, 0, 1), Counts(tally));
        if (!isSent) Assert.Empty(clock.Waits);
        else Assert.InRange(Assert.Single(clock.Waits).TotalSeconds, least, most);
    }

    [Fact]
    public async Task Send_WrongTokenOrAddress_IsTheUsersMistake()
    {
        Write(1);
        await using var receiver = await RunningReceiver.StartAsync(RunningReceiver.Settings(_kept.Path));
        using (var sender = new ReportSenderRun(receiver.Address, _reports.Path, token: "wrong"))
            await Assert.ThrowsAsync<UserMistake>(sender.SendAsync);
        using (var sender = new ReportSenderRun(receiver.Address, _reports.Path, token: null))
            await Assert.ThrowsAsync<UserMistake>(sender.SendAsync);
        using (var sender = new ReportSenderRun(new(receiver.Address, "/other/"), _reports.Path))
            await Assert.ThrowsAsync<UserMistake>(sender.SendAsync);
        Assert.Empty(RunningReceiver.Kept(_kept.Path));
    }

    [Theory]
    [InlineData("http://receiver.example:9188", "secret")]
    [InlineData("https://receiver.example", "two words")]
    [InlineData("https://receiver.example", "line\nend")]
    [InlineData("https://receiver.example", "")]
    public void Sender_TokenInPlainTextOrNone_IsTheUsersMistake(string address, string token)
    {
        using var sent = new SentReports(_reports["sent"]);
        var mistake = Assert.Throws<UserMistake>(
            () => new ReportSender(new(address), token, sent, SendPatience.Usual, TimeProvider.System));
        if (token.Length > 0) Assert.DoesNotContain(token, mistake.Message);
    }

    [Fact]
    public void Place_OfAnotherSender_IsNotShared()
    {
        using (SendPlace.Open(_reports.Path)) Assert.Throws<UserMistake>(() => SendPlace.Open(_reports.Path));
        using var place = SendPlace.Open(_reports.Path);
        Assert.NotEqual(place.SentFile("https://a:1/"), place.SentFile("https://a:1/b"));
        Assert.Empty(FoundReports.Of([_reports.Path]));
    }

    [Fact]
    public async Task Send_ReceiverKilledAgainAndAgain_LosesAndDoublesNothing()
    {
        const int Reports = 300;
        Write(Reports);
        var port = FreePort.Find();
        var random = new Random(1);
        var (kills, sent) = (0, 0L);
        for (var until = DateTime.UtcNow.AddSeconds(90); ;)
        {
            await using var receiver = await FleetChild.StartAsync(ReceiveRequest(port));
            while (!await AnswersAsync(port)) Assert.True(DateTime.UtcNow < until && !receiver.Process.HasExited, receiver.Error);
            using var sender = Sender(new($"http://127.0.0.1:{port}"));
            var sending = sender.SendAsync();
            var goal = Kept() + random.Next(10, 80);
            while (Kept() < goal && !sending.IsCompleted && DateTime.UtcNow < until) await Task.Delay(2);
            if (!sending.IsCompleted)
            {
                receiver.Process.Kill();
                kills++;
            }

            var tally = await sending;
            sent += tally.Sent;
            if (tally.Waiting == 0) break;
        }

        Assert.InRange(kills, 1, 100);
        Assert.InRange(sent, Reports - (kills * 8), Reports);
        AssertAllKept(Reports);
    }

    [Fact]
    public async Task Send_SenderKilledAgainAndAgain_LosesAndDoublesNothing()
    {
        const int Reports = 300;
        Write(Reports);
        var settings = RunningReceiver.Settings(_kept.Path);
        await using var receiver = await RunningReceiver.StartAsync(settings);
        await File.WriteAllTextAsync(_own["token"], RunningReceiver.Token);
        var request = new FleetRequest
        {
            Action = FleetRequest.Send, Inputs = [_reports.Path], Store = $"http://{settings.Listen}", SecretFile = _own["token"],
        };
        var random = new Random(2);
        var kills = 0;
        for (var until = DateTime.UtcNow.AddSeconds(90); Kept() < Reports; kills++)
        {
            Assert.True(DateTime.UtcNow < until, "too slow");
            var before = Kept();
            await using var sender = await FleetChild.StartAsync(request);
            while (Kept() == before && !sender.Process.HasExited && DateTime.UtcNow < until) await Task.Delay(5);
            await Task.Delay(random.Next(1, 30));
        }

        Assert.InRange(kills, 2, 100);
        var last = await FleetChild.RunAsync(request);
        Assert.Equal((0, ""), (last.ExitCode, last.Error));
        Assert.StartsWith($"{Reports} reports: 0 sent", last.Output);
        AssertAllKept(Reports);
    }

    public void Dispose()
    {
        _reports.Dispose();
        _kept.Dispose();
        _own.Dispose();
    }

    private static (long Sent, long Known, long Refused, long Waiting) Counts(SendTally tally)
    {
        Assert.Equal(tally.Reports, tally.Sent + tally.Known + tally.Refused + tally.Waiting);
        return (tally.Sent, tally.Known, tally.Refused, tally.Waiting);
    }

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

    private int Kept() => Directory.GetFiles(_kept.Path, "*.json", SearchOption.AllDirectories).Length;

    private FleetRequest ReceiveRequest(int port)
    {
        File.WriteAllText(_own["tokens"], RunningReceiver.HashOf(RunningReceiver.Token));
        return new()
        {
            Action = FleetRequest.Receive, Listen = $"127.0.0.1:{port}", Folder = _kept.Path, SecretFile = _own["tokens"],
        };
    }

    /// <summary>A tree as <c>unpause watch</c> writes it.</summary>
    private string PathOf(int i) => _reports[$"web-{i % 7}/history/2026-11-01/{i}.json"];

    private void Write(int count)
    {
        for (var i = 0; i < count; i++)
        {
            if (File.Exists(PathOf(i))) continue;
            Directory.CreateDirectory(Path.GetDirectoryName(PathOf(i))!);
            File.WriteAllBytes(PathOf(i), RunningReceiver.Report($"web-{i % 7}", $"number {i}"));
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
            Assert.Equal(File.ReadAllBytes(PathOf(i)), File.ReadAllBytes(file));
        }
    }

    private ReportSenderRun Sender(Uri address) => new(address, _reports.Path);
}
