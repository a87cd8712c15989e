using System.Net;
using System.Text;
using Unpause.Fleet.Annotations;
using Unpause.Recordings;

namespace Unpause.Fleet.Tests.Annotations;

public class GrafanaClientTests
{
    private const string Tag = "deploy";

    private static readonly DateTimeOffset From = new(2026, 11, 1, 0, 0, 0, TimeSpan.Zero), To = From.AddDays(10);

    [Fact]
    public async Task Read_AnnotationsOfTheTagAndTime_AreThereInOrder()
    {
        using var server = new FakeGrafana();
        server.Add(From.AddDays(2), "second", Tag, "service:orders");
        server.Add(From.AddDays(1), From.AddDays(1).AddHours(2), "first", [Tag]);
        server.Add(From.AddDays(3), "other tag", "incident");
        server.Add(To.AddDays(1), "too late", Tag);
        using var client = new GrafanaClient(server.Address, null, Tag);
        var (annotations, notes) = await client.ReadAsync(From, To, TestContext.Current.CancellationToken);
        Assert.Equal(["first", "second"], annotations.Select(one => one.Text));
        Assert.Equal(From.AddDays(1).AddHours(2), annotations[0].End);
        Assert.Equal([Tag, "service:orders"], annotations[1].Tags);
        Assert.Empty(notes);
        Assert.Contains("type=annotation", server.Asked[0], StringComparison.Ordinal);
        Assert.Null(server.Authorizations[0]);
    }

    [Theory]
    [InlineData("", "Bearer glsa_abc")]
    [InlineData("mary@", "Basic bWFyeTpnbHNhX2FiYw==")]
    public async Task Read_Secret_IsSentAsItsKind(string user, string header)
    {
        using var server = new FakeGrafana { Authorization = header };
        server.Add(From.AddDays(1), "one", Tag);
        using var client = new GrafanaClient(new Uri($"http://{user}{server.Address.Authority}/"), "glsa_abc", Tag);
        Assert.Single((await client.ReadAsync(From, To, TestContext.Current.CancellationToken)).Annotations);
    }

    [Fact]
    public async Task Read_TagWithLettersOfAnAddress_IsOneTag()
    {
        using var server = new FakeGrafana();
        server.Add(From.AddDays(1), "one", "a b&limit=0#%");
        using var client = new GrafanaClient(server.Address, null, "a b&limit=0#%");
        Assert.Single((await client.ReadAsync(From, To, TestContext.Current.CancellationToken)).Annotations);
    }

    [Theory]
    [InlineData(int.MaxValue)]
    [InlineData(300)]
    public async Task Read_MoreThanOneAnswerHolds_IsReadOnce(int cap)
    {
        using var server = new FakeGrafana { Cap = cap };
        for (var i = 0; i < 2_500; i++) server.Add(From.AddMinutes(i), From.AddMinutes(i + (i % 90)), $"{i}", [Tag]);
        using var client = new GrafanaClient(server.Address, null, Tag);
        var (annotations, notes) = await client.ReadAsync(From, To, TestContext.Current.CancellationToken);
        Assert.Equal(Enumerable.Range(0, 2_500), annotations.Select(one => int.Parse(one.Text, null)));
        Assert.Empty(notes);
    }

