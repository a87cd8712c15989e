using System.Text.RegularExpressions;
using Unpause.Tests;

namespace Unpause.Services.Tests.Watch;

/// <summary><c>unpause watch --config</c> and <c>--check</c>, as a process.</summary>
public sealed class WatchFileTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("unpause-config-").FullName;

    [Fact]
    public void File_ThatIsShipped_IsValid()
    {
        var (output, error, code) = Programs.Run(
            Programs.Unpause, null, "watch", "--check", "--config", RepositoryFolder.File("packaging/watch/watch.yaml"));

        Assert.True(code == 0, error);
        Assert.Contains(" /var/lib/unpause/ring; http://127.0.0.1:9189/metrics", output, StringComparison.Ordinal);
        Assert.Contains("time_in_gc_percent>5% for 30 s, heap_after_percent>90% for 5 min, max_stop>3x", output, StringComparison.Ordinal);
    }

    [Fact]
    public void File_ThatIsShipped_IsValidWithItsCommentedSettings()
    {
        var token = Path.Combine(_folder, "token");
        File.WriteAllText(token, new string('x', 40));
        var lines = File.ReadAllLines(RepositoryFolder.File("packaging/watch/watch.yaml"))
            .Select(line => Regex.Replace(
                line,
                "^( *)# ((?:watch|users|slow|requests|otlp|otlp_spans|otlp_logs|metrics_listen|metrics_token_file|alertmanager|webhook"
                + "|command|zabbix|  server|  host):)",
                "$1$2"))
            .Select(line => line.Replace("/usr/local/bin/page-somebody", "/bin/true", StringComparison.Ordinal))
            .Select(line => line.Replace("/etc/unpause/metrics-token", token, StringComparison.Ordinal));

        var (output, error, code) = Check(string.Join('\n', lines));

        Assert.True(code == 0, error);
        Assert.Contains("orders, billing*", output, StringComparison.Ordinal);
        Assert.Contains("Alertmanager http://127.0.0.1:9093", output, StringComparison.Ordinal);
        Assert.Contains("webhook http://127.0.0.1:8080\n", output, StringComparison.Ordinal);
        Assert.Contains("command /bin/true", output, StringComparison.Ordinal);
        Assert.Contains("Zabbix 127.0.0.1:10051", output, StringComparison.Ordinal);
        Assert.Contains(" web-1\n", output, StringComparison.Ordinal);
        // As a target of alerts, and of the metrics.
        Assert.Equal(2, Regex.Count(output, "OTLP http://127.0.0.1:4318/\n"));
        Assert.Contains(" 1 ms ", output, StringComparison.Ordinal);
    }

    [Fact]
    public void Options_AndAFile_TheOptionsWin()
    {
        var (output, error, code) = Check(
            "watch: orders\nlast: 1m\nlisten: none\nring: ring\nalerts:\n  - if: full>0\nto: { alertmanager: 'http://127.0.0.1:1' }\n",
            "billing", "--last", "2m", "--alert", "induced>0", "--alertmanager", "http://127.0.0.1:2");

        Assert.True(code == 0, error);
        Assert.Contains("watching billing: ", output, StringComparison.Ordinal);
        Assert.Contains(" 2 min ", output, StringComparison.Ordinal);
        Assert.Contains($" {_folder}/ring\n", output, StringComparison.Ordinal);
        Assert.Contains("alerts: induced>0\n", output, StringComparison.Ordinal);
        Assert.Contains("Alertmanager http://127.0.0.1:2\n", output, StringComparison.Ordinal);
        Assert.DoesNotContain("http://127.0.0.1:1\n", output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("zabbix.example.com", "zabbix.example.com:10051")]
    [InlineData("[::1]:20051", "[::1]:20051")]
    public void Zabbix_OfTheCommandLine_WinsOverTheFile(string server, string name)
    {
        var (output, error, code) = Check("zabbix: { server: 127.0.0.1, host: of-the-file }", "--zabbix", server);
        Assert.True(code == 0, error);
        Assert.Contains($"Zabbix {name}", output, StringComparison.Ordinal);
        Assert.Contains(" of-the-file\n", output, StringComparison.Ordinal);
        (output, error, code) = Check("last: 5m", "--zabbix", server);
        Assert.True(code == 0, error);
        Assert.Contains($" {System.Net.Dns.GetHostName()}\n", output, StringComparison.Ordinal);
    }

    [Fact]
    public void Check_OfALiveProcess_SaysHowItWouldBeWatched()
    {
        var me = Environment.ProcessId.ToString(System.Globalization.CultureInfo.InvariantCulture);

        var (output, _, code) = Programs.Run(Programs.Unpause, null, "watch", "--check", me);

        Assert.Equal(0, code);
        Assert.Contains($"{me} ", output, StringComparison.Ordinal);
        Assert.Contains("(dotnet ", output, StringComparison.Ordinal);
        Assert.Contains("watched", output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("lst: 5m", "line 1, column 1: lst is no key of the file", "did you mean last?")]
    [InlineData("last: soon", "line 1, column 7: soon is no duration", "")]
    [InlineData("last: 5m\nlast: 6m", "line 2, column 1: last is there twice", "")]
    [InlineData("alerts:\n  - name: a", "line 2, column 5: this alert has no condition", "if: max_stop>200ms")]
    [InlineData("alerts:\n  - if: max_stopp>1ms", "line 2, column 9: max_stopp>1ms: a condition is METRIC>LIMIT", "did you mean max_stop?")]
    [InlineData("alerts:\n  - if: max_stop>1", "line 2, column 9: max_stop>1: 1 is no limit", "200ms")]
    [InlineData("alerts:\n  - { if: full>0, for: 2 }", "2 is no duration", "")]
    [InlineData("alerts:\n  - { if: full>0, over: 2h }", "2h: use 1 s to ", "")]
    [InlineData("alerts:\n  - { if: full>0, severity: bad }", "bad is no severity: info, warning, critical", "")]
    [InlineData("alerts:\n  - if: full>0\n  - if: full>0", "line 3, column 5: two alerts have the name 'full>0'", "")]
    [InlineData("to:\n  webhook: ftp://host/", "line 2, column 12: ftp://host/ is no address of http or https", "")]
    [InlineData("to:\n  webhook: http://user:hunter2@host/", "an address with a password in it is not used", "")]
    [InlineData("to:\n  command: [page-me]", "page-me: use its whole path", "")]
    [InlineData("to:\n  command: /nowhere/page-me", "there is no such program", "")]
    [InlineData("listen: 0.0.0.0:80", "line 1, column 9: --listen 0.0.0.0:80: only loopback is served", "")]
    [InlineData("zabbix:\n  server: http://host/", "line 2, column 11: http://host/ is no host with a port", "")]
    [InlineData("zabbix:\n  server: user:hunter2@host", "it is no host with a port", "")]
    [InlineData("zabbix:\n  host: web-1", "line 2, column 3: zabbix has no server", "server: 127.0.0.1:10051")]
    [InlineData("zabbix: { server: a, host: '{HOST.NAME}' }", "{HOST.NAME} is no host name of Zabbix", "")]
    [InlineData("otlp: https://host/", "line 1, column 7: --otlp: an http address", "")]
    [InlineData("otlp: http://user:hunter2@host/", "line 1, column 7: --otlp: an http address", "")]
    [InlineData("otlp_spans: 1ms", "--otlp-spans needs an endpoint", "--otlp http://127.0.0.1:4318")]
    [InlineData("otlp_logs: true", "--otlp-logs needs an endpoint", "--otlp http://127.0.0.1:4318")]
    [InlineData("otlp: http://127.0.0.1:4318\notlp_spans: often", "line 2, column 13: often is no duration", "")]
    [InlineData("semconv: perhaps", "perhaps is neither true nor false", "")]
    [InlineData("otlp_traces: true\nlisten: none", "--otlp-traces needs HTTP", "")]
    [InlineData("notifications_per_hour: 1", "1 is no number from 2 on", "")]
    [InlineData("watch: &a [b]\nusers: *a", "line 1, column 8: anchors and tags are not allowed", "")]
    [InlineData("watch: { a: b }", "a list of them", "")]
    [InlineData("- a", "line 1, column 1: a map: the file is expected", "")]
    [InlineData("last: 5m\n---\nlast: 6m", "a second YAML document", "")]
    [InlineData("last: [", "line ", "")]
    public void File_ThatIsWrong_IsRefusedWithItsPlace(string yaml, string message, string hint)
    {
        var (_, error, code) = Check(yaml);

        Assert.Equal(2, code);
        Assert.Contains(message, error, StringComparison.Ordinal);
        Assert.Contains(hint, error, StringComparison.Ordinal);
        Assert.DoesNotContain("hunter2", error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("--alert", "speed>1")]
    [InlineData("--otlp-spans", "1ms")]
    [InlineData("--alertmanager", "127.0.0.1:9093")]
    [InlineData("--webhook", "file:///etc/passwd")]
    [InlineData("--to-command", "page-me")]
    [InlineData("--config", "/nowhere/watch.yaml")]
    [InlineData("--zabbix", "tcp://127.0.0.1:10051")]
    [InlineData("--zabbix", "127.0.0.1:0")]
    [InlineData("--zabbix", "127.0.0.1:65536")]
    [InlineData("--zabbix", "")]
    [InlineData("--zabbix-host", "web-1")]
    public void Option_ThatIsWrong_IsRefused(string option, string value)
    {
        var (_, error, code) = Programs.Run(Programs.Unpause, null, "watch", "--check", option, value);

        Assert.Equal(2, code);
        Assert.NotEmpty(error);
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    private (string Output, string Error, int Code) Check(string yaml, params string[] more)
    {
        var path = Path.Combine(_folder, "watch.yaml");
        File.WriteAllText(path, yaml);
        return Programs.Run(Programs.Unpause, null, ["watch", "--check", "--config", path, .. more]);
    }
}
