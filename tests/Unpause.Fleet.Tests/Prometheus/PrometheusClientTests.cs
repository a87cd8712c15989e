using Unpause.Fleet.Stores.Prometheus;
using Unpause.Recordings;

namespace Unpause.Fleet.Tests.Prometheus;

public class PrometheusClientTests
{
    private const string One = """{"metric":{"service":"a"},"value":[1,"2"]}""";

    [Fact]
    public async Task Client_AddressWithPathAndUser_AsksBelowThePathWithThePassword()
    {
        using var server = new FakePrometheus(_ => FakePrometheus.Series(One));
        using var client = new PrometheusClient(new Uri($"http://mary:ignored@{server.Address.Authority}/prometheus/?token=x"), "secret\n");
        var series = await client.AtAsync("up", 7, TestContext.Current.CancellationToken);
        Assert.Equal(2, series.Single().Points.Single().Value);
        Assert.Equal("/prometheus/api/v1/query", server.All[0].Path);
        Assert.Equal(("up", "7"), (server.All[0].Query, server.All[0].Form["time"]));
        Assert.Equal("Basic bWFyeTpzZWNyZXQ=", server.All[0].Authorization);
        Assert.DoesNotContain("mary", client.Place, StringComparison.Ordinal);
        Assert.DoesNotContain("token", client.Place, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Client_SecretWithoutUser_IsAToken()
    {
        using var server = new FakePrometheus(_ => FakePrometheus.Series());
        using var client = new PrometheusClient(server.Address, "abc");
        Assert.Empty(await client.RangeAsync("up", 0, 60, 60, TestContext.Current.CancellationToken));
        Assert.Equal("Bearer abc", server.All[0].Authorization);
    }

    [Theory]
    [InlineData(401, "", "--secret-file")]
    [InlineData(404, "<html>not found", "HTTP API")]
    [InlineData(200, "<html>", "HTTP API")]
    [InlineData(200, """{"status":"success","data":{"result":[}""", "HTTP API")]
    [InlineData(400, """{"status":"error","errorType":"bad_data","error":"unknown function\u001b[31m"}""", "unknown function")]
    public async Task Client_AnswerThatIsNone_IsTheUsersMistake(int code, string body, string words)
    {
        using var server = new FakePrometheus(_ => new Answered(code, body));
        using var client = new PrometheusClient(server.Address, null);
        var mistake = await Assert.ThrowsAsync<UserMistake>(() => client.AtAsync("up", 7, TestContext.Current.CancellationToken));
        Assert.Contains(words, mistake.Message, StringComparison.Ordinal);
        Assert.DoesNotContain('\u001b', mistake.Message);
    }

    [Theory]
    [InlineData(422, "query processing would load too many samples into memory in query execution")]
    [InlineData(503, "query timed out in expression evaluation")]
    [InlineData(400, "exceeded maximum resolution of 11,000 points per timeseries")]
    public async Task Client_QueryThatIsTooMuch_IsALimit(int code, string error)
    {
        using var server = new FakePrometheus(_ => new Answered(code, $$"""{"status":"error","errorType":"x","error":"{{error}}"}"""));
        using var client = new PrometheusClient(server.Address, null);
        await Assert.ThrowsAsync<PrometheusLimitException>(() => client.AtAsync("up", 7, TestContext.Current.CancellationToken));
    }

    [Fact]
    public async Task Client_Redirect_IsNotFollowedWithTheSecret()
    {
        using var other = new FakePrometheus(_ => FakePrometheus.Series(One));
        using var server = new FakePrometheus(_ => new Answered(302, "") { Location = $"{other.Address}api/v1/query?x=y" });
        using var client = new PrometheusClient(server.Address, "abc");
        var mistake = await Assert.ThrowsAsync<UserMistake>(() => client.AtAsync("up", 7, TestContext.Current.CancellationToken));
        Assert.Contains(other.Address.Authority, mistake.Message, StringComparison.Ordinal);
        Assert.Empty(other.All);
    }

    [Fact]
    public async Task Client_NoServer_IsTheUsersMistake()
    {
        var server = new FakePrometheus(_ => FakePrometheus.Series());
        server.Dispose();
        using var client = new PrometheusClient(server.Address, null);
        var mistake = await Assert.ThrowsAsync<UserMistake>(() => client.AtAsync("up", 7, TestContext.Current.CancellationToken));
        Assert.Contains("--prometheus", mistake.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Client_AnswerWithoutEnd_IsALimit()
    {
        // Each letter is a byte.
        var block = new string(' ', 8 << 20);
        using var server = new FakePrometheus(_ => new Answered(200, string.Concat(Enumerable.Repeat(block, 33))));
        using var client = new PrometheusClient(server.Address, null);
        await Assert.ThrowsAsync<PrometheusLimitException>(() => client.AtAsync("up", 7, TestContext.Current.CancellationToken));
    }

    [Theory]
    [InlineData("ftp://host")]
    [InlineData("file:///etc/passwd")]
    public void Client_OtherScheme_IsTheUsersMistake(string address) =>
        Assert.Throws<UserMistake>(() => new PrometheusClient(new Uri(address), null));

    [Fact]
    public void Client_SecretOfTwoLines_IsTheUsersMistake() =>
        Assert.Throws<UserMistake>(() => new PrometheusClient(new Uri("http://host"), "a\nX-Other: b"));
}
