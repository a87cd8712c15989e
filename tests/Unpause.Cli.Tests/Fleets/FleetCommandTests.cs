using System.Diagnostics;
using System.Text.Json;
using Unpause.Tests;

namespace Unpause.Cli.Tests.Fleets;

/// <summary>
/// <c>unpause fleet</c> with a script beside it that stands for <c>unpause-fleet</c>.
/// </summary>
public sealed class FleetCommandTests : IDisposable
{
    private readonly FleetStandIn _fleet = new();
    private readonly TemporaryFolder _folder;
    private readonly string _dll;

    public FleetCommandTests()
    {
        (_folder, _dll) = (_fleet.Folder, _fleet.Dll);
        Directory.CreateDirectory(_folder["reports"]);
    }

    private string Reports => _folder["reports"];

    public void Dispose() => _fleet.Dispose();

    [Fact]
    public void Fleet_Answer_IsRenderedInEachForm()
    {
        Answers("fleet");
        string[] files = [_folder["f.html"], _folder["f.json"], _folder["f.txt"], _folder["f.csv"]];
        var result = Unpause([.. new[] { "fleet", Reports }, .. files.SelectMany(file => new[] { "-o", file })]);
        // Inputs could not be read.
        Assert.Equal(4, result.ExitCode);
        Assert.All(files[..3], file => Assert.Contains("Explicit GC", File.ReadAllText(file), StringComparison.Ordinal));
        Assert.Equal("", ContractSchema.Faults(File.ReadAllText(files[1]), "unpause.fleet-1.schema.json"));
        Assert.True(EmbeddedDocument.IsOf(files[0], files[1]));
        Assert.Equal(File.ReadAllText(files[3]), Unpause("fleet", Reports, "--format", "csv").Output);
        Assert.Equal(File.ReadAllText(files[1]), Unpause("fleet", Reports, "--format", "json").Output);
        Assert.Contains("explicit-gc", File.ReadAllText(files[3]), StringComparison.Ordinal);
    }

    [Fact]
    public void Fleet_PageInAnotherFolder_LinksFromThere()
    {
        Answers("fleet");
        Directory.CreateDirectory(_folder["pages/today"]);
        Unpause("fleet", Reports, "-o", "pages/today/f.html", "-o", "pages/today/f.json");
        var (page, json) = (File.ReadAllText(_folder["pages/today/f.html"]), File.ReadAllText(_folder["pages/today/f.json"]));
        Assert.Contains("\"../../2026-11-24/13-orders-web-07.json\"", page, StringComparison.Ordinal);
        Assert.Contains("\"2026-11-24/13-orders-web-07.json\"", json, StringComparison.Ordinal);
        Answers("canary-worse");
        Unpause("fleet", "canary", Reports, "--baseline", "version=1", "--candidate", "version=2", "-o", "pages/c.html");
        Assert.Contains("\"../2026-11-24/12-orders-web-09.json\"", File.ReadAllText(_folder["pages/c.html"]), StringComparison.Ordinal);
    }

    [Fact]
    public void Fleet_Options_AreInTheRequest()
    {
        Answers("fleet-empty");
        Assert.Equal(0, Unpause("fleet", Reports, "--where", "service=orders,host=web-1", "--from", "2026-11-01",
            "--to", "2026-11-02T03:04:05Z", "--fan-out", "7", "--index", "/tmp/index").ExitCode);
        var request = Request();
        Assert.Equal("report", request.GetProperty("action").GetString());
        Assert.Equal(Reports, request.GetProperty("inputs")[0].GetString());
        Assert.Equal("service=orders,host=web-1", request.GetProperty("where").GetString());
        Assert.Equal("2026-11-01T00:00:00+00:00", request.GetProperty("from").GetString());
        Assert.Equal("2026-11-02T03:04:05+00:00", request.GetProperty("to").GetString());
        Assert.Equal(7, request.GetProperty("fan_out").GetInt32());
        Assert.Equal(0, Unpause("fleet", "--prometheus", "http://127.0.0.1:9090", "--last", "7d").ExitCode);
        var ago = DateTimeOffset.UtcNow - Request().GetProperty("from").GetDateTimeOffset();
        Assert.InRange(ago.TotalDays, 7, 7.1);
    }

