using System.Net;
using System.Security.Cryptography;
using System.Text;
using Unpause.Fleet.Receiving;
using Unpause.Fleet.Sending;
using Unpause.Fleet.Tests.ClickHouse;
using Unpause.Fleet.Tests.Sending;
using Unpause.Recordings;

namespace Unpause.Fleet.Tests.Receiving;

public sealed class ReportReceiverTests : IDisposable
{
    private readonly OwnFolder _folder = new();

    [Fact]
    public async Task Put_Report_IsKeptOnceByHostAndDay()
    {
        await using var receiver = await StartAsync();
        var report = RunningReceiver.Report("web-1");
        Assert.Equal(HttpStatusCode.Created, (await receiver.PutAsync("a.json", report)).StatusCode);
        Assert.Equal(HttpStatusCode.OK, (await receiver.PutAsync("a.json", report)).StatusCode);
        Assert.Equal(HttpStatusCode.Created, (await receiver.PutAsync("b.json.gz", RunningReceiver.Gzip(report))).StatusCode);
        Assert.Equal(["web-1/2026-11-01/a.json", "web-1/2026-11-01/b.json.gz"], RunningReceiver.Kept(_folder.Path));
        Assert.Equal(report, await File.ReadAllBytesAsync(_folder["web-1/2026-11-01/a.json"]));
    }

    [Fact]
    public async Task Put_OtherContentUnderAName_IsKeptBesideIt()
    {
        await using var receiver = await StartAsync();
        for (var i = 0; i < 2; i++)
        {
            foreach (var text in new[] { "one", "two", "three" }) await receiver.PutAsync("a.json", RunningReceiver.Report("web-1", text));
        }

        var kept = RunningReceiver.Kept(_folder.Path);
        Assert.Equal(3, kept.Count);
        Assert.All(kept, name => Assert.Matches(@"^web-1/2026-11-01/a(~[0-9a-f]{16})?\.json$", name));
    }

    [Theory]
    [InlineData(null)]
    [InlineData("")]
    [InlineData("wrong")]
    public async Task Put_WithoutToken_IsRefused(string? token)
    {
        await using var receiver = await StartAsync(RunningReceiver.Tokens("right"));
        var answer = await receiver.PutAsync("a.json", RunningReceiver.Report("web-1"), token);
        Assert.Equal(HttpStatusCode.Unauthorized, answer.StatusCode);
        Assert.Empty(RunningReceiver.Kept(_folder.Path));
    }

    [Fact]
    public async Task Put_ForgedHost_IsRefused()
    {
        await using var receiver = await StartAsync(RunningReceiver.Tokens("any", "web web-*", "db db-1"));
        Assert.Equal(HttpStatusCode.Created, (await receiver.PutAsync("a.json", RunningReceiver.Report("web-7"), "web")).StatusCode);
        Assert.Equal(HttpStatusCode.Forbidden, (await receiver.PutAsync("b.json", RunningReceiver.Report("db-1"), "web")).StatusCode);
        Assert.Equal(HttpStatusCode.Forbidden, (await receiver.PutAsync("b.json", RunningReceiver.Report("db-10"), "db")).StatusCode);
        Assert.Equal(HttpStatusCode.Created, (await receiver.PutAsync("b.json", RunningReceiver.Report("db-1"), "db")).StatusCode);
        Assert.Equal(HttpStatusCode.Created, (await receiver.PutAsync("c.json", RunningReceiver.Report("other"), "any")).StatusCode);
        Assert.Equal(3, RunningReceiver.Kept(_folder.Path).Count);
    }

    [Fact]
    public async Task Put_SecondHostBehindAnAllowedOne_IsRefused()
    {
        await using var receiver = await StartAsync(RunningReceiver.Tokens("web web-*"));
        // Names that are there twice, and an escaped one: readers differ in which they take.
        foreach (var identity in new[] { """{"host":"web-1","host":"db-1"}""", """{"host":"web-1","h\u006fst":"db-1"}""" })
        {
            var forged = $$$"""{"schema":"unpause.report/1","processes":[{"source":{"identity":{{{identity}}}}}]}""";
            var answer = await receiver.PutAsync("a.json", Encoding.UTF8.GetBytes(forged), "web");
            Assert.Equal(HttpStatusCode.Forbidden, answer.StatusCode);
        }

        Assert.Empty(RunningReceiver.Kept(_folder.Path));
    }

