using Unpause.Recordings.Rings;
using Unpause.Services.Watch.Alerts;
using Unpause.Services.Watch.Judging;
using Unpause.Services.Watch.Notifying;

namespace Unpause.Services.Tests.Watch.Alerts;

public sealed class AlertTextTests
{
    private static readonly DateTimeOffset Since = new(2026, 11, 28, 12, 0, 3, TimeSpan.Zero);

    [Fact]
    public void Description_OfAnAlert_HasAllThatAnEngineerNeeds()
    {
        var text = AlertText.Description(Alert(), leftOut: 3);

        Assert.Equal(
            """
            Condition: max_stop>200ms for 30 s since 2026-11-28 12:00:03Z, worst value 538 ms
            Verdict: 538 ms longest pause, 19.2 % of 25.6 s paused.
            Longest stop: 538 ms at 3.2 s: it examined every object.
            Cause: gc.collect() was called 17 times
            Change: Freeze what stays: gc.freeze()
            Requests: 12 (10 to 14) of 40 slow requests are because of GC (p = 0.001)
            More: unpause report /ring/kept/1/recordings
            Ring: /ring/kept/1
            3 more notifications were left out by the limit per hour.
            """,
            text);
    }

    [Fact]
    public void Json_OfAnAlert_HasTheSameAsValues()
    {
        var alert = Json(Alert());

        Assert.Equal("firing", alert.GetProperty("state").GetString());
        Assert.Equal(538.2, alert.GetProperty("value").GetDouble());
        Assert.Equal("ms", alert.GetProperty("unit").GetString());
        Assert.Equal("web-1", alert.GetProperty("instance").GetString());
        Assert.Equal("gc.freeze()", alert.GetProperty("setting").GetString());
        Assert.Equal(12, alert.GetProperty("requests").GetProperty("slow_because_of_gc").GetInt64());
        Assert.Equal(0.001, alert.GetProperty("requests").GetProperty("p_value").GetDouble());
        Assert.Equal("unpause report /ring/kept/1/recordings", alert.GetProperty("command").GetString());
        Assert.Equal(JsonValueKind.Null, alert.GetProperty("ended_at").ValueKind);
    }

    [Fact]
    public void Requests_WithoutSignificance_AreNotGivenANumber()
    {
        var alert = Alert();
        var requests = new RequestFigures(400, 40) { PValue = 0.4, Sentence = "not significant (p = 0.4)" };
        var verdict = alert.Kept!.Verdict! with { Requests = requests };
        alert = alert with { Kept = alert.Kept with { Verdict = verdict } };

        Assert.Contains("Requests: not significant (p = 0.4)", AlertText.Description(alert), StringComparison.Ordinal);
        Assert.Equal(JsonValueKind.Null, Json(alert).GetProperty("requests").GetProperty("slow_because_of_gc").ValueKind);
    }

    [Fact]
    public void Texts_OfAHostileProcess_AreEscapedAndCut()
    {
        var alert = Alert();
        alert = alert with
        {
            Process = alert.Process with { Service = "a\nMESSAGE=forged\u001b[31m\u202e" + new string('x', 5000) },
            Kept = alert.Kept! with { Verdict = new RingVerdict(new string('v', 100_000)) { Cause = "one\r\ntwo\0" } },
        };

        foreach (var text in new[] { AlertText.Line(alert), AlertText.Summary(alert) })
        {
            Assert.DoesNotContain(text, char.IsControl);
            Assert.DoesNotContain('\u202e', text);
            Assert.True(text.Length < 5000, $"{text.Length} characters");
        }

        Assert.Contains("Cause: one two", AlertText.Description(alert), StringComparison.Ordinal);
        Assert.True(AlertJson.Message([new AlertNotice(alert, 0)]).Length < 20_000);
        Assert.DoesNotContain(Json(alert).GetProperty("service").GetString()!, char.IsControl);
    }

    [Fact]
    public void Alert_OfAnExplicitCollection_NamesTheCallBeforeThereIsAFinding()
    {
        var alert = Alert() with { Condition = new WatchCondition("induced", "induced>0"), Kept = null };

        Assert.Contains("called gc.collect()", AlertText.Line(alert), StringComparison.Ordinal);
    }

    internal static WatchAlert Alert(string key = "7-1", string name = "long-stop") => new(
        new RingProcess(key, 7, "cpython", RingProcess.Recording) { Service = "orders", Host = "web-1" },
        new WatchCondition(name, "max_stop>200ms") { ForSeconds = 30 },
        Since)
    {
        Value = 538.2,
        Kept = new KeptRing("/ring/kept/1", new RingProcess(key, 7, "cpython", RingProcess.Recording) { Service = "orders" }, "why", Since)
        {
            Verdict = new RingVerdict("538 ms longest pause, 19.2 % of 25.6 s paused.")
            {
                LongestStop = "538 ms at 3.2 s: it examined every object.",
                Cause = "gc.collect() was called 17 times",
                CauseId = "explicit-collections",
                Change = "Freeze what stays.",
                Setting = "gc.freeze()",
                Requests = new RequestFigures(400, 40) { BecauseOfGc = 12, Low = 10, High = 14, PValue = 0.001, Sentence = "12 of 40" },
            },
        },
    };

    private static JsonElement Json(WatchAlert alert) =>
        JsonDocument.Parse(AlertJson.Message([new AlertNotice(alert, 0)])).RootElement.GetProperty("alerts")[0];
}
