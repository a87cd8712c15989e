using System.Net;
using System.Net.Http.Headers;
using System.Net.Sockets;

namespace Unpause.Services.Tests.Watch.Web;

/// <summary><c>--metrics-listen</c>: what others reach.</summary>
[Trait("Tier", "live")]
public sealed class MetricsServerTests : IDisposable
{
    private const string Token = "dGhpcyBpcyBhIHRva2Vu+/==", Nothing = "no-process-of-this-name";
    private const int Port = 19230;

    private readonly string _folder = Directory.CreateTempSubdirectory("unpause-metrics-").FullName;
    private readonly HttpClient _client = new();

    private string TokenFile => Path.Combine(_folder, "token");

    [Fact]
    public async Task Metrics_WithTheToken_AreServedAndNothingElseIs()
    {
        await File.WriteAllTextAsync(TokenFile, Token + "\n", TestContext.Current.CancellationToken);
        using var watcher = new Watcher(Nothing, "--metrics-listen", $"0.0.0.0:{Port}", "--metrics-token-file", TokenFile);
        watcher.Await("it serves others", () => Answers(Port), TimeSpan.FromSeconds(30));
        var path = watcher.Address.AbsolutePath;

        Assert.Equal(HttpStatusCode.OK, await StatusOf("/metrics", Token));
        Assert.Equal(HttpStatusCode.Unauthorized, await StatusOf("/metrics", null));
        Assert.Equal(HttpStatusCode.Unauthorized, await StatusOf("/metrics", Token + "x"));
        Assert.Equal(HttpStatusCode.Unauthorized, await StatusOf("/metrics", Token[..^1]));
        // A scraper may know it by any name; a page of another site is refused.
        Assert.Equal(HttpStatusCode.OK, await StatusOf("/metrics", Token, "Host", "orders.example"));
        Assert.Equal(HttpStatusCode.Forbidden, await StatusOf("/metrics", Token, "Origin", "http://evil.example"));
        // Without a token, once the recorder has said what it records.
        watcher.Await("it is healthy", () => StatusOf("/healthz", null).Result == HttpStatusCode.OK, TimeSpan.FromSeconds(30));
        // The same path as on loopback, where it is the list of processes.
        Assert.NotEmpty(await _client.GetStringAsync($"{watcher.Address}/processes", TestContext.Current.CancellationToken));
        Assert.Equal(HttpStatusCode.NotFound, await StatusOf($"{path}/processes", Token));
        Assert.Equal(HttpStatusCode.NotFound, await StatusOf($"{path}/", Token));
        // And loopback needs no token.
        Assert.Contains("unpause_judge_restricted ", watcher.Get("/metrics"), StringComparison.Ordinal);
    }

    [Fact]
    public void Settings_OfAspNetCoreInTheFolder_OpenNoAddress()
    {
        const int other = Port + 1;
        var endpoint = $"{{\"Url\": \"http://0.0.0.0:{other}\"}}";
        File.WriteAllText(
            Path.Combine(_folder, "appsettings.json"), "{\"Kestrel\": {\"Endpoints\": {\"x\": " + endpoint + "}}}");

        using var watcher = Watcher.StartedIn(_folder, Nothing);

        Assert.NotEmpty(watcher.Get("/metrics"));
        Assert.False(Answers(other));
    }

    [Theory]
    [InlineData("--metrics-listen", "0.0.0.0:9190")]
    [InlineData("--metrics-listen", "9190", "--metrics-token-file", "TOKEN")]
    [InlineData("--metrics-listen", "0.0.0.0:0", "--metrics-token-file", "TOKEN")]
    [InlineData("--metrics-listen", "0.0.0.0:9190", "--metrics-token-file", "/none")]
    [InlineData("--metrics-listen", "0.0.0.0:9190", "--metrics-token-file", "SHORT")]
    [InlineData("--metrics-listen", "0.0.0.0:9190", "--metrics-token-file", "/dev/zero")]
    [InlineData("--metrics-token-file", "TOKEN")]
    public void Options_ThatOpenTooMuchOrNothing_AreRefused(params string[] options)
    {
        File.WriteAllText(TokenFile, Token);
        File.WriteAllText(Path.Combine(_folder, "short"), Token[..15]);
        var arguments = options.Select(word => word switch { "TOKEN" => TokenFile, "SHORT" => Path.Combine(_folder, "short"), _ => word });

        var (_, error, code) = Programs.Run(Programs.Unpause, null, ["watch", "--check", .. arguments]);

        Assert.Equal(2, code);
        Assert.StartsWith("unpause: --metrics-", error, StringComparison.Ordinal);
        Assert.DoesNotContain(Token[..15], error, StringComparison.Ordinal);
    }

    [Fact]
    public void File_WithAnAddressForOthers_IsReadFromItsFolder()
    {
        File.WriteAllText(TokenFile, Token);
        var file = Path.Combine(_folder, "watch.yaml");
        File.WriteAllText(file, "watch: nothing-here\nmetrics_listen: '[::]:9190'\nmetrics_token_file: token\n");

        var (output, error, code) = Programs.Run(Programs.Unpause, null, "watch", "--check", "--config", file);

        Assert.True(code == 0, error);
        Assert.Contains(" http://[::]:9190/metrics\n", output, StringComparison.Ordinal);
        Assert.DoesNotContain(Token, output, StringComparison.Ordinal);
    }

    public void Dispose()
    {
        _client.Dispose();
        Directory.Delete(_folder, recursive: true);
    }

    private static bool Answers(int port)
    {
        using var client = new TcpClient();
        try
        {
            client.Connect(IPAddress.Loopback, port);
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }

    private async Task<HttpStatusCode> StatusOf(string path, string? token, string? header = null, string value = "")
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, $"http://127.0.0.1:{Port}{path}");
        if (token is not null) request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", token);
        if (header is not null) request.Headers.TryAddWithoutValidation(header, value);
        using var answer = await _client.SendAsync(request, TestContext.Current.CancellationToken);
        return answer.StatusCode;
    }
}