    [Fact]
    public async Task Put_HostileHost_StaysInTheFolder()
    {
        await using var receiver = await StartAsync();
        foreach (var host in new[] { "../../etc", "..", "/root", "a\0b", new string('h', 500), "\U0001F600", "" })
        {
            Assert.Equal(HttpStatusCode.Created, (await receiver.PutAsync("a.json", RunningReceiver.Report(host))).StatusCode);
        }

        var kept = RunningReceiver.Kept(_folder.Path);
        Assert.Equal(7, kept.Count);
        Assert.All(kept, name => Assert.Matches(@"^[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}/2026-11-01/a\.json$", name));
    }

    [Theory]
    [InlineData("..%2f..%2fa.json")]
    [InlineData(".hidden.json")]
    [InlineData("a.txt")]
    [InlineData(".json")]
    [InlineData("a%20b.json")]
    [InlineData("a%00.json")]
    public async Task Put_HostileName_IsRefused(string name)
    {
        await using var receiver = await StartAsync();
        var status = (await receiver.PutAsync(name, RunningReceiver.Report("web-1"))).StatusCode;
        Assert.True(status is HttpStatusCode.BadRequest or HttpStatusCode.NotFound, status.ToString());
        Assert.Equal(HttpStatusCode.BadRequest, (await receiver.PutAsync($"{new string('a', 300)}.json", [])).StatusCode);
        Assert.Empty(RunningReceiver.Kept(_folder.Path));
    }

    [Fact]
    public async Task Put_NoReport_IsRefusedAndNothingStays()
    {
        await using var receiver = await StartAsync();
        var whole = RunningReceiver.Report("web-1");
        var packed = RunningReceiver.Gzip(whole);
        foreach (var bytes in new[]
        {
            [], "null"u8.ToArray(), "[]"u8.ToArray(), """{"a":{"schema":"unpause.report/1"}}"""u8.ToArray(), whole[..^1],
            [.. whole, .. whole], packed, Encoding.UTF8.GetBytes($$"""{"schema":"unpause.report/1","x":{{new string('[', 100_000)}}"""),
        })
        {
            Assert.Equal(HttpStatusCode.BadRequest, (await receiver.PutAsync("a.json", bytes)).StatusCode);
        }

        foreach (var bytes in new[] { whole, packed[..^9], packed[..^1], packed[..(packed.Length / 2)], [.. packed, .. packed] })
        {
            Assert.Equal(HttpStatusCode.BadRequest, (await receiver.PutAsync("a.json.gz", bytes)).StatusCode);
        }

        Assert.Equal(
            HttpStatusCode.UnsupportedMediaType,
            (await receiver.PutAsync("a.json", RunningReceiver.Report("web-1", schema: "unpause.report/2"))).StatusCode);
        Assert.Empty(RunningReceiver.Kept(_folder.Path));
    }

    [Fact]
    public async Task Put_TooLargeOrZipBomb_IsRefusedAndNothingStays()
    {
        await using var receiver = await RunningReceiver.StartAsync(
            RunningReceiver.Settings(_folder.Path) with { MostBodyBytes = 100_000, MostUnpackedBytes = 1_000_000 });
        var bomb = RunningReceiver.Gzip(RunningReceiver.Report("web-1", new string('x', 20_000_000)));
        Assert.InRange(bomb.Length, 1, 99_999);
        Assert.Equal(HttpStatusCode.RequestEntityTooLarge, (await receiver.PutAsync("a.json.gz", bomb)).StatusCode);
        Assert.Equal(
            HttpStatusCode.RequestEntityTooLarge,
            (await receiver.PutAsync("a.json", RunningReceiver.Report("web-1", new string('x', 100_000)))).StatusCode);
        Assert.Empty(RunningReceiver.Kept(_folder.Path));
        var just = RunningReceiver.Gzip(RunningReceiver.Report("web-1", new string('x', 900_000)));
        Assert.Equal(HttpStatusCode.Created, (await receiver.PutAsync("a.json.gz", just)).StatusCode);
    }

