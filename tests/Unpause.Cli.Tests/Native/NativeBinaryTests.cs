using System.Globalization;
using System.Runtime.InteropServices;
using System.Text;
using Unpause.Tests;

namespace Unpause.Cli.Tests.Native;

/// <summary>The native binary needs nothing beside it, and decides before .NET's start whether it can start.</summary>
public sealed class NativeBinaryTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [NativeTheory]
    [InlineData("ulimit -v 60000")]
    [InlineData("ulimit -v 150000")]
    [InlineData("ulimit -n 16")]
    [InlineData("ulimit -d 30000")]
    [InlineData("ulimit -f 100")]
    public void Run_LimitTooSmall_RunsTheCommandOnce(string limit)
    {
        var result = Run(limit);
        RequireUnrecorded(limit, result);
        Assert.Equal(["ran", "talk.sh"], Directory.EnumerateFileSystemEntries(_folder.Path).Select(Path.GetFileName).Order());
    }

    [NativeTheory]
    [InlineData("ulimit -v 1000000")]
    [InlineData("ulimit -v 2000000")]
    [InlineData("ulimit -n 100")]
    [InlineData("ulimit -s 256")]
    [InlineData("unset HOME")]
    [InlineData("export DOTNET_GCHeapHardLimit=100 DOTNET_GCgen0size=10 COMPlus_GCHeapHardLimit=100")]
    [InlineData("export LD_PRELOAD=/none.so LD_LIBRARY_PATH=/none PATH=/bin DOTNET_ROOT=/none")]
    public void Run_LimitSufficient_Records(string setting)
    {
        var result = Run(setting);
        Assert.Contains("wrote o.json", result.Error, StringComparison.Ordinal);
        Assert.True(File.Exists(_folder["o.json"]));
    }

    [OwnMountsFact]
    public void Run_NoProc_RunsTheCommandOnce()
    {
        if (NativeTheoryAttribute.Reason is { } reason) Assert.Skip(reason);
        File.WriteAllText(_folder["hide.sh"], "/bin/mount -t tmpfs none /proc && exec \"$@\"\n");
        RequireUnrecorded("/proc is hidden", Run("true", "unshare -rm sh hide.sh"));
    }

    /// <summary>The program's settings of .NET are not unpause's own, and still the program's.</summary>
    [NativeFact]
    public void Run_SettingsOfDotNet_AreTheProgramsOnly()
    {
        var result = Shell("ulimit -v 2000000; export DOTNET_GCHeapHardLimit=100 DOTNET_gcServer=1; exec $U run -q -- env");
        Assert.Equal((0, ""), (result.ExitCode, result.Error));
        Assert.Contains("DOTNET_GCHeapHardLimit=100\n", result.Output, StringComparison.Ordinal);
        Assert.Contains("DOTNET_gcServer=1\n", result.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("UNPAUSE_OWN", result.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("GCRegionRange", result.Output, StringComparison.Ordinal);
    }

    [NativeFact]
    public void Report_TooLittleMemory_SaysSo()
    {
        var result = Shell("ulimit -v 60000; exec $U ps");
        Assert.Equal(2, result.ExitCode);
        Assert.Matches(@"^unpause: .* \(ulimit -v 60000\); .*\n$", result.Error);
    }

    /// <summary>No library, no loader, no .NET: an empty root folder has all that it needs.</summary>
    [OwnMountsFact]
    public void Report_EmptyRoot_Reads()
    {
        if (NativeTheoryAttribute.Reason is { } reason) Assert.Skip(reason);
        Directory.CreateDirectory(_folder["root"]);
        File.Copy(Cli.Command[0], _folder["root/unpause"]);
        File.Copy(RepositoryFolder.File("samples", "jvm", "retaining-g1-jdk17.log.gz"), _folder["root/gc.log.gz"]);
        var result = Shell("unshare -rR root /unpause report gc.log.gz --format json");
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Equal("", ContractSchema.Faults(result.Output));
        Assert.Equal(Cli.UnpauseIn(_folder["root"], new Dictionary<string, string?>(), "report", "gc.log.gz", "--format", "json").Output,
            result.Output);
    }

    /// <summary>ELF: no interpreter and so no shared libraries.</summary>
    [NativeFact]
    public void Binary_Headers_NameNoLoader()
    {
        var start = Encoding.Latin1.GetString(File.ReadAllBytes(Cli.Command[0])[..4096]);
        Assert.DoesNotContain("/lib64/ld-linux", start, StringComparison.Ordinal);
        var https = Cli.Unpause("record", "https://127.0.0.1:1");
        Assert.Equal(2, https.ExitCode);
        Assert.Contains("TLS", https.Error, StringComparison.Ordinal);
    }

    /// <summary>The process that reads for root can open no file by its path (landlock(7)).</summary>
    [RootFact]
    public void ReadingProcess_OwnPaths_AreDenied()
    {
        if (NativeTheoryAttribute.Reason is { } reason) Assert.Skip(reason);
        if (Landlock() < 1) Assert.Skip("no Landlock");
        File.Copy(RepositoryFolder.File("samples", "jvm", "retaining-g1-jdk17.log.gz"), _folder["gc.log.gz"]);
        Assert.Equal(0, Shell("$U --launch report gc.log.gz -q -o a.json").ExitCode);
        var files = Shell("UNPAUSE_READING=77 $U --launch report gc.log.gz -q");
        Assert.Equal(2, files.ExitCode);
        Assert.StartsWith("unpause: gc.log.gz: Permission denied\n", files.Error, StringComparison.Ordinal);
    }

    /// <summary>Tried by a program of the launcher's code: a reading process has nothing that connects.</summary>
    [Fact]
    public void ReadingRights_Tcp_IsDenied()
    {
        const int LinuxWithTcp = 4;
        if (RuntimeInformation.ProcessArchitecture != Architecture.X64) Assert.Skip("has system calls of x86-64");
        if (Landlock() < LinuxWithTcp) Assert.Skip("needs Landlock of Linux 6.7");
        File.WriteAllText(_folder["tcp.c"], """
            #include "linux.h"
            #include "landlock.h"
            int printf(const char *, ...);
            static void try(void) {
                struct { unsigned short family, port; unsigned address; u64 rest; } own = { 2, 0, 0x0100007f, 0 }, other = own;
                other.port = 0x0100;
                i64 first = CALL(41, 2, 1, 0, 0, 0), second = CALL(41, 2, 1, 0, 0, 0);
                printf("%ld %ld\n", CALL(49, first, &own, sizeof own, 0, 0), CALL(42, second, &other, sizeof other, 0, 0));
            }
            int main(void) { try(); restrict_to(forbid(0, 0)); try(); }
            """);
        var launcher = Path.GetDirectoryName(RepositoryFolder.File("launcher", "linux.h"))!;
        var compiled = Cli.Program(_folder.Path, "gcc", "-DLINKED", "-w", "-I", launcher, "-o", "tcp", "tcp.c");
        Assert.Equal((0, ""), (compiled.ExitCode, compiled.Error));
        // Bound, and refused by nobody who listens at port 1; then EACCES for both.
        Assert.Equal("0 -111\n-13 -13\n", Cli.Program(_folder.Path, _folder["tcp"]).Output);
    }

    /// <summary>A long recording is worked on by all processors, with the same result.</summary>
    [Fact]
    public void Report_OneOrSeveralProcessors_IsTheSame()
    {
        using (var log = new StreamWriter(_folder["long.log"]))
        {
            for (var i = 0; i < 25_000; i++)
            {
                var sizes = $"{20 + (i % 7)}M->{8 + (i / 5000)}M(64M)";
                log.Write(string.Create(CultureInfo.InvariantCulture, $"[{(i + 1) * 0.1:F3}s][info][gc] GC({i}) "));
                log.Write($"Pause Young (Normal) (G1 Evacuation Pause) {sizes} {1 + (i % 13)}.234ms\n");
            }
        }

        var one = Shell("taskset -c 0 $U report long.log --format json");
        Assert.Equal((0, ""), (one.ExitCode, one.Error));
        Assert.Equal(one.Output, Shell("$U report long.log --format json").Output);
    }

    /// <summary>The version of Landlock; below 1 where there is none.</summary>
    private int Landlock()
    {
        const string Version = "import ctypes; print(ctypes.CDLL(None).syscall(444, None, 0, 1))";
        return int.Parse(Cli.Program(_folder.Path, "python3", "-c", Version).Output, CultureInfo.InvariantCulture);
    }

    private static void RequireUnrecorded(string reason, Cli.Result result)
    {
        Assert.Matches($@"^unpause: [^(]* \({reason}\), [^\n]* unrecorded\nerr\n$", result.Error);
    }

    private Cli.Result Run(string setting, string before = "") => TalkingProgram.Run(_folder, setting, $"{before} {Cli.InShell}");

    private Cli.Result Shell(string script) =>
        Cli.Program(_folder.Path, "bash", "-c", script.Replace("$U", Cli.InShell, StringComparison.Ordinal));
}
