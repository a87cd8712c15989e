using Unpause.Cli.Tests.Fleets;
using Unpause.Tests;

namespace Unpause.Cli.Tests.Sending;

/// <summary><c>--send URL</c> with a script that stands for <c>unpause-fleet</c>: what waits where, and the exit code.</summary>
public sealed class SendToAddressTests : IDisposable
{
    private const string Address = "http://127.0.0.1:9188";

    // What the program does when all arrived.
    private const string Arrives = "rm -f state/unpause/send/*/*.gz; echo '1 report: 1 sent, 0 already there'";

    private static readonly string Log = RepositoryFolder.File("samples", "python", "recommend-default.upgc");

    private readonly FleetStandIn _fleet = new();

    private TemporaryFolder Folder => _fleet.Folder;

    public void Dispose() => _fleet.Dispose();

    [Fact]
    public void Report_ReceiverAway_WaitsAndGoesWithTheNext()
    {
        _fleet.Program("echo '1 report: 0 sent, 0 already there'; echo 'refused by-the-network'; exit 1");
        Folder.Write("token", "secret"u8.ToArray());
        var result = Send("orders", "--secret-file", "token");
        Assert.True(result.ExitCode == 2, result.ToString());
        var waiting = Assert.Single(Waiting());
        Assert.Contains(Path.GetDirectoryName(waiting)!, result.Error, StringComparison.Ordinal);
        Assert.Contains("by-the-network", result.Error, StringComparison.Ordinal);
        Assert.Contains("fleet send", result.Error, StringComparison.Ordinal);
        Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, File.GetUnixFileMode(waiting));
        var request = _fleet.Request();
        Assert.Equal(("send", Address), (request.GetProperty("action").GetString(), request.GetProperty("store").GetString()));
        Assert.Equal(Path.GetDirectoryName(waiting), request.GetProperty("inputs")[0].GetString());
        Assert.Equal(Folder["token"], request.GetProperty("secret_file").GetString());
        Assert.True(request.GetProperty("deletes").GetBoolean());

