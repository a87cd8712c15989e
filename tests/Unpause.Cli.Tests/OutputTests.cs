using System.Diagnostics;
using Unpause.Tests;

namespace Unpause.Cli.Tests;

/// <summary>What happens to outputs that can't be written, and to what stood in them.</summary>
public sealed class OutputTests : IDisposable
{
    private static readonly string Log = RepositoryFolder.File("samples", "jvm", "dropped-g1-jdk17.log.gz");
    private static readonly string Histogram = RepositoryFolder.File("samples", "jvm", "dropped-jdk17.histogram.txt.gz");
    private static readonly string Spans = RepositoryFolder.File("samples", "requests", "spans.jsonl.gz");
    private static readonly string Service = RepositoryFolder.File("samples", "requests", "service.upgc.gz");

    private readonly TemporaryFolder _folder = new();

    public static TheoryData<string> Printing { get; } =
    [
        $"report {Log}",
        $"report {Log} --format json",
        $"report {Log} --format markdown",
        $"report {Log} --format html",
        $"report {Log} --format perfetto",
        $"heap {Histogram}",
        $"heap {Histogram} --format json",
        $"fill {Spans} {Service}",
        "ps",
        "ps --format json",
        "--help",
        "--version",
        "lab --help",
    ];

    public void Dispose() => _folder.Dispose();

    [Theory]
    [MemberData(nameof(Printing))]
    public void Output_FullDisk_IsOneSentence(string arguments)
    {
        var result = Shell($"$U {arguments} > /dev/full");
        Assert.Equal((2, "unpause: standard output cannot be written: No space left on device\n"), (result.ExitCode, result.Error));
    }

    [Theory]
    [MemberData(nameof(Printing))]
    public void Output_StandardOutputClosed_IsOneSentence(string arguments)
    {
        var result = Shell($"$U {arguments} >&-");
        Assert.Equal((2, "unpause: standard output cannot be written: it is closed\n"), (result.ExitCode, result.Error));
    }

