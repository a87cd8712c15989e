using System.Globalization;
using System.IO.Compression;
using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;
using Unpause.Tests;

namespace Unpause.Cli.Tests;

/// <summary>
/// Secrets planted in a command line, in flags, in labels, in the names of requests and in unparsed lines are in no
/// output without <c>--show-arguments</c>; also not in compressed parts of a page or a stored report.
/// </summary>
public sealed partial class ShowArgumentsTests : IDisposable
{
    private const long StartMs = 1_767_323_045_000; // 2026-01-02T03:04:05Z
    private const string Command = "CommandPw1", Url = "UrlPw2", Flag = "FlagPw3", Label = "LabelPw4", Query = "QueryPw5", Line = "LinePw6";
    private static readonly string[] Secrets = [Command, Url, Flag, Label, Query, Line];
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Secrets_Outputs_AreRedactedByDefault()
    {
        foreach (var shown in (bool[])[false, true])
        {
            var files = Files(shown ? "shown" : "hidden");
            string[] flag = shown ? ["--show-arguments"] : [];
            var result = Report([.. files.SelectMany(file => new[] { "-o", file }), .. flag]);
            Assert.True(result.ExitCode == 0, result.ToString());
            var outputs = files.Select(file => (Name: file, Text: Unpacked(File.ReadAllText(file))))
                .Append((Name: "terminal", Text: result.ToString())).ToList();
            foreach (var (name, text) in outputs)
            {
                foreach (var secret in Secrets.Where(_ => !shown))
                {
                    Assert.False(text.Contains(secret, StringComparison.Ordinal), $"{secret} in {name}");
                }

                // Arguments that a diagnosis needs stay.
                Assert.Contains("com.acme.Main", text, StringComparison.Ordinal);
            }

            if (!shown) continue;
            var json = outputs.Single(output => output.Name.EndsWith("r.json", StringComparison.Ordinal)).Text;
            foreach (var secret in Secrets) Assert.Contains(secret, json, StringComparison.Ordinal);
            foreach (var (name, text) in outputs)
            {
                Assert.True(text.Contains(Command, StringComparison.Ordinal), $"{Command} is not in {name}");
            }
        }
    }

    [Fact]
    public void Secrets_Json_StatesTheRedaction()
    {
        var hidden = Report("--format", "json");
        Assert.Equal("", ContractSchema.Faults(hidden.Output));
        using var json = JsonDocument.Parse(hidden.Output);
        Assert.True(json.RootElement.GetProperty("arguments_redacted").GetBoolean());
        var source = json.RootElement.GetProperty("processes")[0].GetProperty("source");
        Assert.Equal(
            "com.acme.Main --password=[hidden] --db postgres://[hidden]@db/shop serve", source.GetProperty("command").GetString());
        Assert.Equal("[hidden]", source.GetProperty("identity").GetProperty("labels").GetProperty("api.token").GetString());
        using var all = JsonDocument.Parse(Report("--format", "json", "--show-arguments").Output);
        Assert.False(all.RootElement.GetProperty("arguments_redacted").GetBoolean());
    }

    /// <summary>A report that was stored with its secrets hides them when it is rendered; one that hid them has none to show.</summary>
    [Fact]
    public void Secrets_StoredReport_ShowsNoMoreThanStored()
    {
        foreach (var (stored, asked) in ((bool, bool)[])[(false, false), (false, true), (true, false), (true, true)])
        {
            string[] flag = ["--show-arguments"];
            var document = _folder["stored.json"];
            Assert.Equal(0, Report(["-q", "--events", "-o", document, .. stored ? flag : []]).ExitCode);
            string[] files = [_folder["again.json"], _folder["again.html"], _folder["again.md"]];
            var result = Cli.Unpause(
                ["report", document, "--events", .. files.SelectMany(file => new[] { "-o", file }), .. asked ? flag : []]);
            Assert.True(result.ExitCode == 0, result.ToString());
            foreach (var text in files.Select(file => Unpacked(File.ReadAllText(file))).Append(result.Output))
            {
                Assert.Equal(stored && asked, Secrets.Any(secret => text.Contains(secret, StringComparison.Ordinal)));
            }
        }
    }