    [Fact]
    public async Task Put_TooManyAtOnce_IsToldToComeLater()
    {
        await using var receiver = await RunningReceiver.StartAsync(RunningReceiver.Settings(_folder.Path) with { MostInFlight = 1 });
        using (await receiver.StallAsync())
        {
            await WaitUntilAsync(() => Directory.GetFiles(_folder[".incoming"]).Length == 1);
            var answer = await receiver.PutAsync("a.json", RunningReceiver.Report("web-1"));
            Assert.Equal(HttpStatusCode.TooManyRequests, answer.StatusCode);
            Assert.NotNull(answer.Headers.RetryAfter?.Delta);
        }

        await WaitUntilAsync(() => Directory.GetFiles(_folder[".incoming"]).Length == 0);
        await WaitUntilAsync(async () => (await receiver.PutAsync("a.json", RunningReceiver.Report("web-1"))).IsSuccessStatusCode);
    }

    [Fact]
    public async Task Put_SenderThatStalls_LosesItsPlace()
    {
        await using var receiver = await RunningReceiver.StartAsync(
            RunningReceiver.Settings(_folder.Path) with { MostInFlight = 1, Deadline = TimeSpan.FromMilliseconds(300) });
        using var stalled = await receiver.StallAsync();
        var bytes = new byte[1000];
        var count = await stalled.GetStream().ReadAsync(bytes).AsTask().WaitAsync(TimeSpan.FromSeconds(30));
        Assert.StartsWith("HTTP/1.1 408", Encoding.ASCII.GetString(bytes, 0, count));
        Assert.Equal(HttpStatusCode.Created, (await receiver.PutAsync("a.json", RunningReceiver.Report("web-1"))).StatusCode);
        Assert.Single(RunningReceiver.Kept(_folder.Path));
    }

    [Fact]
    public async Task Put_FromAPageInABrowser_IsRefused()
    {
        await using var receiver = await StartAsync();
        var own = receiver.Address.GetLeftPart(UriPartial.Authority);
        var answer = await receiver.PutAsync("a.json", RunningReceiver.Report("web-1"), origin: own);
        Assert.Equal(HttpStatusCode.Forbidden, answer.StatusCode);
    }

    [RootFact]
    public async Task Put_DiskFull_IsRefusedAndDeliveredLater()
    {
        await using var disk = await SmallDisk.MountAsync(megabytes: 1);
        using var reports = new OwnFolder();
        var text = Convert.ToBase64String(RandomNumberGenerator.GetBytes(300_000));
        for (var i = 0; i < 4; i++) await File.WriteAllBytesAsync(reports[$"{i}.json"], RunningReceiver.Report("web-1", text + i));
        await using var receiver = await RunningReceiver.StartAsync(RunningReceiver.Settings(disk.Path));
        using var sender = new ReportSenderRun(receiver.Address, reports.Path);
        var full = await sender.SendAsync();
        Assert.InRange(full.Sent, 1, 3);
        Assert.Equal((0, 4 - full.Sent), (full.Refused, full.Waiting));
        Assert.Contains("507", full.Away);
        var kept = RunningReceiver.Kept(disk.Path);
        Assert.Equal(full.Sent, kept.Count);
        foreach (var name in kept) File.Move(Path.Combine(disk.Path, name), _folder[Path.GetFileName(name)]);
        for (var tries = 0; tries < 10 && (await sender.SendAsync()).Waiting > 0; tries++)
        {
            foreach (var name in RunningReceiver.Kept(disk.Path)) File.Move(Path.Combine(disk.Path, name), _folder[Path.GetFileName(name)]);
        }

        foreach (var name in RunningReceiver.Kept(disk.Path)) File.Move(Path.Combine(disk.Path, name), _folder[Path.GetFileName(name)]);
        for (var i = 0; i < 4; i++)
        {
            Assert.Equal(await File.ReadAllBytesAsync(reports[$"{i}.json"]), await File.ReadAllBytesAsync(_folder[$"{i}.json"]));
        }
    }

    [Theory]
    [InlineData("gzip")]
    [InlineData("br")]
    public async Task Put_EncodedForTheWay_IsRefused(string encoding)
    {
        await using var receiver = await StartAsync();
        var bomb = RunningReceiver.Gzip(RunningReceiver.Report("web-1", new string('x', 100_000_000)));
        var answer = await receiver.PutAsync("a.json", bomb, encoding: encoding);
        Assert.Equal(HttpStatusCode.UnsupportedMediaType, answer.StatusCode);
        Assert.Empty(RunningReceiver.Kept(_folder.Path));
    }