    /// <summary>As <c>head</c> does it; what is dropped is more than a pipe holds.</summary>
    [Theory]
    [InlineData("report {0} --format html", 0)]
    [InlineData("report {0} -v --fail-on pauses>0", 1)]
    public void Output_ReaderGone_IsNotAnError(string arguments, int expected)
    {
        var command = string.Format(
            System.Globalization.CultureInfo.InvariantCulture, arguments, Log).Replace("pauses>0", "'pauses>0'", StringComparison.Ordinal);
        var result = Shell($"{{ $U {command}; echo $? > code; }} | head -c 1 > /dev/null");
        Assert.Equal($"{expected}\n", File.ReadAllText(_folder["code"]));
        Assert.DoesNotContain("bug in unpause", result.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("cannot be written", result.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void Output_StandardErrorClosed_IsIgnored()
    {
        Assert.Equal(2, Shell($"$U report {Log} > /dev/full 2> /dev/full").ExitCode);
        Assert.Equal(0, Shell($"$U report {Log} -o r.json > /dev/null 2>&-").ExitCode);
        Assert.Equal("", ContractSchema.Faults(File.ReadAllText(_folder["r.json"])));
    }

    [Fact]
    public void Output_OneFails_OthersAndVerdictContinue()
    {
        var result = Shell($"$U report {Log} --format json -o /dev/full -o good.json");
        Assert.Equal(
            (2, "unpause: /dev/full cannot be written: No space left on device\nwrote good.json\n"), (result.ExitCode, result.Error));
        Assert.Equal(result.Output, File.ReadAllText(_folder["good.json"]));
        var judged = Shell($"$U report {Log} --fail-on 'pauses>0' > /dev/full");
        Assert.Equal(1, judged.ExitCode);
        Assert.Contains("over budget", judged.Error, StringComparison.Ordinal);
    }

    /// <summary>
    /// A file size limit imitates a full disk, which only root could create; JIT code must not be a file then.
    /// </summary>
    [Theory]
    [InlineData("plain", "report {0} -q -o old.html")]
    [InlineData("link", "report {0} -q -o old.html")]
    [InlineData("hard link", "report {0} -q -o old.html")]
    [InlineData("plain", "fill {1} {2} -o old.html")]
    public void Output_FailedWrite_KeepsTheOldFile(string kind, string arguments)
    {
        File.WriteAllText(_folder["old.html"], "precious");
        if (kind == "hard link") Shell("ln old.html other.html");
        if (kind == "link") Shell("mv old.html other.html; ln -s other.html old.html");
        var before = Names();
        var command = string.Format(System.Globalization.CultureInfo.InvariantCulture, arguments, Log, Spans, Service);
        var result = Shell($"export DOTNET_EnableWriteXorExecute=0; ulimit -f 8; $U {command}");
        Assert.Equal((2, "unpause: old.html cannot be written: the file would exceed the size limit\n"), (result.ExitCode, result.Error));
        Assert.Equal("precious", File.ReadAllText(_folder["old.html"]));
        Assert.Equal(before, Names());
    }

    [OwnMountsFact]
    public void Output_FullDisk_KeepsTheOldFile()
    {
        const string Mounted = "mount -t tmpfs -o size=128k none full && cd full && echo precious > old.html && ln old.html second.html";
        Directory.CreateDirectory(_folder["full"]);
        var result = Cli.Program(
            _folder.Path,
            "unshare", "-rm", "sh", "-c",
            $"{Mounted}; {Unpause} report {Log} -q -o old.html -o new.html -o small.json; echo $?; cat old.html second.html; ls -A");
        Assert.Equal("2\nprecious\nprecious\nold.html\nsecond.html\nsmall.json\n", result.Output);
        Assert.Equal(
            "unpause: old.html cannot be written: No space left on device\nunpause: new.html cannot be written: No space left "
            + "on device\nwrote small.json\n",
            result.Error);
    }

    [Fact]
    public void Output_ReplacedFile_KeepsOwnerModeAndLinks()
    {
        var wanted = Shell($"$U report {Log} --format json").Output;
        Shell("umask 022; echo old > mode.json; chmod 640 mode.json; echo old > one.json; ln one.json two.json; mkdir sub; "
            + "ln -s sub/far.json link.json");
        var result = Shell($"umask 022; $U report {Log} -q -o mode.json -o one.json -o link.json -o fresh.json");
        Assert.True(result.ExitCode == 0, result.ToString());
        foreach (var name in new[] { "mode.json", "two.json", "sub/far.json", "fresh.json" })
        {
            Assert.Equal(wanted, File.ReadAllText(_folder[name]));
        }

        Assert.Equal(
            "640 644 1\nsub/far.json\n",
            Shell("echo $(stat -c %a mode.json fresh.json) $(stat -c %h mode.json); readlink link.json").Output);
        Assert.DoesNotContain(Names(), name => name.StartsWith(".unpause", StringComparison.Ordinal));
    }

    [Fact]
    public void Output_PipesAndDescriptors_AreWrittenInPlace()
    {
        var wanted = Shell($"$U report {Log} --format json").Output;
        Assert.Equal(wanted, Shell($"mkfifo p.json; $U report {Log} -q -o p.json & cat p.json; wait").Output);
        Assert.Equal(wanted, Shell($"$U report {Log} -q --format json -o /dev/stdout").Output);
        Assert.Equal(wanted + wanted, Shell($"$U report {Log} --format json -o /dev/stdout > both; cat both").Output);
        Assert.Equal(wanted, Shell($"exec 7<> seven; $U report {Log} -q --format json -o /dev/fd/7; cat /proc/self/fd/7").Output);
        // A page is longer than the buffer of a pipe.
        var left = Shell($"mkfifo p.html; head -c 1 p.html > /dev/null & $U report {Log} -q -o p.html");
        Assert.Equal(2, left.ExitCode);
        Assert.Equal("unpause: p.html cannot be written: Broken pipe\n", left.Error);
    }

    [Theory]
    [InlineData("-o folder.json", "it is a folder")]
    [InlineData("-o circle.json", "too many levels of symbolic links")]
    [InlineData("-o no/such/r.json", "there is no folder")]
    public void Output_Unwritable_IsReportedBeforeTheWork(string option, string reason)
    {
        Shell("mkdir folder.json; ln -s circle.json round.json; ln -s round.json circle.json");
        var result = Shell($"$U report {Log} {option}");
        Assert.Equal((2, ""), (result.ExitCode, result.Output));
        Assert.Contains($"unpause: {option} cannot be written: {reason}", result.Error, StringComparison.Ordinal);
    }

    /// <summary>Root writes everywhere, so as root it is tried as nobody.</summary>
    [Fact]
    public void Output_WritableFileInReadOnlyFolder_IsWritten()
    {
        Shell("mkdir locked; echo old > locked/w.json; echo old > locked/r.json; chmod 666 locked/w.json; chmod 444 locked/r.json; "
            + "chmod 555 locked; chmod 755 .");
        var nobody = Environment.UserName == "root" ? "setpriv --reuid 65534 --regid 65534 --clear-groups env HOME=/tmp " : "";
        var result = Shell($"{nobody}$U report {Log} -q -o locked/w.json");
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Equal("", ContractSchema.Faults(File.ReadAllText(_folder["locked/w.json"])));
        foreach (var name in new[] { "locked/r.json", "locked/new.json" })
        {
            var refused = Shell($"{nobody}$U report {Log} -q -o {name}");
            Assert.Equal(2, refused.ExitCode);
            Assert.Contains("cannot be written: Permission denied", refused.Error, StringComparison.Ordinal);
        }

        Assert.Equal("r.json\nw.json\n", Shell("ls -A locked; chmod 755 locked").Output);
    }

    [Fact]
    public void Output_Signal_LeavesNothingBehind()
    {
        // It waits for a writer of the pipe, with the output started.
        Shell("mkfifo traces");
        var start = new ProcessStartInfo(Cli.Command[0], [.. Cli.Command[1..], "fill", "traces", Service, "-o", "filled.json"])
        {
            WorkingDirectory = _folder.Path
        };
        using var fill = Process.Start(start)!;
        var watch = Stopwatch.StartNew();
        while (!Names().Any(name => name.StartsWith(".unpause-unfinished-", StringComparison.Ordinal)))
        {
            Assert.False(fill.HasExited);
            Assert.True(watch.Elapsed < TimeSpan.FromSeconds(60), "it begins no output");
            Thread.Sleep(50);
        }

        // The file exists shortly before the signal handlers.
        Thread.Sleep(1000);
        Process.Start("kill", ["-TERM", fill.Id.ToString(System.Globalization.CultureInfo.InvariantCulture)]).WaitForExit();
        Assert.True(fill.WaitForExit(TimeSpan.FromSeconds(60)));
        Assert.Equal(143, fill.ExitCode);
        Assert.Equal(["traces"], Names());
    }

    [Fact]
    public void DefaultPage_Unwritable_IsNotAnError()
    {
        Directory.CreateDirectory(_folder["unpause-report.html"]);
        var result = Shell("$U run -- sh -c 'exit 0'");
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Contains(
            "page not written: -o unpause-report.html cannot be written: it is a folder", result.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(0, 2)]
    [InlineData(7, 7)]
    public void Run_FailedOutput_KeepsTheCommandsExitCode(int own, int expected)
    {
        var result = Shell($"$U run --format json -o - -- sh -c 'exit {own}' > /dev/full");
        Assert.Equal((expected, "unpause: standard output cannot be written: No space left on device\n"), (result.ExitCode, result.Error));
        Assert.Equal(expected, Shell($"$U run -- sh -c 'exit {own}' 2> /dev/full").ExitCode);
    }

    /// <summary>Who closes it wants nothing told; the observed program is no worse off for that.</summary>
    [Fact]
    public void Run_StandardStreamsClosed_WritesTheReport()
    {
        Assert.Equal(0, Shell("$U run -- true >&- 2>&-").ExitCode);
        var refused = Shell("$U run -o - -- touch ran >&-");
        Assert.Equal((2, "unpause: standard output cannot be written: it is closed\n"), (refused.ExitCode, refused.Error));
        Assert.DoesNotContain("ran", Names());
    }

    [Theory]
    [InlineData("")]
    [InlineData("--format json")]
    [InlineData("-q --format json")]
    [InlineData("-o - --format json")]
    public void Output_Dash_IsStandardOutput(string more)
    {
        var format = more.Contains("json", StringComparison.Ordinal) ? "--format json" : "";
        var wanted = Shell($"$U report {Log} {format}");
        var named = Shell($"$U report {Log} -o - {more}");
        Assert.Equal((0, wanted.Output, wanted.Error), (named.ExitCode, named.Output, named.Error));
        Assert.Empty(Names());
    }

    private static string Unpause { get; } = Cli.InShell;

    private Cli.Result Shell(string script) =>
        Cli.Program(_folder.Path, "sh", "-c", script.Replace("$U", Unpause, StringComparison.Ordinal));

    private IReadOnlyList<string> Names() =>
        [.. Directory.GetFileSystemEntries(_folder.Path).Select(path => Path.GetFileName(path)).Order(StringComparer.Ordinal)];
}
