using System.Runtime.InteropServices;
using Unpause.Cli.Tests.Native;
using Unpause.Tests;

namespace Unpause.Cli.Tests;

/// <summary>Where .NET cannot start, <c>unpause run</c> still runs the program: once, with its own streams and exit code.</summary>
public sealed class LauncherTests : IDisposable
{
    private const string Without = "unpause: .NET can't start here (";
    private const string TooFew = "ulimit -v 100000";

    private static readonly string Launcher = RepositoryFolder.File(
        "launcher", RuntimeInformation.ProcessArchitecture == Architecture.Arm64 ? "launch.aarch64" : "launch.x86_64");

    private static readonly string Started = $"{Launcher} --launch dotnet {Cli.Dll}";

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("ulimit -v 3000")]
    [InlineData(TooFew)]
    [InlineData("ulimit -n 16")]
    [InlineData("ulimit -n 20")]
    [InlineData("ulimit -d 30000")]
    [InlineData("ulimit -f 100")]
    [InlineData("ulimit -s 64")]
    public void Launcher_LimitTooSmall_RunsTheCommandOnce(string limit)
    {
        var result = RunTalking(limit);
        Assert.Equal($"{Without}{limit}), so this runs unrecorded\nerr\n", result.Error);
        Assert.Equal(["ran", "talk.sh"], Names());
    }

    /// <summary>Some of them are tried first.</summary>
    [Theory]
    [InlineData("ulimit -v 1000000")]
    [InlineData("ulimit -v 1350000")]
    [InlineData("ulimit -v 1850000")]
    [InlineData("ulimit -v 2000000")]
    [InlineData("ulimit -v 20000000")]
    [InlineData("ulimit -n 100")]
    [InlineData("ulimit -S -n 20")]
    [InlineData("ulimit -f 100000")]
    [InlineData("unset HOME")]
    [InlineData("export HOME=/proc/none TMPDIR=/proc/none DOTNET_BUNDLE_EXTRACT_BASE_DIR=/proc/none")]
    [InlineData("export DOTNET_NOLOGO=1 DOTNET_TieredCompilation=0")]
    public void Launcher_LimitSufficient_Records(string setting)
    {
        var result = RunTalking(setting);
        Assert.DoesNotContain(Without, result.Error, StringComparison.Ordinal);
        Assert.Contains("wrote o.json", result.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("export DOTNET_GCName=none.so", "DOTNET_GCName")]
    [InlineData("export COMPlus_GCHeapHardLimit=100", "COMPlus_GCHeapHardLimit")]
    [InlineData("export DOTNET_STARTUP_HOOKS=/none.dll", "DOTNET_STARTUP_HOOKS")]
    [InlineData("export DOTNET_GCName=none.so; ulimit -n 20", "ulimit -n 20, DOTNET_GCName")]
    [InlineData("export PATH=/none", "dotnet: No such file or directory")]
    public void Launcher_DotNetCannotStart_NamesTheCause(string setting, string expected)
    {
        var result = RunTalking(setting);
        Assert.Equal($"{Without}{expected}), so this runs unrecorded\nerr\n", result.Error);
    }

    [OwnMountsFact]
    public void Launcher_NoProc_RunsTheCommandOnce()
    {
        var script = Script("hide.sh", "/bin/mount -t tmpfs none /proc && exec \"$@\"");
        var result = RunTalking("true", $"unshare -rm sh {script}");
        Assert.Equal($"{Without}/proc is hidden), so this runs unrecorded\nerr\n", result.Error);
    }

    [Fact]
    public void Launcher_Arguments_ArriveUnchanged()
    {
        const string Hostile = "'' 'a b' 'c\nd' '*' -- run -o --fail-on --launch \"$(printf '\\377')\"";
        var result = Shell($"{TooFew}; exec $L run -o 'a b' --label x=-q -- printf '[%s]' {Hostile}");
        Assert.Equal("[][a b][c\nd][*][--][run][-o][--fail-on][--launch][\uFFFD]", result.Output);
        Assert.Equal(0, result.ExitCode);
    }

    [Theory]
    [InlineData("run -- none", 127, "unpause: there is no command none; a program in the current folder is ./none")]
    [InlineData("run -- /tmp", 126, "unpause: /tmp can't be started: Permission denied")]
    [InlineData("run -- ./plain one", 0, "")]
    [InlineData("run -- sh -c 'kill -TERM $$'", 143, "")]
    [InlineData("run -- sh -c 'kill -INT $$'", 130, "")]
    [InlineData("run --fail-on 'max_pause>1s' -- true", 3, "")]
    [InlineData("run --fail-on='max_pause>1s' -- sh -c 'exit 7'", 7, "")]
    [InlineData("run --fail-on 'max_pause>1s' -- sh -c 'kill -KILL $$'", 137, "")]
    [InlineData("run -- true --fail-on 'max_pause>1s'", 0, "")]
    [InlineData("run --", 2, "")]
    [InlineData("run true", 2, "")]
    [InlineData("ps", 2, "")]
    [InlineData("", 2, "")]
    public void Launcher_ExitCode_IsTheCommands(string arguments, int expected, string sentence)
    {
        Script("plain", "[ \"$1\" = one ]");
        Cli.Program(_folder.Path, "chmod", "+x", "plain");
        var result = Shell($"({TooFew}; exec $L {arguments}); exit $?");
        Assert.True(result.ExitCode == expected, result.ToString());
        Assert.Equal("", result.Output);
        var lines = result.Error.Split('\n');
        Assert.StartsWith($"{Without}{TooFew})", lines[0], StringComparison.Ordinal);
        var reported = expected == 2 ? "; only unpause run -- CMD goes on without it" : ", so this runs unrecorded";
        Assert.Contains(reported, lines[0], StringComparison.Ordinal);
        Assert.Equal(
            arguments.StartsWith("run --fail-on", StringComparison.Ordinal),
            lines[0].EndsWith("--fail-on can't be judged", StringComparison.Ordinal));
        if (sentence.Length > 0) Assert.Equal(sentence, lines[1]);
    }

    [Fact]
    public void Launcher_Exec_LeavesNoProcessBetween()
    {
        var result = Shell($"{TooFew}; echo $$; exec $L run -- sh -c 'echo $$'");
        var ids = result.Output.Split('\n');
        Assert.Equal(ids[0], ids[1]);
    }

    [Theory]
    [InlineData("", 5)]
    [InlineData("--fail-on 'max_pause>1s'", 5)]
    public void Launcher_Signals_AreForwarded(string options, int expected)
    {
        Script("wait.sh", "trap 'echo got; exit 5' TERM; echo > ready; while :; do sleep 0.05; done");
        var result = Shell(
            $"{TooFew}; $L run {options} -- sh wait.sh & until [ -e ready ]; do sleep 0.05; done; kill $!; wait $!");
        Assert.Equal(("got\n", expected), (result.Output, result.ExitCode));
    }

    /// <summary>A lost reader of stderr, a closed one, one that is full.</summary>
    [Theory]
    [InlineData("2> /dev/full")]
    [InlineData("2>&-")]
    [InlineData("2> >(exec true; sleep 0.2)")]
    public void Launcher_StandardErrorClosed_RunsTheCommand(string redirection)
    {
        var result = Shell($"{TooFew}; sleep 0.1; $L run -- echo out {redirection}");
        Assert.Equal(("out\n", 0), (result.Output, result.ExitCode));
    }

    /// <summary>An ignored SIGCHLD leaves no exit code of the try, unless it is put back for that time.</summary>
    [Fact]
    public void Launcher_ChildSignalsIgnored_StillTries()
    {
        Assert.Equal("", Shell("trap '' CHLD; ulimit -n 100; exec $L run -q -- true").Error);
        var result = Shell("trap '' CHLD; export DOTNET_GCName=none.so; exec $L run -- grep SigIgn /proc/self/status");
        Assert.StartsWith($"{Without}DOTNET_GCName)", result.Error, StringComparison.Ordinal);
        Assert.Equal(1, Convert.ToInt64(result.Output.Split('\t')[1].Trim(), 16) >> 16 & 1);
    }

    [Fact]
    public void Launcher_OwnRuntimeSettings_AreNotInherited()
    {
        var result = Shell("ulimit -v 2000000; export a=1; exec env b.c=2 $L run -q -- env");
        Assert.Equal((0, ""), (result.ExitCode, result.Error));
        Assert.Contains("DOTNET_EnableEventPipe", result.Output, StringComparison.Ordinal);
        Assert.Contains("\nb.c=2\n", result.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("UNPAUSE_OWN", result.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("MALLOC_ARENA_MAX", result.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("GCRegionRange", result.Output, StringComparison.Ordinal);
    }

    [Fact]
    public void Script_NoDotNet_RunsTheCommand()
    {
        var result = Shell(
            $"mkdir bin; for tool in bash readlink dirname; do ln -s $(command -v $tool) bin/; done; "
            + $"PATH=$PWD/bin {RepositoryFolder.File("unpause")} run -- /bin/echo out");
        Assert.Equal(("out\n", 0), (result.Output, result.ExitCode));
        Assert.StartsWith("unpause: needs the .NET 10 SDK (", result.Error, StringComparison.Ordinal);
        Assert.Contains(", so this runs unrecorded", result.Error, StringComparison.Ordinal);
    }

    [CompilersTheory]
    [InlineData("launcher", "launch")]
    [InlineData("helper", "helper")]
    public void Launcher_RebuiltBinary_IsIdentical(string folder, string program)
    {
        Assert.Equal(0, Cli.Program(_folder.Path, RepositoryFolder.File(folder, "build"), _folder.Path).ExitCode);
        foreach (var name in new[] { $"{program}.x86_64", $"{program}.aarch64" })
            Assert.Equal(File.ReadAllBytes(RepositoryFolder.File(folder, name)), File.ReadAllBytes(_folder[name]));
    }

    private Cli.Result RunTalking(string setting, string before = "") => TalkingProgram.Run(_folder, setting, $"{before} {Started}");

    private string Script(string name, string text)
    {
        File.WriteAllText(_folder[name], text + "\n");
        return _folder[name];
    }

    private Cli.Result Shell(string script) => Cli.Program(
        _folder.Path, "bash", "-c", script.Replace("$L", Started, StringComparison.Ordinal));

    private IEnumerable<string?> Names() => Directory.EnumerateFileSystemEntries(_folder.Path).Select(Path.GetFileName).Order();
}
