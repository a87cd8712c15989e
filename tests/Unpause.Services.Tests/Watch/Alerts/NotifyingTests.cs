using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Text;
using Unpause.Services.Watch.Alerts;
using Unpause.Services.Watch.Notifying;

namespace Unpause.Services.Tests.Watch.Alerts;

public sealed class NotifyingTests
{
    private static readonly DateTimeOffset Now = new(2026, 11, 28, 12, 0, 0, TimeSpan.Zero);
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(20), Quick = TimeSpan.FromMilliseconds(10);
    private readonly List<string> _lines = [];

    [Fact]
    public async Task Webhook_ThatFailsTwice_GetsTheAlertAndOneLineIsLogged()
    {
        using var receiver = new Receiver(19210) { Status = HttpStatusCode.ServiceUnavailable };
        using var queue = Queue(new WebhookTarget(receiver.Address));
        await RunAsync(queue, async () =>
        {
            queue.Add(new AlertNotice(AlertTextTests.Alert(), 0));
            await AwaitAsync(() => receiver.Taken.Count >= 2);
            receiver.Status = HttpStatusCode.OK;
            await AwaitAsync(() => queue.Count.Sent == 1);
        });

        Assert.All(receiver.Taken, taken => Assert.Equal(receiver.Taken.First().Body, taken.Body));
        Assert.True(queue.Count.Failed >= 2);
        Assert.Equal(0, queue.Count.Lost);
        Assert.Contains("HTTP status 503", Assert.Single(_lines), StringComparison.Ordinal);
        Assert.DoesNotContain("hook", _lines[0].Replace("webhook", "", StringComparison.Ordinal), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Webhook_ThatRedirects_IsNotFollowed()
    {
        using var receiver = new Receiver(19211);
        using var other = new Receiver(19212);
        receiver.Status = HttpStatusCode.TemporaryRedirect;
        receiver.Redirect = other.Address.AbsoluteUri;
        using var queue = Queue(new WebhookTarget(receiver.Address));
        await RunAsync(queue, async () =>
        {
            queue.Add(new AlertNotice(AlertTextTests.Alert(), 0));
            await AwaitAsync(() => queue.Count.Lost == 1);
        });

        Assert.Empty(other.Taken);
    }

    [Fact]
    public async Task Webhook_OfHttps_VerifiesTheCertificate()
    {
        Assert.SkipUnless(Unpause.Recordings.Rings.WatchTargets.Curl is not null, "needs curl");
        using var server = new TlsReceiver(19215);
        using var target = new WebhookTarget(server.Address);
        var notices = new[] { new AlertNotice(AlertTextTests.Alert(name: "\\\"quoted\" ü"), 0) };

        var failure = await Assert.ThrowsAsync<DeliveryException>(() => target.SendAsync(notices, TestContext.Current.CancellationToken));
        Assert.Contains("certificate", failure.Message, StringComparison.Ordinal);

        // A company's own certificate.
        Environment.SetEnvironmentVariable("CURL_CA_BUNDLE", server.Certificate);
        try
        {
            await target.SendAsync(notices, TestContext.Current.CancellationToken);
        }
        finally
        {
            Environment.SetEnvironmentVariable("CURL_CA_BUNDLE", null);
        }

        var alert = JsonDocument.Parse(Assert.Single(server.Taken)).RootElement.GetProperty("alerts")[0];
        Assert.Equal("\\\"quoted\" ü", alert.GetProperty("name").GetString());
    }

    [Fact]
    public async Task Alerts_OfOneMoment_AreOneMessageOfTheirProcess()
    {
        using var receiver = new Receiver(19213);
        using var queue = Queue(new WebhookTarget(receiver.Address));
        queue.Add(new AlertNotice(AlertTextTests.Alert(name: "a"), 1));
        queue.Add(new AlertNotice(AlertTextTests.Alert(name: "b"), 0));
        queue.Add(new AlertNotice(AlertTextTests.Alert(name: "a"), 2));
        queue.Add(new AlertNotice(AlertTextTests.Alert("8-1", "a"), 0));
        await RunAsync(queue, () => AwaitAsync(() => receiver.Taken.Count == 2));

        var first = JsonDocument.Parse(receiver.Taken.First().Body).RootElement;
        Assert.Equal(["b", "a"], first.GetProperty("alerts").EnumerateArray().Select(alert => alert.GetProperty("name").GetString()));
        Assert.Equal(3, first.GetProperty("left_out").GetInt64());
    }

    [Fact]
    public async Task Target_ThatIsDead_DelaysNobody()
    {
        // Nothing listens there, and what waits is bounded.
        using var dead = Queue(new WebhookTarget(new Uri("http://127.0.0.1:19298/")));
        using var receiver = new Receiver(19214);
        using var alive = Queue(new WebhookTarget(receiver.Address));
        using var sender = new AlertSender([dead, alive], mostPerHour: 100_000);
        using var stop = new CancellationTokenSource();
        var running = sender.RunAsync(stop.Token);
        var since = Stopwatch.GetTimestamp();
        for (var i = 0; i < 5000; i++) sender.Send(AlertTextTests.Alert($"{i}-1"), Now);

        Assert.True(Stopwatch.GetElapsedTime(since) < TimeSpan.FromSeconds(5));
        await AwaitAsync(() => receiver.Taken.Count > 100);
        await AwaitAsync(() => dead.Count.Lost > 1000);
        await stop.CancelAsync();
        await running;
        Assert.Single(_lines);
    }

    [Fact]
    public void Notifications_AboveTheLimitPerHour_AreCountedInTheNext()
    {
        var notices = new Collected();
        using var sender = new AlertSender([Queue(notices)], mostPerHour: 4);
        var now = Now;
        for (var i = 0; i < 10; i++)
        {
            var alert = AlertTextTests.Alert(name: $"alert-{i}");
            sender.Send(alert, now);
            sender.Send(alert with { EndedAt = now }, now);
            now += TimeSpan.FromMinutes(1);
        }

        // Another process has a limit of its own; and an hour later there is room again.
        sender.Send(AlertTextTests.Alert("8-1"), now);
        sender.Send(AlertTextTests.Alert(name: "later"), Now + TimeSpan.FromMinutes(70));
        notices.Drain(sender);

        Assert.Equal(["alert-0", "alert-0", "alert-1", "alert-1", "long-stop", "later"], notices.Names);
        Assert.Equal(8, notices.All[^1].LeftOut);
        Assert.All(notices.All[..^1], notice => Assert.Equal(0, notice.LeftOut));
    }

    [Fact]
    public async Task Command_OfAnAlert_GetsJsonWithoutOurEnvironment()
    {
        Environment.SetEnvironmentVariable("UNPAUSE_TEST_SECRET", "hidden");
        var path = Path.GetTempFileName();
        try
        {
            using var target = new CommandTarget(["/bin/sh", "-c", $"{{ env; cat; }} > {path}"]);
            await target.SendAsync([new AlertNotice(AlertTextTests.Alert(), 0)], TestContext.Current.CancellationToken);

            var text = await File.ReadAllTextAsync(path, TestContext.Current.CancellationToken);
            Assert.DoesNotContain("hidden", text, StringComparison.Ordinal);
            var json = JsonDocument.Parse(text[text.IndexOf('{', StringComparison.Ordinal)..]).RootElement;
            Assert.Equal("orders", json.GetProperty("alerts")[0].GetProperty("service").GetString());
        }
        finally
        {
            File.Delete(path);
        }
    }

    [Theory]
    [InlineData("exit 3", "exit code 3")]
    [InlineData("exec /nowhere", "exit code 127")]
    public async Task Command_ThatFails_SaysHow(string script, string message)
    {
        using var target = new CommandTarget(["/bin/sh", "-c", script]);
        var failure = await Assert.ThrowsAsync<DeliveryException>(
            () => target.SendAsync([new AlertNotice(AlertTextTests.Alert(), 0)], TestContext.Current.CancellationToken));
        Assert.Equal(message, failure.Message);
    }

    [Fact]
    public async Task Command_WhenTheWatcherEnds_IsEnded()
    {
        using var target = new CommandTarget(["/bin/sleep", "1000"]);
        using var stop = new CancellationTokenSource(TimeSpan.FromMilliseconds(300));
        await Assert.ThrowsAnyAsync<OperationCanceledException>(
            () => target.SendAsync([new AlertNotice(AlertTextTests.Alert(), 0)], stop.Token));
    }

    [Fact]
    public async Task Journal_GetsFields_WhateverTheTextsHave()
    {
        var folder = Directory.CreateTempSubdirectory("unpause-journal-");
        try
        {
            var path = Path.Combine(folder.FullName, "socket");
            using var journal = new Socket(AddressFamily.Unix, SocketType.Dgram, ProtocolType.Unspecified);
            journal.Bind(new UnixDomainSocketEndPoint(path));
            using var target = new JournalTarget(path);
            var alert = AlertTextTests.Alert();
            alert = alert with { Process = alert.Process with { Service = "a\nPRIORITY=0" } };
            await target.SendAsync([new AlertNotice(alert, 0)], TestContext.Current.CancellationToken);

            var entry = new byte[64 * 1024];
            var fields = Fields(entry.AsSpan(0, journal.Receive(entry)));
            Assert.Equal("4", fields["PRIORITY"]);
            Assert.Equal("a PRIORITY=0", fields["UNPAUSE_SERVICE"]);
            Assert.Equal("firing", fields["UNPAUSE_STATE"]);
            Assert.Equal("/ring/kept/1", fields["UNPAUSE_RING"]);
            Assert.StartsWith("alert: a PRIORITY=0 (process 7)", fields["MESSAGE"], StringComparison.Ordinal);
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    private static Dictionary<string, string> Fields(ReadOnlySpan<byte> entry)
    {
        var fields = new Dictionary<string, string>(StringComparer.Ordinal);
        while (entry.Length > 0)
        {
            var name = entry.IndexOf((byte)'\n');
            var length = (int)BitConverter.ToUInt64(entry[(name + 1)..(name + 9)]);
            fields.Add(Encoding.ASCII.GetString(entry[..name]), Encoding.UTF8.GetString(entry.Slice(name + 9, length)));
            Assert.Equal((byte)'\n', entry[name + 9 + length]);
            entry = entry[(name + 10 + length)..];
        }

        return fields;
    }

    private TargetQueue Queue(IAlertTarget target) => new(target, _lines.Add) { Gathering = Quick, FirstWait = Quick };

    private static async Task RunAsync(TargetQueue queue, Func<Task> until)
    {
        using var stop = new CancellationTokenSource();
        var running = queue.RunAsync(stop.Token);
        await until();
        await stop.CancelAsync();
        await running;
    }

    private static async Task AwaitAsync(Func<bool> isSo)
    {
        for (var since = Stopwatch.GetTimestamp(); !isSo(); await Task.Delay(20))
            Assert.True(Stopwatch.GetElapsedTime(since) < Patience, "it did not come");
    }

    /// <summary>A target that remembers.</summary>
    private sealed class Collected : IAlertTarget
    {
        public List<AlertNotice> All { get; } = [];

        public IEnumerable<string> Names => All.Select(notice => notice.Alert.Condition.Name);

        public string Name => "test";

        public TimeSpan MostAge => TimeSpan.Zero;

        public TimeSpan? RepeatEvery => null;

        public Task SendAsync(IReadOnlyList<AlertNotice> notices, CancellationToken stop)
        {
            All.AddRange(notices);
            return Task.CompletedTask;
        }

        public Task RepeatAsync(CancellationToken stop) => Task.CompletedTask;

        public void Drain(AlertSender sender)
        {
            using var stop = new CancellationTokenSource(TimeSpan.FromMilliseconds(500));
            sender.RunAsync(stop.Token).Wait(TestContext.Current.CancellationToken);
        }

        public void Dispose()
        {
        }
    }
}
