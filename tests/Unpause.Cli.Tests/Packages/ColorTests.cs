using System.Text.RegularExpressions;
using Unpause.Tests;

namespace Unpause.Cli.Tests.Packages;

/// <summary><c>--color</c>, and the script for PowerShell.</summary>
public sealed class ColorTests : IDisposable
{
    private static readonly string Sample = RepositoryFolder.File("samples", "jvm", "retaining-g1-jdk17.log.gz");

    private readonly TemporaryFolder _folder = new();

    /// <inheritdoc/>
    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData(false, "", "", false)]
    [InlineData(false, "", "--color always", true)]
    [InlineData(false, "NO_COLOR=1 TERM=dumb", "--color always", true)]
    [InlineData(false, "UNPAUSE_COLOR=always", "", true)]
    [InlineData(true, "TERM=xterm-256color", "", true)]
    [InlineData(true, "TERM=xterm-256color", "--color auto", true)]
    [InlineData(true, "TERM=xterm-256color", "--color never", false)]
    [InlineData(true, "TERM=xterm-256color NO_COLOR=1", "", false)]
    [InlineData(true, "TERM=dumb", "", false)]
    [InlineData(true, "TERM=dumb", "--color always", true)]
    public void Color_OutputAndEnvironment_DecideUnlessItIsGiven(bool terminal, string environment, string options, bool coloured)
    {
        var command = $"env -u NO_COLOR {environment} {Cli.InShell} report {Sample} {options}";
        // script(1) is a terminal.
        var result = terminal
            ? Cli.Program(_folder.Path, "script", "-qec", command, "/dev/null")
            : Cli.Program(_folder.Path, "sh", "-c", command);
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Contains("538 ms", result.Output, StringComparison.Ordinal);
        // Select Graphic Rendition (ECMA-48, 8.3.117). .NET itself sets up a terminal with other sequences.
        Assert.Equal(coloured, Regex.IsMatch(result.Output, "\u001b\\[[0-9;]*m"));
    }

    [Fact]
    public void Color_UnknownWord_IsRefusedWithTheWordsThatExist()
    {
        var result = Cli.Unpause("report", Sample, "--color", "sometimes");
        Assert.Equal(2, result.ExitCode);
        Assert.Contains("never", result.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void Completions_PowerShell_BracketsAndQuotesAreClosed()
    {
        var open = new Stack<char>();
        var quoted = false;
        foreach (var line in Cli.Unpause("completions", "powershell").Output.Split('\n'))
        {
            if (line.TrimStart().StartsWith('#')) continue;
            foreach (var letter in line)
            {
                if (letter == '\'') quoted = !quoted;
                if (quoted) continue;
                if (letter is '{' or '(' or '[') open.Push(letter);
                if (letter is not ('}' or ')' or ']')) continue;
                Assert.Equal("})]".IndexOf(letter, StringComparison.Ordinal), "{([".IndexOf(open.Pop(), StringComparison.Ordinal));
            }

            Assert.False(quoted, line);
        }

        Assert.Empty(open);
    }
}