    [Fact]
    public async Task Folder_OfAReceiver_HasNoOtherReceiverAndIsReadWithoutWhatArrives()
    {
        await using var receiver = await StartAsync();
        Assert.Throws<UserMistake>(() => new ReportReceiver(RunningReceiver.Settings(_folder.Path)));
        await receiver.PutAsync("a.json", RunningReceiver.Report("web-1"));
        using var stalled = await receiver.StallAsync();
        await WaitUntilAsync(() => Directory.GetFiles(_folder[".incoming"]).Length == 1);
        Assert.Equal([_folder["web-1/2026-11-01/a.json"]], FoundReports.Of([_folder.Path]).Select(file => file.Path));
    }

    [Fact]
    public async Task Start_AddressThatIsTakenOrFolderThatIsNone_IsTheUsersMistake()
    {
        await using var receiver = await StartAsync();
        using var other = new OwnFolder();
        using var second = new ReportReceiver(
            RunningReceiver.Settings(other.Path) with { Listen = new(IPAddress.Loopback, receiver.Address.Port) });
        await Assert.ThrowsAsync<UserMistake>(() => second.RunAsync(_ => { }, default));
        await File.WriteAllTextAsync(_folder["file"], "");
        Assert.Throws<UserMistake>(() => new ReportReceiver(RunningReceiver.Settings(_folder["file"])));
    }

    [Theory]
    [InlineData("127.0.0.1")]
    [InlineData("127.0.0.1:0")]
    [InlineData("localhost:7070")]
    [InlineData("[::1]")]
    public void Settings_NoAddress_AreTheUsersMistake(string listen)
    {
        File.WriteAllText(_folder["tokens"], RunningReceiver.HashOf("secret"));
        Assert.Throws<UserMistake>(() => ReceiverSettings.From(listen, _folder.Path, _folder["tokens"]));
    }

    [Theory]
    [InlineData("127.0.0.1:7070", true)]
    [InlineData("[::1]:7070", true)]
    [InlineData("0.0.0.0:7070", false)]
    [InlineData("[::]:7070", false)]
    [InlineData("10.1.2.3:7070", false)]
    public void Settings_Address_IsLocalOnlyOnLoopback(string listen, bool isLocal)
    {
        File.WriteAllText(_folder["tokens"], $"# senders\n\n{RunningReceiver.HashOf("secret")} web-*\n");
        var settings = ReceiverSettings.From(listen, _folder.Path, _folder["tokens"]);
        Assert.Equal(isLocal, settings.IsLocal);
        Assert.Equal(["web-*"], settings.Tokens.HostsOf("secret"));
        Assert.Null(settings.Tokens.HostsOf(RunningReceiver.HashOf("secret")));
    }

    [Fact]
    public void Tokens_LineThatIsNoHash_IsRefusedWithoutShowingIt()
    {
        var mistake = Assert.Throws<UserMistake>(() => ReceiverTokens.Parse(["hunter2"], "tokens"));
        Assert.DoesNotContain("hunter2", mistake.Message);
        Assert.Throws<UserMistake>(() => ReceiverTokens.Parse(["# nothing"], "tokens"));
        Assert.Throws<UserMistake>(() => ReceiverTokens.Read(_folder["missing"]));
    }

    [Theory]
    [InlineData("web-*", "WEB-1", true)]
    [InlineData("web-*", "xweb-1", false)]
    [InlineData("*.a.*.c", "x.a.y.a.b.c", true)]
    [InlineData("a*b*c", "a-b-", false)]
    [InlineData("*", "", true)]
    [InlineData("web-1", "web-10", false)]
    [InlineData(null, "any", true)]
    public void Pattern_OfHosts_Matches(string? pattern, string host, bool matches) =>
        Assert.Equal(matches, ReceiverTokens.Matches(pattern, host));

    public void Dispose() => _folder.Dispose();

    private static Task WaitUntilAsync(Func<bool> isDone) => WaitUntilAsync(() => Task.FromResult(isDone()));

    private static async Task WaitUntilAsync(Func<Task<bool>> isDone)
    {
        for (var until = DateTime.UtcNow.AddSeconds(30); !await isDone(); await Task.Delay(20))
        {
            Assert.True(DateTime.UtcNow < until, "too slow");
        }
    }

    private Task<RunningReceiver> StartAsync(ReceiverTokens? tokens = null) =>
        RunningReceiver.StartAsync(RunningReceiver.Settings(_folder.Path, tokens));
}
