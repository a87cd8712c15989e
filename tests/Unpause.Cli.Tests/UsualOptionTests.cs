using System.Text.Json;
using Unpause.Tests;

namespace Unpause.Cli.Tests;

/// <summary>Options from .unpause.yaml, under UNPAUSE_… of the environment, under the command line.</summary>
public sealed class UsualOptionTests : IDisposable
{
    private static readonly string Log = RepositoryFolder.File("samples", "go", "catalog-gogc100.gctrace");

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Defaults_CommandLineEnvironmentAndFile_ApplyInThatOrder()
    {
        Write("# mine\nslow: 400ms\nfail-on:\n  - max_pause>1us   # tight\n  - \"throughput<1%\"\n"
            + "label: [team=shop, 'env=a, b']\nverbose: no\n");
        Assert.Equal(1, Run("-q").ExitCode);
        Assert.Equal(0, Run("-q", "--fail-on", "max_pause>5s").ExitCode);
        Assert.Equal(0, Run(new Dictionary<string, string?> { ["UNPAUSE_FAIL_ON"] = "max_pause>6s" }, "-q").ExitCode);
        using var json = JsonDocument.Parse(Run("--fail-on", "max_pause>5s", "--format", "json").Output);
        var labels = json.RootElement.GetProperty("processes")[0].GetProperty("source").GetProperty("identity").GetProperty("labels");
        Assert.Equal("shop a, b", $"{labels.GetProperty("team")} {labels.GetProperty("env")}");
        // Defaults for other commands are ignored. With --slow on the command line, missing requests are an error.
        Assert.Equal(0, Cli.UnpauseIn(_folder.Path, new Dictionary<string, string?>(), "ps").ExitCode);
        Assert.Equal(2, Run("-q", "--slow", "1s").ExitCode);
    }

    [Theory]
    [InlineData("slwo: 3", "line 1, column 1: slwo is not an option; did you mean slow?")]
    [InlineData("\nslow 3", "line 2, column 1: name: value is expected")]
    [InlineData("slow: &x 3", "line 1, column 7: anchors and tags are not allowed")]
    [InlineData("slow: !!binary x", "line 1, column 7: anchors and tags are not allowed")]
    [InlineData("slow: *x", "line 1, column 7: a text or a list of texts is expected")]
    [InlineData("slow: {a: b}", "line 1, column 7: a text or a list of texts is expected")]
    [InlineData("slow: [a, [b]]", "line 1, column 11: a text is expected")]
    [InlineData("slow: a: b", "line 1, column 8: ")]
    [InlineData("slow:3", "line 1, column 1: name: value is expected")]
    [InlineData("slow: 1s\nslow: 2s", "line 2, column 1: slow is a duplicate")]
    [InlineData("slow: 1s\n---\nslow: 2s", "line 2, column 1: a second document")]
    [InlineData("label:\n  team: x", "line 2, column 3: a text or a list of texts is expected")]
    [InlineData("label: [a=b", "line 2, column 1: ")]
    [InlineData("label: ['a=b' 'c=d']", "line 1, column 15: ")]
    [InlineData("label: []", "line 1, column 1: label has no value")]
    [InlineData("label: \"x", "line 1, column 8: ")]
    [InlineData("label: 'x' y", "line 1, column 12: ")]
    [InlineData("slow:", "line 1, column 1: slow has no value")]
    [InlineData("- x", "line 1, column 1: name: value is expected")]
    [InlineData("quiet: perhaps", "line 1: quiet must be true or false")]
    [InlineData("slow: [1s, 2s]", "line 1: slow takes one value")]
    public void Defaults_Invalid_NameThePlace(string yaml, string said)
    {
        Write(yaml);
        var result = Run();
        Assert.Equal((2, ""), (result.ExitCode, result.Output));
        Assert.StartsWith("unpause: .unpause.yaml, " + said, result.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void Defaults_FileWritableByOthers_IsIgnored()
    {
        Write("fail-on: max_pause>1us");
        Allow("666", ".unpause.yaml");
        var open = Run("-q");
        Assert.Equal((0, true), (open.ExitCode, open.Error.Contains("is ignored", StringComparison.Ordinal)));
        File.Move(_folder[".unpause.yaml"], _folder["mine"]);
        Allow("600", "mine");
        File.CreateSymbolicLink(_folder[".unpause.yaml"], _folder["mine"]);
        Assert.Equal(0, Run("-q").ExitCode);
        File.Delete(_folder[".unpause.yaml"]);
        Write(new string('#', 70_000));
        Assert.Contains("larger than 64 KiB", Run("-q").Error, StringComparison.Ordinal);
    }

    [Fact]
    public void Open_Page_OpensOrPrintsTheUrl()
    {
        var result = Run("-q", "--open");
        Assert.Equal(0, result.ExitCode);
        Assert.True(File.Exists(_folder["unpause-report.html"]));
        if (Environment.IsPrivilegedProcess) Assert.Contains("open it in a browser: file:///", result.Error, StringComparison.Ordinal);
        Assert.Equal(0, Run("-q", "--open", "-o", "named.html").ExitCode);
        Assert.True(File.Exists(_folder["named.html"]));
    }

    [Theory]
    [InlineData("bash", "complete -o filenames -F _unpause unpause")]
    [InlineData("zsh", "#compdef unpause")]
    [InlineData("fish", "complete -c unpause -n __fish_use_subcommand -a record")]
    [InlineData("powershell", "Register-ArgumentCompleter -Native -CommandName unpause")]
    [InlineData("man", ".SS unpause record PID")]
    public void Completions_EveryCommand_IsCompleted(string shell, string said)
    {
        var result = Cli.Unpause("completions", shell);
        Assert.Equal(0, result.ExitCode);
        Assert.Contains(said, result.Output, StringComparison.Ordinal);
        foreach (var word in (string[])["report", "ps", "fill", "explain", "slow", "sort"])
        {
            Assert.Contains(word, result.Output, StringComparison.Ordinal);
        }

        Assert.DoesNotContain("read-recorded", result.Output, StringComparison.Ordinal);
        if (shell == "bash") Assert.Equal(0, Cli.Program(_folder.Path, "bash", "-n", Written("c", result.Output)).ExitCode);
    }

    private string Written(string name, string text)
    {
        File.WriteAllText(_folder[name], text);
        return _folder[name];
    }

    private void Write(string yaml)
    {
        Written(".unpause.yaml", yaml);
        Allow("600", ".unpause.yaml");
    }

    private void Allow(string mode, string name) => Assert.Equal(0, Cli.Program(_folder.Path, "chmod", mode, name).ExitCode);

    private Cli.Result Run(params string[] options) => Run(new Dictionary<string, string?>(), options);

    private Cli.Result Run(Dictionary<string, string?> environment, params string[] options) =>
        Cli.UnpauseIn(_folder.Path, environment, ["report", Log, .. options]);
}