    [Fact]
    public async Task Read_MoreThanTheLimit_KeepsTheLatestAndSaysSo()
    {
        using var server = new FakeGrafana();
        for (var i = 0; i < GrafanaClient.Most + 500; i++) server.Add(From.AddMinutes(i), $"{i}", Tag);
        using var client = new GrafanaClient(server.Address, null, Tag);
        var (annotations, notes) = await client.ReadAsync(From, To, TestContext.Current.CancellationToken);
        Assert.Equal(GrafanaClient.Most, annotations.Count);
        Assert.Equal($"{GrafanaClient.Most + 499}", annotations[^1].Text);
        Assert.Contains("oldest", Assert.Single(notes), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Read_ThousandsOfOneMoment_Ends()
    {
        using var server = new FakeGrafana();
        for (var i = 0; i < 3_000; i++) server.Add(From.AddDays(1), $"{i}", Tag);
        using var client = new GrafanaClient(server.Address, null, Tag);
        var (annotations, _) = await client.ReadAsync(From, To, TestContext.Current.CancellationToken);
        Assert.Equal(1_000, annotations.Count);
        Assert.InRange(server.Asked.Count, 1, 3);
    }

    [Theory]
    [InlineData(401, """{"message":"Invalid API key"}""", "--grafana-secret-file")]
    [InlineData(403, """{"message":"You'll need additional permissions"}""", "--grafana-secret-file")]
    [InlineData(404, "<html>not found", "HTTP API")]
    [InlineData(200, "<html>", "HTTP API")]
    [InlineData(200, """{"message":"ok"}""", "HTTP API")]
    [InlineData(200, """[{"id":1,"time":1700000000000,"tags":["deploy"]""", "HTTP API")]
    [InlineData(200, "", "HTTP API")]
    [InlineData(502, "<html>", "try it")]
    public async Task Read_AnswerThatIsNone_IsTheUsersMistake(int code, string body, string words)
    {
        using var server = new FakeGrafana { Answer = response => WriteAsync(response, code, body) };
        using var client = new GrafanaClient(server.Address, "abc", Tag);
        var mistake = await Assert.ThrowsAsync<UserMistake>(() => client.ReadAsync(From, To, TestContext.Current.CancellationToken));
        Assert.Contains(words, mistake.Message, StringComparison.Ordinal);
        Assert.DoesNotContain("abc", mistake.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Read_DeepJson_IsTheUsersMistake()
    {
        var deep = $$"""[{"time":1700000000000,"data":{{new string('[', 100_000)}}{{new string(']', 100_000)}}}]""";
        using var server = new FakeGrafana { Answer = response => WriteAsync(response, 200, deep) };
        using var client = new GrafanaClient(server.Address, null, Tag);
        await Assert.ThrowsAsync<UserMistake>(() => client.ReadAsync(From, To, TestContext.Current.CancellationToken));
    }

    [Fact]
    public async Task Read_EntriesOfAnotherForm_AreLeftOut()
    {
        const string body =
            """
            [7, null, [1], {"time":"soon"}, {"time":-5}, {"time":9e99}, {"time":999999999999999}, {"text":"no time"},
             {"id":1,"time":1793800000000,"timeEnd":5,"text":["x"],"tags":"deploy"},
             {"id":"2","time":1793800000001,"timeEnd":999999999999999,"text":"b","tags":["deploy",7,null,{"a":[]}],"data":{"deep":[[{}]]}}]
            """;
        using var server = new FakeGrafana { Answer = response => WriteAsync(response, 200, body) };
        using var client = new GrafanaClient(server.Address, null, Tag);
        var (annotations, _) = await client.ReadAsync(From, To, TestContext.Current.CancellationToken);
        Assert.Equal(["", "b"], annotations.Select(one => one.Text));
        Assert.All(annotations, one => Assert.Equal(one.At, one.End));
        Assert.Equal([Tag], annotations[1].Tags);
    }

    [Theory]
    [InlineData("a <b>bold</b> one", "a bold one")]
    [InlineData("<a href='https://ci/1'>build</a><br/>", "build")]
    [InlineData("heap < 4 GiB, <b 5 <i>x</i>", "heap < 4 GiB, <b 5 x")]
    [InlineData("<<script>alert(1)</script", "<alert(1)</script")]
    [InlineData("a<", "a<")]
    [InlineData("a</", "a</")]
    public async Task Read_TextWithMarkup_IsWithoutIt(string text, string expected)
    {
        using var server = new FakeGrafana();
        server.Add(From.AddDays(1), text, Tag);
        using var client = new GrafanaClient(server.Address, null, Tag);
        Assert.Equal(expected, Assert.Single((await client.ReadAsync(From, To, TestContext.Current.CancellationToken)).Annotations).Text);
    }

    [Fact]
    public async Task Read_BodyWithoutEnd_IsNotReadToItsEnd()
    {
        var (sent, block) = (0L, Encoding.ASCII.GetBytes(new string(' ', 1 << 20)));
        using var server = new FakeGrafana
        {
            Answer = async response =>
            {
                for (; sent < 1 << 30; sent += block.Length) await response.OutputStream.WriteAsync(block);
            },
        };
        using var client = new GrafanaClient(server.Address, null, Tag);
        var mistake = await Assert.ThrowsAsync<UserMistake>(() => client.ReadAsync(From, To, TestContext.Current.CancellationToken));
        Assert.Contains("--from", mistake.Message, StringComparison.Ordinal);
        Assert.InRange(sent, 0, 256 << 20);
    }

    [Fact]
    public async Task Read_ServerThatIsSilent_HasATimeLimit()
    {
        var end = new TaskCompletionSource();
        using var server = new FakeGrafana { Answer = _ => end.Task };
        using var client = new GrafanaClient(server.Address, null, Tag, TimeSpan.FromMilliseconds(300));
        var mistake = await Assert.ThrowsAsync<UserMistake>(() => client.ReadAsync(From, To, TestContext.Current.CancellationToken));
        Assert.Contains("0.3 s", mistake.Message, StringComparison.Ordinal);
        end.SetResult();
    }

    [Fact]
    public async Task Read_Redirect_IsNotFollowedWithTheToken()
    {
        using var other = new FakeGrafana();
        using var server = new FakeGrafana
        {
            Answer = response =>
            {
                response.Redirect($"{other.Address}api/annotations?token=x");
                return Task.CompletedTask;
            },
        };
        using var client = new GrafanaClient(server.Address, "abc", Tag);
        var mistake = await Assert.ThrowsAsync<UserMistake>(() => client.ReadAsync(From, To, TestContext.Current.CancellationToken));
        Assert.Contains(other.Address.Authority, mistake.Message, StringComparison.Ordinal);
        Assert.Empty(other.Asked);
    }

    [Fact]
    public async Task Read_NoServer_IsTheUsersMistake()
    {
        var server = new FakeGrafana();
        server.Dispose();
        using var client = new GrafanaClient(server.Address, null, Tag);
        var mistake = await Assert.ThrowsAsync<UserMistake>(() => client.ReadAsync(From, To, TestContext.Current.CancellationToken));
        Assert.Contains("--grafana", mistake.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("http://grafana.example:3000", "abc")]
    [InlineData("http://mary@192.0.2.1", "abc")]
    [InlineData("https://grafana.example", "a b")]
    [InlineData("https://grafana.example", "a\nX-Other: b")]
    [InlineData("https://grafana.example", "")]
    public void Client_SecretThatMustNotBeSent_IsTheUsersMistake(string address, string secret)
    {
        var mistake = Assert.Throws<UserMistake>(() => new GrafanaClient(new Uri(address), secret, Tag));
        Assert.DoesNotContain("mary", mistake.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Client_PlainHttpWithoutSecretOrToThisMachine_IsAllowed()
    {
        new GrafanaClient(new Uri("http://grafana.example:3000"), null, Tag).Dispose();
        new GrafanaClient(new Uri("http://localhost:3000"), "abc", Tag).Dispose();
    }

    private static async Task WriteAsync(HttpListenerResponse response, int code, string body)
    {
        response.StatusCode = code;
        await response.OutputStream.WriteAsync(Encoding.UTF8.GetBytes(body));
    }
}
