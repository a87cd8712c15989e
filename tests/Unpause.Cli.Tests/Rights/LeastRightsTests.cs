using System.Diagnostics;
using System.Globalization;
using Unpause.Tests;

namespace Unpause.Cli.Tests.Rights;

/// <summary>What root reads is read by a process that has none of root's rights.</summary>
[Trait("Tier", "live")]
public sealed class LeastRightsTests : IDisposable
{
    private const string NoRights = "0000000000000000";
    private static readonly string Log = RepositoryFolder.File("samples", "jvm", "dropped-g1-jdk17.log.gz");
    private readonly TemporaryFolder _folder = new();

    /// <summary>A folder that only root may enter, with a log that only root may read.</summary>
    public LeastRightsTests() => Shell($"chmod 700 .; cp {Log} gc.log.gz; chmod 600 gc.log.gz; mkfifo pipe");

    public void Dispose() => _folder.Dispose();

    [RootFact]
    public void Report_AsRoot_ReadsUnprivileged() => RequireReader("report", "pipe", "-o", "page.html", "-o", "report.json");

    [RootFact]
    public void Run_AsRoot_ReadsTheRecordingUnprivileged() => RequireReader(
        "run", "--requests", "pipe", "--slow", "1ms", "-o", "page.html", "--", "/usr/bin/python3", "-c", "import gc; gc.collect()");

    [RootFact]
    public void Fill_AsRoot_ReadsUnprivileged() => RequireReader("fill", "pipe", "gc.log.gz", "-o", "filled.json");

    [RootFact]
    public void Heap_AsRoot_ReadsHistogramsUnprivileged() => RequireReader("heap", "pipe");

    /// <summary>What a process of another user prints that passes for a JVM; so much is shown that the reader waits for us.</summary>
    [RootFact]
    public void Heap_LiveJvmAsRoot_ReadsUnprivileged()
    {
        const int classes = 5_000;
        const string jvm = """
            import mmap, os, socket, sys
            file = open("libjvm.so", "wb+")
            file.write(b"x" * 4096)
            file.flush()
            kept = mmap.mmap(file.fileno(), 4096)
            server = socket.socket(socket.AF_UNIX)
            server.bind("/tmp/.java_pid%d" % os.getpid())
            server.listen(5)
            print("ready")
            rows = b"".join(b"%5d: %9d %9d  app.Class%d\n" % (i, i, i, i) for i in range(1, int(sys.argv[1]) + 1))
            while True:
                client, _ = server.accept()
                client.sendall(b"0\n" + (rows if b"histogram" in client.recv(4096) else b"JDK 17\n"))
                client.close()
            """;
        Shell("mkdir -m 777 shared; chmod 711 .");
        string[] command = ["--reuid=61234", "--regid=61234", "--clear-groups", "/usr/bin/python3", "-uc", jvm, $"{classes}"];
        using var program = Process.Start(new ProcessStartInfo("setpriv", command)
        {
            WorkingDirectory = _folder["shared"], UseShellExecute = false, RedirectStandardOutput = true,
        })!;
        try
        {
            Assert.Equal("ready", program.StandardOutput.ReadLine());
            using var unpause = Start("heap", $"{program.Id}", "--yes", "--rounds", "1", "--format", "json", "--save", "saved.txt");
            RequireNoRights(Reader(unpause));
            using var json = System.Text.Json.JsonDocument.Parse(unpause.StandardOutput.ReadToEnd());
            unpause.WaitForExit();
            Assert.Equal((0, classes), (unpause.ExitCode, json.RootElement.GetProperty("classes").GetArrayLength()));
            Assert.Equal(classes, File.ReadAllLines(_folder["saved.txt"]).Length);
        }
        finally
        {
            program.Kill();
            File.Delete($"/tmp/.java_pid{program.Id}");
        }
    }

    /// <summary>
    /// Only root can read the files and their folder, and the report is the same as without the second process.
    /// </summary>
    [RootFact]
    public void Report_AsRootAndUser_IsTheSame()
    {
        var result = Shell(
            "umask 077; $U report gc.log.gz -q -o page.html -o report.json; $U report gc.log.gz --format json > printed.json; "
            + "$U report 'gc*' -q");
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Equal("gc.log.gz 600 0\npage.html 600 0\nprinted.json 600 0\nreport.json 600 0\n",
            Shell("stat -c '%n %a %u' gc.log.gz page.html printed.json report.json; ls -A | grep unfinished").Output);
        var alone = Shell("unshare -r $U report gc.log.gz --format json");
        Assert.Equal("", ContractSchema.Faults(alone.Output));
        Assert.Equal(alone.Output, File.ReadAllText(_folder["report.json"]));
        Assert.Equal(alone.Output, File.ReadAllText(_folder["printed.json"]));
    }

    [RootFact]
    public void Report_MistakesAsRoot_AreTheSame()
    {
        foreach (var arguments in (string[])
            ["report absent.log", "report gc.log.gz --requests absent.csv --slow 1ms", "report gc.log.gz -o absent/page.html",
                "report gc.log.gz -o .html --format nonsense", "fill absent.json gc.log.gz", "heap absent.txt", "report *.absent"])
        {
            var result = Shell($"$U {arguments}");
            var alone = Shell($"unshare -r $U {arguments}");
            Assert.Equal((alone.ExitCode, alone.Error, alone.Output), (result.ExitCode, result.Error, result.Output));
            Assert.Equal(2, result.ExitCode);
        }
    }

