using System.Globalization;
using System.Net;
using System.Text;
using Unpause.Recordings;
using Unpause.Recordings.Rings;
using Unpause.Services.Tests.Watch.Traces;
using Unpause.Services.Watch.Alerts;
using Unpause.Services.Watch.Judging;
using Unpause.Services.Watch.Notifying;

namespace Unpause.Services.Tests.Watch.Alerts;

public sealed class OtlpLogTests
{
    private static readonly DateTimeOffset Since = new(2026, 11, 28, 12, 0, 3, TimeSpan.Zero);

    [Fact]
    public async Task Alert_AsALogRecord_SaysWhatAlertmanagerGetsAndTheSlowestTrace()
    {
        using var receiver = new OtlpReceiver();
        using var target = new OtlpLogTarget(receiver.Address);

        await target.SendAsync([new AlertNotice(Alert(), 0)], TestContext.Current.CancellationToken);

        var record = Assert.Single(receiver.Logs());
        Assert.Equal((ulong)UnixTime.Nanoseconds(Since), Field(record, 1).Value);
        Assert.Equal(17UL, Field(record, 2).Value);
        Assert.Equal("critical", Encoding.UTF8.GetString(Field(record, 3).Bytes));
        Assert.EndsWith(AlertText.Line(Alert()), Encoding.UTF8.GetString(Field(record, 5).Bytes), StringComparison.Ordinal);
        Assert.Equal("5b8efff798038103d269b633813fc60c", Convert.ToHexStringLower(Field(record, 9).Bytes));
        var attributes = OtlpReceiver.Attributes(record, 6);
        Assert.Equal(("long-stop", "orders", "web-1", "/ring/kept/1"),
            (attributes["alertname"], attributes["service"], attributes["instance"], attributes["ring"]));
        Assert.Equal(AlertText.Description(Alert()), attributes["description"]);
    }

    [Fact]
    public void End_OfAnAlert_IsInformation()
    {
        var ended = Alert() with { EndedAt = Since + TimeSpan.FromMinutes(1) };

        var record = Assert.Single(OtlpReceiver.Items(OtlpLogTarget.Message([new AlertNotice(ended, 0)], now: 1)));

        Assert.Equal((ulong)UnixTime.Nanoseconds(Since) + 60_000_000_000, Field(record, 1).Value);
        Assert.Equal((9UL, "resolved"), (Field(record, 2).Value, Encoding.UTF8.GetString(Field(record, 3).Bytes)));
    }

    [Fact]
    public async Task Endpoint_ThatIsOverloaded_IsTriedAgainAndOneThatRefusesIsNot()
    {
        using var receiver = new OtlpReceiver();
        using var target = new OtlpLogTarget(receiver.Address);
        foreach (var (status, isFinal) in new[] { (HttpStatusCode.ServiceUnavailable, false), (HttpStatusCode.NotFound, true) })
        {
            receiver.Answers.Enqueue(status);
            var failure = await Assert.ThrowsAsync<DeliveryException>(
                () => target.SendAsync([new AlertNotice(Alert(), 0)], TestContext.Current.CancellationToken));
            Assert.Equal(isFinal, failure.IsFinal);
        }
    }

    [Theory]
    [InlineData("5b8efff798038103d269b633813fc60c", 500, 90, true)]
    [InlineData("5b8efff798038103d269b633813fc60c", 90, 90, false)]
    [InlineData("5b8efff798038103d269b633813fc60c", 500, 450, false)]
    [InlineData("00000000000000000000000000000011", 500, 90, false)]
    [InlineData("zz", 500, 90, false)]
    [InlineData(null, 500, 90, false)]
    public void Trace_OfARequest_IsTakenWhereItIsSlowBecauseOfGc(string? trace, double duration, double without, bool isTaken)
    {
        var one = new { trace_id = trace, duration_ms = duration, without_gc_ms = without };
        var report = JsonSerializer.SerializeToUtf8Bytes(
            new { verdict = "v", requests = new { count = 1, slow = 1, slow_threshold_ms = 100, worst = new[] { one } } });

        Assert.Equal(isTaken, RingVerdict.Read(report)!.SlowestTrace is not null);
    }

    private static (uint Number, ulong Value, byte[] Bytes) Field(IEnumerable<(uint Number, ulong Value, byte[] Bytes)> of, uint number) =>
        Assert.Single(of, field => field.Number == number);

    private static WatchAlert Alert()
    {
        var process = new RingProcess("1-1", 4711, "cpython", RingProcess.Recording) { Service = "orders", Host = "web-1" };
        var trace = UInt128.Parse("5b8efff798038103d269b633813fc60c", NumberStyles.HexNumber, CultureInfo.InvariantCulture);
        return new WatchAlert(process, new WatchCondition("long-stop", "max_stop>200ms") { Severity = "critical" }, Since)
        {
            Value = 538,
            Kept = new KeptRing("/ring/kept/1", process, "long-stop", Since)
                { Verdict = new RingVerdict("538 ms longest pause.") { Cause = "gc.collect() was called", SlowestTrace = trace } },
        };
    }
}
