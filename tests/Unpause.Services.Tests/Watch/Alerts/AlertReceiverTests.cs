using Unpause.Recordings.Rings;
using Unpause.Services.Watch.Sensing;
using Unpause.Services.Watch.Web;

namespace Unpause.Services.Tests.Watch.Alerts;

public sealed class AlertReceiverTests
{
    private static readonly FollowedProcess[] Processes =
    [
        Process(1, "orders", "web-1"), Process(2, "orders", "web-2"), Process(3, "billing", "web-1"),
        Process(4, "other", "web-9", pod: "other-7d9f"), Process(5, "orders", "web-1", state: RingProcess.Ended),
    ];

    [Theory]
    [InlineData("""{"service":"orders"}""", "1,2")]
    [InlineData("""{"job":"orders","instance":"web-2:9100"}""", "2")]
    [InlineData("""{"job":"orders","instance":"10.0.0.7:9100"}""", "1,2")]
    [InlineData("""{"instance":"web-1"}""", "1,3")]
    [InlineData("""{"pod":"other-7d9f"}""", "4")]
    [InlineData("""{"instance":"other-7d9f"}""", "4")]
    [InlineData("""{"alertname":"orders"}""", "")]
    [InlineData("""{"service":""}""", "")]
    [InlineData("""{"service":7}""", "")]
    public void Labels_OfAnAlert_NameTheirProcesses(string labels, string ids)
    {
        var alert = Assert.Single(Read($$"""{"alerts":[{"status":"firing","labels":{{labels}}}]}""")!);

        Assert.Equal(ids, string.Join(',', AlertReceiver.Matching(alert, Processes).Select(process => process.Facts.Id)));
    }

    [Theory]
    [InlineData("[]")]
    [InlineData("7")]
    [InlineData("""{"alerts":{}}""")]
    public void Body_OfAnotherForm_IsRefused(string body) => Assert.Null(Read(body));

    [Fact]
    public void Body_WithManyAlerts_IsReadToALimitWithoutResolvedOnes()
    {
        var alerts = string.Join(',', Enumerable.Range(0, 1000)
            .Select(i => $$"""{"status":"{{(i % 2 == 0 ? "firing" : "resolved")}}","labels":{"job":"x"} }"""));

        Assert.Equal(ServiceLimits.MostForeignAlerts / 2, Read($$"""{"alerts":[{{alerts}}]}""")!.Count);
        Assert.Empty(Read("""{"alerts":[7,null,[],{"status":"firing"},{"status":"firing","labels":[]}]}""")!);
    }

    private static List<ForeignAlert>? Read(string json) => AlertReceiver.Read(JsonDocument.Parse(json).RootElement);

    private static FollowedProcess Process(int id, string service, string host, string? pod = null, string state = RingProcess.Recording) =>
        new($"{id}-1") { Facts = new RingProcess($"{id}-1", id, "jvm", state) { Service = service, Host = host, Pod = pod } };
}