        Assert.Equal(2, Send("cart").ExitCode);
        Assert.Equal(2, Waiting().Length);
        _fleet.Program(Arrives);
        Assert.Equal(0, Send("basket").ExitCode);
        Assert.Empty(Waiting());
    }

    [Theory]
    [InlineData("exit 1", "max_pause>1us", 1)]
    [InlineData("exit 1", "max_pause>1h", 2)]
    [InlineData("exit 70", "max_pause>1h", 2)]
    [InlineData("kill -9 $$", "max_pause>1h", 2)]
    [InlineData(Arrives + "; exit 4", "max_pause>1h", 0)]
    [InlineData(Arrives, "max_pause>1us", 1)]
    public void Report_WithABudget_HasTheVerdictFirst(string program, string budget, int code)
    {
        _fleet.Program(program);
        Assert.Equal(code, Send("orders", "--fail-on", budget).ExitCode);
    }

    [Theory]
    [InlineData("exit 1", 3, 3)]
    [InlineData("exit 1", 0, 2)]
    [InlineData(Arrives, 3, 3)]
    [InlineData(Arrives, 0, 0)]
    public void Run_ExitCodeOfTheProgram_ComesFirst(string program, int own, int code)
    {
        _fleet.Program(program);
        var result = _fleet.Unpause(
            "run", "-q", "--send", Address, "--", "python3", "-c", $"import gc, sys; gc.collect(); print(7); sys.exit({own})");
        Assert.Equal((code, "7\n"), (result.ExitCode, result.Output));
    }

    [Theory]
    [InlineData("--send clickhouse://h/unpause")]
    [InlineData("--send ftp://h")]
    [InlineData("--send https://user:secret@h")]
    [InlineData("--send http://other:9188 --secret-file token")]
    [InlineData("--send https://h --secret-file no/such/file")]
    [InlineData("--send no/such/folder")]
    [InlineData("--send token")]
    [InlineData("--send=")]
    public void Run_WrongPlace_IsRefusedBeforeTheProgramStarts(string options)
    {
        _fleet.Program("exit 0");
        Folder.Write("token", "secret"u8.ToArray());
        var result = _fleet.Unpause(["run", .. options.Split(' '), "--", "touch", "started"]);
        Assert.True(result.ExitCode == 2, result.ToString());
        Assert.DoesNotContain("secret@", result.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("bug in", result.Error, StringComparison.Ordinal);
        Assert.False(File.Exists(Folder["started"]) || _fleet.WasAsked);
    }

    [Fact]
    public void Run_NoFleetProgram_IsRefusedBeforeTheProgramStarts()
    {
        var result = _fleet.Unpause("run", "--send", Address, "--", "touch", "started");
        Assert.Equal(2, result.ExitCode);
        Assert.Contains("package unpause-fleet", result.Error, StringComparison.Ordinal);
        Assert.False(File.Exists(Folder["started"]));
    }

    [Fact]
    public void Run_NoPlaceToWait_IsRefusedBeforeTheProgramStarts()
    {
        _fleet.Program("exit 0");
        Folder.Write("state", []);
        var result = _fleet.Unpause("run", "--send", Address, "--", "touch", "started");
        Assert.Equal(2, result.ExitCode);
        Assert.Contains("XDG_STATE_HOME", result.Error, StringComparison.Ordinal);
        Assert.False(File.Exists(Folder["started"]));
    }

    [RootFact]
    public void Run_AsRootWithAStateFolderOfAnotherUser_IsRefused()
    {
        _fleet.Program("exit 0");
        Directory.CreateDirectory(Folder["state"]);
        Assert.Equal(0, Cli.Program(Folder.Path, "chown", "12345", "state").ExitCode);
        var result = _fleet.Unpause("run", "--send", Address, "--", "touch", "started");
        Assert.True(result.ExitCode == 2, result.ToString());
        Assert.False(File.Exists(Folder["started"]) || _fleet.WasAsked);
    }

    [Fact]
    public void Report_MoreWaitingThanTheLimit_DeletesTheOldest()
    {
        _fleet.Program("exit 1");
        Assert.Equal(2, Send("orders").ExitCode);
        var first = Assert.Single(Waiting());
        foreach (var (name, days) in (IEnumerable<(string, int)>)[("a", 3), ("b", 2), ("c", 1)])
        {
            var path = Path.Combine(Path.GetDirectoryName(first)!, $"{name}.json.gz");
            using (var file = File.Create(path)) file.SetLength(400L << 20);
            File.SetLastWriteTimeUtc(path, DateTime.UtcNow.AddDays(-days));
        }

        var result = Send("cart");
        Assert.Equal(2, result.ExitCode);
        Assert.Contains("1 report deleted", result.Error, StringComparison.Ordinal);
        // The whole name: those of reports end with a hash.
        Assert.DoesNotContain(Waiting(), path => Path.GetFileName(path) == "a.json.gz");
        Assert.Equal(4, Waiting().Length);
    }

    [Fact]
    public void Place_AsADefault_IsThatOfEveryReport()
    {
        _fleet.Program(Arrives);
        Folder.Write(".unpause.yaml", System.Text.Encoding.UTF8.GetBytes($"send: {Address}\nsecret-file: token\n"));
        Folder.Write("token", "secret"u8.ToArray());
        File.SetUnixFileMode(Folder[".unpause.yaml"], UnixFileMode.UserRead | UnixFileMode.UserWrite);
        Assert.Equal(0, _fleet.Unpause("report", Log, "-q").ExitCode);
        Assert.Equal(Address, _fleet.Request().GetProperty("store").GetString());
    }

    private Cli.Result Send(string service, params string[] more) =>
        _fleet.Unpause(["report", Log, "-q", "--service", service, "--send", Address, .. more]);

    private string[] Waiting() => Directory.GetFiles(Folder["state"], "*.gz", SearchOption.AllDirectories);
}
