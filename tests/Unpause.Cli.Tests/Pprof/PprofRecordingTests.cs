using System.Text;
using System.Text.Json;
using Unpause.Tests;

namespace Unpause.Cli.Tests.Pprof;

/// <summary><c>unpause record http://HOST:PORT</c> against a server whose answers are known.</summary>
[Trait("Tier", "live")]
public sealed class PprofRecordingTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public static TheoryData<string, string, string> Refusals => new()
    {
        { "404 Not Found", "404 page not found", "import _ \"net/http/pprof\"" },
        { "401 Unauthorized", "", "http://USER:PASSWORD@HOST:PORT" },
        { "302 Found\r\nLocation: http://127.0.0.1:1/secret", "", "redirects (302), and redirects are not followed" },
        { "400 Bad Request", "Client sent an HTTP request to an HTTPS server.", "use https://" },
        { "503 Service Unavailable", "", "answered 503" },
        { "200 OK", "all is well", "does another server listen there?" },
        { "200 OK", "<!doctype html><title>a page</title>", "does another server listen there?" },
    };

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Pprof_ProfilesOfOneProcess_AreOneProcess()
    {
        using var server = new PprofServer(AnswersOf());
        string[] outputs = ["-o", _folder["report.json"], "-o", _folder["sites.pb.gz"]];
        var result = Record([$"http://anna:geheim@{server.Host}/", "--for", "0.2s", .. outputs]);
        Assert.True(result.ExitCode == 0, result.ToString());
        using var report = JsonDocument.Parse(File.ReadAllText(_folder["report.json"]));
        var process = Assert.Single(report.RootElement.GetProperty("processes").EnumerateArray());
        Assert.Equal(1_673_311_699, process.GetProperty("allocations").GetProperty("bytes").GetInt64());
        var moments = process.GetProperty("goroutines").GetProperty("moments").EnumerateArray();
        Assert.Equal([66, 91], moments.Select(moment => moment.GetProperty("count").GetInt32()));
        Assert.True(process.GetProperty("live_heap").GetProperty("bytes").GetInt64() > 0);
        Assert.StartsWith("/srv/sites -token", process.GetProperty("source").GetProperty("command").GetString(), StringComparison.Ordinal);
        Assert.Contains("execution trace: ", report.RootElement.GetProperty("not_recorded")[0].GetString(), StringComparison.Ordinal);
        Assert.True(File.Exists(_folder["sites.pb.gz"]));
        Assert.All(server.Asked, request => Assert.Contains("Authorization: Basic YW5uYTpnZWhlaW0=", request, StringComparison.Ordinal));
        var reported = result.ToString() + File.ReadAllText(_folder["report.json"]);
        Assert.DoesNotContain("geheim", reported, StringComparison.Ordinal);
        Assert.DoesNotContain("hunter2", reported, StringComparison.Ordinal);
        Assert.Equal(
            ["allocs", "goroutine", "cmdline", "trace?seconds=0.2", "allocs", "goroutine", "heap"],
            server.Asked.Select(request => request.Split(' ')[1]["/debug/pprof/".Length..]));
    }

    [Fact]
    public void Pprof_Kept_IsReadAgain()
    {
        using var server = new PprofServer(AnswersOf());
        var kept = _folder["kept"];
        Assert.Equal(0, Record($"http://{server.Host}/debug/pprof", "--for", "0.1s", "--keep", kept, "-q").ExitCode);
        Assert.Equal(5, Directory.GetFiles(kept).Length);
        var again = Cli.Unpause("report", kept);
        Assert.Contains("in main.page", again.Output, StringComparison.Ordinal);
        Assert.Contains("66 → 91", again.Output, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Refusals))]
    public void Pprof_NoEndpoint_SaysWhatToAdd(string status, string body, string said)
    {
        using var server = new PprofServer(_ => PprofServer.Status(status, body));
        var result = Record($"http://u:geheim@{server.Host}", "--for", "0.1s");
        Assert.Equal((2, ""), (result.ExitCode, result.Output));
        Assert.Contains(said, result.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("geheim", result.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("secret", result.Error, StringComparison.Ordinal);
        Assert.Single(server.Asked);
        Assert.Empty(Directory.GetFiles(_folder.Path));
    }

    [Fact]
    public void Pprof_EndlessResponse_IsCutOff()
    {
        using var server = new PprofServer(_ => PprofServer.Good([0x1f, 0x8b, .. new byte[65 << 20]]));
        var result = Record($"http://{server.Host}", "--for", "0.1s");
        Assert.Equal(2, result.ExitCode);
        Assert.Contains("longer than 64 MiB", result.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("http://127.0.0.1:1", "connection refused")]
    [InlineData("http://host.invalid:6060", "can't be resolved")]
    [InlineData("ftp://127.0.0.1", "neither http:// nor https://")]
    [InlineData("http://", "not a valid URL")]
    [InlineData("http://127.0.0.1:1/?token=geheim", "ends in a query")]
    public void Pprof_InvalidAddress_IsRefused(string address, string said)
    {
        var result = Record(address);
        Assert.Equal((2, ""), (result.ExitCode, result.Output));
        Assert.Contains(said, result.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("geheim", result.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void Pprof_OptionsOfProcesses_AreRefused()
    {
        var result = Record("http://127.0.0.1:1", "--jfr");
        Assert.Equal(2, result.ExitCode);
        Assert.Contains("--jfr needs a process id", result.Error, StringComparison.Ordinal);
    }

    private Cli.Result Record(params string[] arguments) =>
        Cli.UnpauseIn(_folder.Path, new Dictionary<string, string?>(), ["record", .. arguments]);

    /// <summary>The answers of a program: its second profile of a kind is a later one; it is never traced.</summary>
    private static Func<string, (string Head, byte[] Body)> AnswersOf()
    {
        var asked = new Dictionary<string, int>(StringComparer.Ordinal);
        return path =>
        {
            var what = path.Split('/')[^1].Split('?')[0];
            asked[what] = asked.GetValueOrDefault(what) + 1;
            return what switch
            {
                "allocs" or "goroutine" => PprofServer.Good(Sample($"{what}-{asked[what]}")),
                "heap" => PprofServer.Good(Sample("heap")),
                "cmdline" => PprofServer.Good(Encoding.ASCII.GetBytes("/srv/sites\0-token\0hunter2")),
                _ => PprofServer.Status("500 Internal Server Error", "Could not enable tracing: tracing is already enabled"),
            };
        };
    }

    private static byte[] Sample(string name) =>
        File.ReadAllBytes(RepositoryFolder.File("samples", "go", "profiles", "go1.26", $"{name}.pb.gz"));
}
