using System.Diagnostics;
using System.Globalization;
using Unpause.Services.Tests.Watch.Metrics;
using Unpause.Services.Watch.Notifying;
using Unpause.Services.Watch.Zabbix;

namespace Unpause.Services.Tests.Watch.Zabbix;

public sealed class TrapperProtocolTests : IDisposable
{
    private static readonly DateTimeOffset Now = new DateTimeOffset(2026, 11, 28, 12, 0, 0, TimeSpan.Zero).AddTicks(1_234_567);
    private static readonly CancellationToken Stop = TestContext.Current.CancellationToken;

    private readonly MadeTrapper _zabbix = new();

    [Fact]
    public void Message_OfAValue_HasTheBytesOfTheProtocol()
    {
        var message = TrapperProtocol.Request("web-1", [new("unpause.full[orders]", "3", Now)], Now);

        const string Data = """{"host":"web-1","key":"unpause.full[orders]","value":"3","clock":1795867200,"ns":123456700}""";
        const string Json = $$"""{"request":"sender data","data":[{{Data}}],"clock":1795867200,"ns":123456700}""";
        Assert.Equal(MadeTrapper.Framed(Json), message);
        Assert.Equal([(byte)'Z', (byte)'B', (byte)'X', (byte)'D', 1, (byte)Json.Length, 0, 0, 0, 0, 0, 0, 0], message[..13]);
    }

    [Fact]
    [Trait("Tier", "live")]
    public async Task Message_OfZabbixOwnSender_IsThatOfOurs()
    {
        Assert.SkipUnless(ZabbixServer.IsThere, "needs zabbix-agent, which has zabbix_sender");
        var port = _zabbix.Place.Port.ToString(CultureInfo.InvariantCulture);
        var (output, error, code) = Programs.Run(
            "zabbix_sender", null, "-z", "127.0.0.1", "-p", port, "-s", "web-1", "-k", "unpause.verdict[orders]", "-o", "a \"b\" ü");
        Assert.True(code == 0, output + error);
        await new TrapperClient(_zabbix.Place).SendAsync([new("unpause.verdict[orders]", "a \"b\" ü", Now)], Stop);

        var (theirs, ours) = (_zabbix.Messages.First(), _zabbix.Messages.Last());
        Assert.Equal(theirs[..5], ours[..5]);
        Assert.Equal(theirs[9..13], ours[9..13]);
        Assert.Equal(Fields(theirs), Fields(ours));

        static string[] Fields(byte[] message)
        {
            var root = MadeTrapper.Json(message);
            var value = Assert.Single(root.GetProperty("data").EnumerateArray());
            var fields = new[] { "host", "key", "value" }.Select(name => value.GetProperty(name).GetString()!);
            return [root.GetProperty("request").GetString()!, .. fields];
        }
    }

    [Fact]
    public async Task Answer_WithFailedValues_IsCounted()
    {
        _zabbix.Answer = count => MadeTrapper.Framed(MadeTrapper.Info(count - 1, 1));
        var client = new TrapperClient(_zabbix.Place);

        Assert.Equal(new TrapperAnswer(2, 1), await client.SendAsync(Three, Stop));
        await client.SendAsync(Three, Stop);

        Assert.Equal((4, 2, 0), client.Count);
    }

    [Theory]
    [InlineData("HTTP/1.1 400 Bad Request\r\n\r\n")]
    [InlineData("ZBXD")]
    [InlineData("")]
    public async Task Answer_OfAnotherServer_IsAFault(string text) => await AssertFault(System.Text.Encoding.ASCII.GetBytes(text));

    [Theory]
    [InlineData((byte)3)]
    [InlineData((byte)5)]
    [InlineData((byte)0)]
    public async Task Answer_WithOtherFlags_IsAFault(byte flags) =>
        await AssertFault(MadeTrapper.Framed(MadeTrapper.Info(3, 0), flags));

    [Theory]
    [InlineData(uint.MaxValue)]
    [InlineData((uint)int.MaxValue)]
    [InlineData(ServiceLimits.MostTrapperAnswerBytes + 1U)]
    public async Task Answer_OfHugeLength_IsAFaultWithoutReadingIt(uint length)
    {
        var before = GC.GetAllocatedBytesForCurrentThread();
        Assert.Throws<DeliveryException>(() => TrapperProtocol.AnswerLength(MadeTrapper.Framed("", length: length)));
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 100_000);
        await AssertFault(MadeTrapper.Framed(MadeTrapper.Info(3, 0), length: length));
    }

    [Theory]
    [InlineData("")]
    [InlineData("[]")]
    [InlineData("{\"response\":\"success\"}")]
    [InlineData("{\"response\":\"success\",\"info\":7}")]
    [InlineData("{\"response\":\"success\",\"info\":\"processed: 3; failed: -1\"}")]
    [InlineData("{\"response\":\"success\",\"info\":\"processed: 4; failed: 0; total: 4\"}")]
    [InlineData("{\"response\":\"success\",\"info\":\"processed: 99999999999999999999; failed: 0\"}")]
    [InlineData("{\"response\":\"failed\",\"info\":\"\\u001b[31m\"}")]
    [InlineData("{\"response\":")]
    public async Task Answer_ThatSaysNothing_IsAFault(string json) => await AssertFault(MadeTrapper.Framed(json));

    [Fact]
    public async Task Answer_NestedWithoutEnd_IsAFault() => await AssertFault(MadeTrapper.Framed(new string('[', 60_000)));

    [Fact]
    public async Task Answer_CutAnywhere_IsAFault()
    {
        var whole = MadeTrapper.Framed(MadeTrapper.Info(3, 0));
        for (var length = 0; length < whole.Length; length++) await AssertFault(whole[..length]);
    }

    [Fact]
    public async Task Answer_ThatDoesNotCome_IsAFaultInTime()
    {
        _zabbix.Answer = _ => null;
        var client = new TrapperClient(_zabbix.Place) { MostTime = TimeSpan.FromMilliseconds(300) };

        var since = Stopwatch.GetTimestamp();
        var fault = await Assert.ThrowsAsync<DeliveryException>(() => client.SendAsync(Three, Stop));

        Assert.Contains("0.3 s", fault.Message, StringComparison.Ordinal);
        Assert.InRange(Stopwatch.GetElapsedTime(since).TotalSeconds, 0.2, 20);
    }

    [Fact]
    public async Task Server_ThatIsNotThere_IsAFault()
    {
        var nowhere = _zabbix.Place with { Port = FreePort.Find() };
        await Assert.ThrowsAsync<DeliveryException>(() => new TrapperClient(nowhere).SendAsync(Three, Stop));
        var unknown = _zabbix.Place with { Server = "no-such-host.invalid" };
        await Assert.ThrowsAsync<DeliveryException>(() => new TrapperClient(unknown).SendAsync(Three, Stop));
    }

    public void Dispose() => _zabbix.Dispose();

    private static TrapperValue[] Three => [new("a", "1", Now), new("b", "2", Now), new("c", "3", Now)];

    private async Task AssertFault(byte[] answer)
    {
        _zabbix.Answer = _ => answer;
        var client = new TrapperClient(_zabbix.Place);
        var fault = await Assert.ThrowsAsync<DeliveryException>(() => client.SendAsync(Three, Stop));
        Assert.DoesNotContain(fault.Message, char.IsControl);
        Assert.Equal((0, 0, 0), client.Count);
    }
}