    /// <summary>
    /// Installed where only root can read, the second process could not load its own code: it keeps root's rights, and works.
    /// </summary>
    [RootFact]
    public void Report_OnlyRootCanReadUnpause_Works()
    {
        var result = Shell($"cp -r {AppContext.BaseDirectory} own; dotnet own/Unpause.Cli.dll report gc.log.gz --format json");
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Equal("", ContractSchema.Faults(result.Output));
    }

    [RootFact]
    public void Report_Killed_LeavesNoOtherProcess()
    {
        using var report = Start("report", "pipe");
        using var drips = OpenPipe();
        drips.Write("a line\n"u8);
        var reader = Reader(report);
        report.Kill();
        report.WaitForExit();
        Wait(() => !Directory.Exists($"/proc/{reader}") || Field(reader, "State:").StartsWith('Z'), "it lives on");
    }

    /// <summary>Only unpause starts it so; who types it, or sets its variable, gets nothing by it.</summary>
    [Fact]
    public void Channel_OtherProcess_CannotRequestFiles()
    {
        var typed = Cli.Unpause("read-recorded", "-q");
        Assert.Equal(
            (2, "unpause: read-recorded is internal to unpause: use unpause run or unpause record\n"), (typed.ExitCode, typed.Error));
        typed = Cli.Unpause("read-histograms", "1", "1");
        Assert.Equal((2, "unpause: read-histograms is internal to unpause: use unpause heap PID\n"), (typed.ExitCode, typed.Error));
        Assert.DoesNotContain("read-recorded", Cli.Unpause("--help").Output, StringComparison.Ordinal);
        var set = Cli.UnpauseIn(_folder.Path, new Dictionary<string, string?> { ["UNPAUSE_READING"] = "1" }, "report", "gc.log.gz", "-q");
        Assert.True(set.ExitCode == 0, set.ToString());
    }

    private void RequireReader(params string[] arguments)
    {
        using var unpause = Start(arguments);
        using (var drips = OpenPipe())
        {
            drips.Write("a line\n"u8);
            var reader = Reader(unpause);
            Wait(() => Open(reader).Contains(_folder["pipe"]), "it does not read");
            RequireNoRights(reader);
            Assert.Equal(unpause.Id.ToString(CultureInfo.InvariantCulture), Field(reader, "PPid:"));
            // Its own code, its own pipes, our socket, the granted files: no folder, and no other file of root.
            Assert.DoesNotContain(Open(reader), Directory.Exists);
            Assert.All(Open(reader).Where(path => path.StartsWith(_folder.Path, StringComparison.Ordinal)), path =>
                Assert.True(path == _folder["pipe"] || path.Contains("/.unpause-unfinished-", StringComparison.Ordinal), path));
        }

        Assert.True(unpause.WaitForExit(TimeSpan.FromSeconds(60)), "it does not end");
        Assert.InRange(unpause.ExitCode, 0, 3);
    }

    private static void RequireNoRights(string reader)
    {
        foreach (var thread in Directory.GetDirectories($"/proc/{reader}/task"))
        {
            var status = File.ReadAllLines($"{thread}/status");
            Assert.DoesNotContain("0", Words(status, "Uid:"));
            Assert.DoesNotContain("0", Words(status, "Gid:"));
            Assert.Single(Words(status, "Uid:").Distinct());
            Assert.Empty(Words(status, "Groups:"));
            Assert.Equal([NoRights], Words(status, "CapPrm:"));
            Assert.Equal([NoRights], Words(status, "CapEff:"));
            Assert.Equal([NoRights], Words(status, "CapAmb:"));
            Assert.Equal(["1"], Words(status, "NoNewPrivs:"));
        }

        Assert.Equal([NoRights], Words(File.ReadAllLines($"/proc/{reader}/status"), "CapBnd:"));
    }

    private static string Reader(Process unpause)
    {
        string? reader = null;
        Wait(() => (reader = Children(unpause).FirstOrDefault(child => Field(child, "Uid:") is not ("" or "0"))) is not null, "none reads");
        return reader!;
    }

    private static List<string> Open(string process) =>
        [.. Directory.GetFileSystemEntries($"/proc/{process}/fd").Select(entry => new FileInfo(entry).LinkTarget).OfType<string>()];

    private static string[] Children(Process process) =>
        [.. Directory.GetDirectories($"/proc/{process.Id}/task").SelectMany(
            thread => File.ReadAllText($"{thread}/children").Split(' ', StringSplitOptions.RemoveEmptyEntries))];

    private static string Field(string process, string name)
    {
        try
        {
            return Words(File.ReadAllLines($"/proc/{process}/status"), name) is [var first, ..] ? first : "";
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return "";
        }
    }

    private static string[] Words(string[] status, string name) =>
        status.First(line => line.StartsWith(name, StringComparison.Ordinal))[name.Length..]
            .Split(['\t', ' '], StringSplitOptions.RemoveEmptyEntries);

    private static void Wait(Func<bool> until, string otherwise)
    {
        for (var watch = Stopwatch.StartNew(); !until(); Thread.Sleep(20)) Assert.True(watch.Elapsed < TimeSpan.FromSeconds(60), otherwise);
    }

    private FileStream OpenPipe() => new(_folder["pipe"], FileMode.Open, FileAccess.Write, FileShare.ReadWrite, 0);

    private Process Start(params string[] arguments) => Process.Start(
        new ProcessStartInfo(Cli.Command[0], [.. Cli.Command[1..], .. arguments])
    {
        WorkingDirectory = _folder.Path, UseShellExecute = false, RedirectStandardOutput = true, RedirectStandardError = true,
    })!;

    private Cli.Result Shell(string script) =>
        Cli.Program(_folder.Path, "sh", "-c", script.Replace("$U", Cli.InShell, StringComparison.Ordinal));
}
