using System.IO.Compression;
using Unpause.Tests;

namespace Unpause.Cli.Tests.Sending;

/// <summary><c>--send FOLDER</c>: reports as a receiver keeps them. It needs no other program.</summary>
public sealed class SendToFolderTests : IDisposable
{
    private static readonly string Log = RepositoryFolder.File("samples", "python", "recommend-default.upgc");

    private readonly TemporaryFolder _folder = new();

    public SendToFolderTests() => Directory.CreateDirectory(Place);

    private string Place => _folder["place"];

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Report_SentToAFolder_IsKeptAsHostDayName()
    {
        var result = Send("orders", "web-1", "-o", _folder["report.json"]);
        Assert.True(result.ExitCode == 0, result.ToString());
        var file = Assert.Single(Kept());
        Assert.Matches("^web-1/20[0-9-]{8}/[0-9]{6}-orders-[0-9a-f]{16}\\.json\\.gz$", file);
        Assert.Contains(Path.Combine(Place, file), result.Error, StringComparison.Ordinal);
        using var packed = new GZipStream(File.OpenRead(Path.Combine(Place, file)), CompressionMode.Decompress);
        using var sent = System.Text.Json.JsonDocument.Parse(packed);
        using var written = System.Text.Json.JsonDocument.Parse(File.ReadAllText(_folder["report.json"]));
        Assert.True(System.Text.Json.JsonElement.DeepEquals(written.RootElement, sent.RootElement));
    }

    [Fact]
    public void Report_SentTwice_IsOneFileAndAnotherIsBesideIt()
    {
        Assert.Equal(0, Send("orders", "web-1").ExitCode);
        var first = File.GetLastWriteTimeUtc(Path.Combine(Place, Assert.Single(Kept())));
        Assert.Equal(0, Send("orders", "web-1").ExitCode);
        Assert.Equal(first, File.GetLastWriteTimeUtc(Path.Combine(Place, Assert.Single(Kept()))));
        Assert.Equal(0, Send("cart", "web-1").ExitCode);
        Assert.Equal(2, Kept().Count);
    }

    [Fact]
    public void Report_HostileHostAndService_StaysInTheFolder()
    {
        Assert.Equal(0, Send("../../x/y", "../..").ExitCode);
        Assert.StartsWith("_._..", Assert.Single(Kept()), StringComparison.Ordinal);
        Assert.Equal([Place], Directory.GetFileSystemEntries(_folder.Path));
    }

    [Fact]
    public void Report_LinkInTheFolder_IsNotFollowed()
    {
        Directory.CreateDirectory(_folder["elsewhere"]);
        Directory.CreateSymbolicLink(Path.Combine(Place, "web-1"), _folder["elsewhere"]);
        Assert.Equal(2, Send("orders", "web-1").ExitCode);
        Assert.Empty(Directory.GetFileSystemEntries(_folder["elsewhere"]));
    }

    [Fact]
    public void Report_OverBudgetOrUnwritable_KeepsTheVerdict()
    {
        File.WriteAllText(Path.Combine(Place, "web-1"), "no folder");
        Assert.Equal(1, Send("orders", "web-1", "--fail-on", "max_pause>1us").ExitCode);
        Assert.Equal(1, Send("orders", "web-2", "--fail-on", "max_pause>1us").ExitCode);
        Assert.Equal(2, Kept().Count);
    }

    [Fact]
    public void Check_SentToAFolder_SendsEachReport()
    {
        File.WriteAllText(_folder["budgets.yaml"], "budgets:\n  - metric: max_pause\n    limit: 1us\n");
        Cli.Unpause("report", Log, "-q", "--service", "stored", "-o", _folder["stored.json"]);
        var result = Cli.Unpause("check", "--budget", _folder["budgets.yaml"], Log, _folder["stored.json"], "-q", "--send", Place);
        Assert.True(result.ExitCode == 1, result.ToString());
        Assert.Equal(2, Kept().Count);
    }

    [Fact]
    public void Run_NothingRecorded_SendsNothing()
    {
        var result = Cli.Unpause("run", "-q", "--send", Place, "--", "true");
        Assert.Equal(0, result.ExitCode);
        Assert.Contains("nothing sent", result.Error, StringComparison.Ordinal);
        Assert.Empty(Kept());
    }

    private Cli.Result Send(string service, string host, params string[] more) => Cli.Unpause(
        ["report", Log, "-q", "--send", Place, "--service", service, "--label", $"host.name={host}", .. more]);

    private List<string> Kept() =>
    [
        .. Directory.GetFiles(Place, "*", SearchOption.AllDirectories).Select(file => Path.GetRelativePath(Place, file))
            .Order(StringComparer.Ordinal),
    ];
}
