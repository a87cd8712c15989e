using Unpause.Tests;

namespace Unpause.Cli.Tests;

/// <summary>What is typed wrongly is answered with what was most likely meant, in one sentence.</summary>
public class MistypedTests
{
    [Theory]
    [InlineData("reprot x.log", "reprot is not a command and not a file here; did you mean: unpause report x.log")]
    [InlineData("sp", "did you mean: unpause ps")]
    [InlineData("docter 1", "did you mean: unpause doctor 1")]
    [InlineData("report --fromat json x", "--fromat is not an option of report; did you mean --format?")]
    [InlineData("report x --fromat=json", "--fromat is not an option of report; did you mean --format?")]
    [InlineData("ps --fromat json", "--fromat is not an option of ps; did you mean --format?")]
    [InlineData("run --for 5s -- true", "--for is not an option of run; unpause record, tune, heap, cycles have it")]
    [InlineData("run true", "put -- before the command to run: unpause run -- true")]
    [InlineData("heap --top abc 1", "--top abc is not a whole number")]
    [InlineData("heap --by cuont 1", "--by cuont is not supported: use count, bytes, retained, plunge, live; did you mean count?")]
    [InlineData("ps --sort hep", "--sort hep is not supported: use pid, user, runtime, heap, since; did you mean heap?")]
    [InlineData("report x --format jsn", "; did you mean json?")]
    [InlineData("report x --fail-on max_puase>1s", "'max_puase' is not a known metric; did you mean max_pause?")]
    [InlineData("explain blokcing-gen2", "unpause explain blocking-gen2")]
    public void Mistyped_Word_SuggestsTheNearest(string line, string said)
    {
        var result = Cli.Unpause(line.Split(' '));
        Assert.Equal((2, ""), (result.ExitCode, result.Output));
        Assert.Contains(said, result.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("System.", result.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void Mistyped_ExistingFile_IsReported()
    {
        using var folder = new TemporaryFolder();
        File.Copy(RepositoryFolder.File("samples", "go", "catalog-gogc100.gctrace"), folder["reprot"]);
        Assert.Equal(0, Cli.UnpauseIn(folder.Path, new Dictionary<string, string?>(), "reprot").ExitCode);
    }

    [Fact]
    public void Mistyped_ArgumentsOfTheCommand_AreIgnored()
    {
        var result = Cli.Unpause("run", "-q", "--", "true", "--fromat");
        Assert.Equal((0, ""), (result.ExitCode, result.Error));
    }

    [Fact]
    public void Help_AsACommand_PrintsHelp() => Assert.Equal(Cli.Unpause("ps", "--help").Output, Cli.Unpause("help", "ps").Output);
}