    [Fact]
    public void Secrets_Ps_AreRedacted()
    {
        using var target = new LiveTarget(null,
            "python3", "-c", "print('ready', flush=True); input()", "--password", "two words Pw7", "--db=postgres://me:Pw8@h/x", "--x=Pw9");
        var id = target.Id.ToString(CultureInfo.InvariantCulture);
        string[][] commands = [["ps"], ["ps", "--format", "json"], ["doctor", id], ["doctor", id, "--format", "json"]];
        foreach (var command in commands)
        {
            var hidden = Cli.Unpause(command).Output;
            Assert.DoesNotContain("Pw7", hidden, StringComparison.Ordinal);
            Assert.DoesNotContain("Pw8", hidden, StringComparison.Ordinal);
            if (!command.Contains("json")) continue;
            Assert.Contains("Pw9", hidden, StringComparison.Ordinal);
            Assert.Contains("two words Pw7", Cli.Unpause([.. command, "--show-arguments"]).Output, StringComparison.Ordinal);
        }
    }

    [Fact]
    public void Secrets_Run_AreRedacted()
    {
        string[] program = ["--", "python3", "-c", "import gc; gc.collect()", "--password", "two words Pw7", "--x=Pw9"];
        var hidden = Cli.Unpause(["run", "-o", "-", "--format", "json", .. program]).Output;
        Assert.DoesNotContain("Pw7", hidden, StringComparison.Ordinal);
        Assert.Contains("Pw9", hidden, StringComparison.Ordinal);
        var shown = Cli.Unpause(["run", "-o", "-", "--format", "json", "--show-arguments", .. program]).Output;
        Assert.Contains("two words Pw7", shown, StringComparison.Ordinal);
    }

    private string[] Files(string name)
    {
        Directory.CreateDirectory(_folder[name]);
        return [.. new[] { "r.txt", "r.json", "r.md", "r.html", "r.perfetto.json" }
            .Select(file => Path.Combine(_folder[name], file))];
    }

    private Cli.Result Report(params string[] options) => Cli.Unpause([
        "report", Log(), "--requests", Requests(), "--slow", "50ms", "--label", $"api.token={Label}", "--events", "--verbose", .. options,
    ]);

    private string Log()
    {
        var log = new StringBuilder()
            .AppendLine("[2026-01-02T03:04:05.000+0000][0.000s][info][gc] Using G1")
            .AppendLine($"[2026-01-02T03:04:05.000+0000][0.000s][info][arguments] jvm_args: -Xmx64m -XX:OnError=http://me:{Flag}@h/x")
            .AppendLine(
                "[2026-01-02T03:04:05.000+0000][0.000s][info][arguments] java_command: com.acme.Main "
                + $"--password={Command} --db postgres://me:{Url}@db/shop serve")
            .AppendLine($"[2026-01-02T03:04:05.000+0000][0.001s][info][gc,heap] GC(0) token={Line} 30M->10M(64M)");
        for (var i = 0; i < 10; i++)
        {
            var end = DateTimeOffset.FromUnixTimeMilliseconds(StartMs + (1000 * i) + 600);
            log.AppendLine(CultureInfo.InvariantCulture,
                $"[{end:yyyy-MM-ddTHH:mm:ss.fff}+0000][{i}.600s][info][gc] GC({i}) Pause Full (System.gc()) 30M->10M(64M) 100.000ms");
        }

        return _folder.Write("gc.log", Encoding.UTF8.GetBytes(log.ToString()));
    }

    private string Requests()
    {
        var csv = new StringBuilder("start_ms,duration_ms,name\n");
        for (var at = 10; at < 10_000; at += 50)
        {
            var inSecond = at % 1000;
            var duration = inSecond is >= 500 and < 600 ? 605 - inSecond : 5;
            csv.Append(CultureInfo.InvariantCulture, $"{StartMs + at},{duration},shop?access_token={Query}\n");
        }

        return _folder.Write("requests.csv", Encoding.UTF8.GetBytes(csv.ToString()));
    }

    /// <summary>A file with what it holds packed: base64 of gzip.</summary>
    private static string Unpacked(string text) => text + string.Concat(Packed().Matches(text).Select(match =>
    {
        var bytes = Convert.FromBase64String(match.Value.Replace("\\u002B", "+", StringComparison.Ordinal));
        using var gzip = new StreamReader(new GZipStream(new MemoryStream(bytes), CompressionMode.Decompress));
        return gzip.ReadToEnd();
    }));

    [GeneratedRegex(@"H4sI(?:[A-Za-z0-9/+]|\\u002B)+=*")]
    private static partial Regex Packed();
}
