using Unpause.Tests;

namespace Unpause.Cli.Tests;

/// <summary>What is told while a long input is read: on a terminal only, and nothing of it stays.</summary>
public sealed class ProgressTests : IDisposable
{
    // A log whose end comes later, from a pipe that does not know its length.
    private const string Slowly = "log=$1; shift; (gzip -dc \"$log\"; sleep 4) | \"$@\" report - -q";

    private const string OnATerminal =
        """
        import os, pty, sys
        code = pty.spawn(['sh', '-c', *sys.argv[1:]])
        sys.exit(os.waitstatus_to_exitcode(code))
        """;

    private static readonly string Log = RepositoryFolder.File("samples", "jvm", "retaining-g1-jdk17.log.gz");

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Progress_Terminal_ShowsALineAndErasesIt()
    {
        var shown = Cli.Program(_folder.Path, ["env", "TERM=xterm", "python3", "-c", OnATerminal, Slowly, "sh", Log, .. Cli.Command]);
        Assert.Equal(0, shown.ExitCode);
        // .NET's console sets the keys of an xterm before.
        Assert.Matches(@"^(\x1b\[\?1h\x1b=)?(\r\x1b\[Kreading -: [0-9]+ s)+\r\x1b\[K$", shown.Output);
    }

    [Fact]
    public void Progress_NoTerminal_ShowsNothing()
    {
        Assert.Equal(new Cli.Result("", "", 0), Cli.Program(_folder.Path, ["sh", "-c", Slowly, "sh", Log, .. Cli.Command]));
        var dumb = Cli.Program(_folder.Path, ["env", "TERM=dumb", "python3", "-c", OnATerminal, Slowly, "sh", Log, .. Cli.Command]);
        Assert.Equal(("", 0), (dumb.Output, dumb.ExitCode));
    }
}