    [Fact]
    public void Fleet_Grafana_IsInTheRequest()
    {
        Answers("fleet-empty");
        File.WriteAllText(_folder["token"], "abc");
        Assert.Equal(0, Unpause("fleet", Reports, "--grafana", "https://mary@g/grafana", "--grafana-secret-file", "token").ExitCode);
        Assert.Equal("https://mary@g/grafana", Request().GetProperty("grafana").GetString());
        Assert.Equal("token", Request().GetProperty("grafana_secret_file").GetString());
        Assert.Equal("deploy", Request().GetProperty("grafana_tag").GetString());
        Assert.Equal(0, Unpause("fleet", "--prometheus", "http://h:9090", "--grafana", "http://g", "--grafana-tag", "flag").ExitCode);
        Assert.Equal("flag", Request().GetProperty("grafana_tag").GetString());
        Assert.Equal(0, Unpause("fleet", Reports).ExitCode);
        Assert.Equal(JsonValueKind.Null, Request().GetProperty("grafana").ValueKind);
    }

    [Theory]
    [InlineData("--prometheus http://h:9090")]
    [InlineData("--store clickhouse://h/unpause")]
    [InlineData("")]
    public void Fleet_NotOneSource_IsRefusedWithWhatToType(string more)
    {
        Answers("fleet-empty");
        var result = Unpause(["fleet", .. more.Length > 0 ? more.Split(' ').Append(Reports) : []]);
        Assert.Equal((2, ""), (result.ExitCode, result.Output));
        Assert.Contains("--store", result.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("--prometheus ftp://h")]
    [InlineData("--prometheus h:9090")]
    [InlineData("--store clickhouse://user:secret@h/unpause")]
    [InlineData("--store http://h:8123")]
    [InlineData("no/such/folder")]
    [InlineData(". --where service")]
    [InlineData(". --where team=a")]
    [InlineData(". --where service=a,service=b")]
    [InlineData(". --from yesterday")]
    [InlineData(". --from 2026-11-02 --to 2026-11-01")]
    [InlineData(". --last 7")]
    [InlineData(". --last 7d --from 2026-11-01")]
    [InlineData(". --fan-out 0")]
    [InlineData(". --secret-file /dev/null")]
    [InlineData("--store clickhouse://h/unpause --secret-file no/such/file")]
    [InlineData("--store clickhouse://h/unpause --index .")]
    [InlineData(". --grafana ftp://h")]
    [InlineData(". --grafana https://user:secret@h")]
    [InlineData(". --grafana https://h --grafana-secret-file no/such/file")]
    [InlineData(". --grafana-secret-file /dev/null")]
    [InlineData(". --grafana-tag flag")]
    [InlineData(". --grafana https://h --grafana-tag=")]
    [InlineData("canary . --baseline version=1 --candidate version=2 --grafana https://h")]
    [InlineData(". -o fleet.pdf")]
    [InlineData("canary . --baseline version=1 --candidate version=1")]
    [InlineData("canary . --baseline version=1")]
    [InlineData("canary . --baseline version=1 --candidate version=2 --least-change 0")]
    [InlineData("send .")]
    [InlineData("send --store https://h:9188")]
    [InlineData("send . --store ftp://h")]
    [InlineData("send . --store https://user:secret@h")]
    [InlineData("send no/such/folder --store https://h")]
    [InlineData("send . --store https://h --secret-file no/such/file")]
    [InlineData("receive --secret-file /dev/null")]
    [InlineData("receive --folder .")]
    [InlineData("receive --folder . --secret-file no/such/file")]
    [InlineData("receive --folder . --secret-file /dev/null --store clickhouse://h/unpause")]
    public void Fleet_WrongOption_IsExitCode2AndNothingStarts(string options)
    {
        Answers("fleet-empty");
        var result = Unpause(["fleet", .. options.Split(' ')]);
        Assert.Equal((2, ""), (result.ExitCode, result.Output));
        Assert.DoesNotContain("secret@", result.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("bug in", result.Error, StringComparison.Ordinal);
        Assert.False(File.Exists(_folder["request"]));
    }

    [Theory]
    [InlineData("worse", 1)]
    [InlineData("not-worse", 0)]
    [InlineData("undecided", 3)]
    public void Canary_Verdict_IsTheExitCode(string verdict, int code)
    {
        Answers($"canary-{verdict}");
        string[] files = [_folder["c.html"], _folder["c.json"]];
        var result = Unpause(
            "fleet", "canary", Reports, "--baseline", "version=1", "--candidate", "version=2", "--least-change", "5", "-o", files[0],
            "-o", files[1]);
        Assert.Equal(code, result.ExitCode);
        Assert.Contains(verdict.Replace('-', ' '), result.Output, StringComparison.Ordinal);
        Assert.True(EmbeddedDocument.IsOf(files[0], files[1]));
        Assert.Equal("canary", Request().GetProperty("action").GetString());
        Assert.Equal(5, Request().GetProperty("least_change_percent").GetDouble());
    }

    [Fact]
    public void Send_And_Receive_PassOutputAndExitCode()
    {
        Program("echo sent 3; exit 5");
        var sent = Unpause("fleet", "send", Reports, "--store", "https://h:9188");
        Assert.Equal((5, "sent 3\n"), (sent.ExitCode, sent.Output));
        Assert.Equal("send", Request().GetProperty("action").GetString());
        var received = Unpause("fleet", "receive", "--folder", Reports, "--secret-file", "/dev/null");
        Assert.Equal(5, received.ExitCode);
        Assert.Equal("/dev/null", Request().GetProperty("secret_file").GetString());
        Assert.Equal("127.0.0.1:9188", Request().GetProperty("listen").GetString());
        Assert.Equal(Reports, Request().GetProperty("folder").GetString());
        Unpause("fleet", "receive", "--listen", "[::1]:80", "--folder", Reports, "--secret-file", "/dev/null");
        Assert.Equal("[::1]:80", Request().GetProperty("listen").GetString());
    }

    [Fact]
    public void Fleet_Request_HasTheProcessThatAsks()
    {
        Program("ps -o ppid= -p $$ > parent");
        Unpause("fleet", "send", Reports, "--store", "https://h:9188");
        Assert.Equal(int.Parse(File.ReadAllText(_folder["parent"]), System.Globalization.CultureInfo.InvariantCulture),
            Request().GetProperty("parent").GetInt32());
    }

    [Theory]
    [InlineData("echo why >&2; exit 2", 2, "why")]
    [InlineData("echo '{\"schema\": 1'", 2, "same version")]
    [InlineData("echo null", 2, "same version")]
    [InlineData("exit 0", 2, "same version")]
    [InlineData("exit 70", 70, "")]
    [InlineData("head -c 70000000 /dev/zero", 2, "--where")]
    public void Fleet_FailingProgram_IsSaidOnce(string script, int code, string part)
    {
        Program(script);
        var result = Unpause("fleet", Reports);
        Assert.Equal((code, ""), (result.ExitCode, result.Output));
        Assert.Contains(part, result.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void Fleet_ProgramNotThere_NamesItsPackage()
    {
        var result = Unpause("fleet", Reports);
        Assert.Equal(2, result.ExitCode);
        Assert.Contains("package unpause-fleet", result.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void Fleet_Terminated_EndsTheProgramToo()
    {
        Program("echo $$ > pid; exec sleep 600");
        using var unpause = Process.Start(new ProcessStartInfo("dotnet", [_dll, "fleet", Reports])
        {
            UseShellExecute = false, WorkingDirectory = _folder.Path, RedirectStandardError = true,
        })!;
        var pid = _folder["pid"];
        Assert.True(SpinWait.SpinUntil(() => File.Exists(pid) && new FileInfo(pid).Length > 1, TimeSpan.FromSeconds(30)));
        var child = int.Parse(File.ReadAllText(pid), System.Globalization.CultureInfo.InvariantCulture);
        Process.Start("kill", $"-TERM {unpause.Id}")!.WaitForExit();
        Assert.True(unpause.WaitForExit(TimeSpan.FromSeconds(30)));
        Assert.Equal(130, unpause.ExitCode);
        Assert.False(Directory.Exists($"/proc/{child}"));
    }

    private Cli.Result Unpause(params string[] arguments) => _fleet.Unpause(arguments);

    private JsonElement Request() => _fleet.Request();

    private void Answers(string fixture) =>
        Program($"exec cat {RepositoryFolder.File("web", "fixtures", "documents", $"{fixture}.json")}");

    private void Program(string script) => _fleet.Program(script);
}
