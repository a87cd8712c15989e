using System.Diagnostics;
using System.Globalization;
using System.Text;
using Unpause.Recorder.Processes;
using Unpause.Recorder.Rights;
using Unpause.Recorder.Runtimes.Python;
using Unpause.Recorder.Tests.OtherUsers;
using Unpause.Tests;

namespace Unpause.Recorder.Tests.Rights;

/// <summary>A process names files for root to open: a helper with the process's user opens only those that this user may open.</summary>
[Trait("Tier", "live")]
public sealed class UserHelperTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("unpause-test-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [RootFact]
    public void ProcessFiles_OfAnotherUser_AreOpenedWithThatUsersRights()
    {
        File.SetUnixFileMode(_folder, (UnixFileMode)0b111_101_101);
        var (all, secret) = (Make("all", 0b110_100_100), Make("secret", 0b110_000_000));
        var (groups, own) = (Make("groups", 0b110_100_000), Make("own", 0));
        Chown(own, Stranger.Id, Stranger.Id, 0b110_000_000);
        File.CreateSymbolicLink(Path.Combine(_folder, "link"), secret);
        using var target = Stranger.Python("import time; print('ready'); time.sleep(60)");
        var process = ProcessView.Find(target.Id)!;
        Assert.Equal("all"u8.ToArray(), ProcessFiles.Read(process, all, 99));
        Assert.Equal("own"u8.ToArray(), ProcessFiles.Read(process, own, 99));
        Assert.Null(ProcessFiles.Read(process, secret, 99));
        Assert.Null(ProcessFiles.Read(process, groups, 99));
        Assert.Null(ProcessFiles.Read(process, Path.Combine(_folder, "link"), 99));
        // Afterwards root has its own user and groups again.
        Assert.Equal("secret", File.ReadAllText(secret));
        Assert.Equal(File.ReadAllLines("/proc/self/status").First(IsGroups), File.ReadAllLines("/proc/thread-self/status").First(IsGroups));
        Assert.Contains("Gid:\t0\t0\t0\t0", File.ReadAllLines("/proc/thread-self/status"));
    }

    [RootFact]
    public void ProcessFiles_ReadableByASupplementaryGroup_AreOpened()
    {
        File.SetUnixFileMode(_folder, (UnixFileMode)0b111_101_101);
        var groups = Make("groups", 0b110_100_000);
        Chown(groups, 0, 61_235, 0b110_100_000);
        using var target = new LiveProgram(
            "setpriv", $"--reuid={Stranger.Id}", $"--regid={Stranger.Id}", "--groups=61235,61236",
            "/usr/bin/python3", "-u", "-c", "import time; print('ready'); time.sleep(60)");
        var process = ProcessView.Find(target.Id)!;
        Assert.Equal([61_235u, 61_236u], process.Groups);
        Assert.Equal("groups"u8.ToArray(), ProcessFiles.Read(process, groups, 99));
    }

    [RootFact]
    public void Helper_OfAUser_HasThatUserAndNoCapability()
    {
        using var helper = UserHelper.For(Stranger.Id, 61_235, [61_236, 61_237]);
        var process = Assert.Single(HelpersOf(61_235));
        var status = File.ReadLines($"/proc/{process}/status").Select(line => line.Split('\t', 2))
            .ToDictionary(parts => parts[0], parts => parts[1].Trim());
        var user = string.Join('\t', Enumerable.Repeat(Stranger.Id, 4));
        Assert.Equal((user, "61235\t61235\t61235\t61235", "61236 61237"), (status["Uid:"], status["Gid:"], status["Groups:"]));
        foreach (var set in (string[])["CapInh:", "CapPrm:", "CapEff:", "CapBnd:", "CapAmb:"])
            Assert.Equal("0000000000000000", status[set]);
        Assert.Equal("1", status["NoNewPrivs:"]);
        var open = Directory.EnumerateFileSystemEntries($"/proc/{process}/fd").Select(Path.GetFileName);
        Assert.Equal(["0", "1", "2"], open.Order());
    }

    [RootFact]
    public void Helper_Killed_IsReplaced()
    {
        File.SetUnixFileMode(_folder, (UnixFileMode)0b111_101_101);
        var all = Make("all", 0b110_100_100);
        // A separate user: other tests use the helper of the usual one at the same time.
        const uint user = 61_299;
        using var target = Program(user, "import time; print('ready'); time.sleep(60)");
        var process = ProcessView.Find(target.Id)!;
        Assert.NotNull(ProcessFiles.Read(process, all, 99));
        var first = Assert.Single(HelpersOf(user));
        using (var kill = Process.Start("kill", ["-9", first])) kill.WaitForExit();
        while (HelpersOf(user).Contains(first)) Thread.Sleep(1);
        Assert.Null(ProcessFiles.Read(process, all, 99));
        Assert.NotNull(ProcessFiles.Read(process, all, 99));
        Assert.DoesNotContain(first, HelpersOf(user));
    }

    [RootFact]
    public void Memory_OfAnotherUsersProcess_IsReadAndWrittenByAHelper()
    {
        const uint user = 61_298;
        // Longer than one message, and written to, so that its pages are private.
        using var target = Program(user, """
            import ctypes, time
            mine = ctypes.create_string_buffer(b'mine' * 20000)
            print(ctypes.addressof(mine)); print('ready')
            while mine.raw[:5] != b'yours': time.sleep(0.01)
            print('changed'); time.sleep(60)
            """);
        var address = ulong.Parse(target.Output, CultureInfo.InvariantCulture);
        var process = ProcessView.Find(target.Id)!;
        using var memory = RemoteExecution.OpenMemory(process)!;
        Assert.Single(HelpersOf(user));
        var bytes = new byte[80_000];
        Assert.Equal(bytes.Length, memory.Read(address, bytes));
        Assert.Equal(string.Concat(Enumerable.Repeat("mine", 20_000)), Encoding.ASCII.GetString(bytes));
        Assert.Throws<IOException>(() => memory.Read(8, bytes));
        Assert.Throws<IOException>(() => memory.Write(8, "yours"u8));
        memory.Write(address, "yours"u8);
        Assert.True(SpinWait.SpinUntil(() => target.Output.EndsWith("changed", StringComparison.Ordinal), TimeSpan.FromSeconds(30)));
    }

    [RootFact]
    public void Memory_NotReadInTime_IsGivenUpWithItsHelper()
    {
        const uint user = 61_297;
        using var target = Program(user, "import time; print('ready'); time.sleep(60)");
        using var memory = RemoteExecution.OpenMemory(ProcessView.Find(target.Id)!)!;
        var helper = Assert.Single(HelpersOf(user));
        SendAs(user, "STOP", helper);
        var started = Stopwatch.GetTimestamp();
        var result = RemoteDebugging.Look(memory);
        Assert.Equal((RemoteDebuggingOutcome.Silent, "it did not answer in 2 s"), (result.Outcome, result.Reason));
        Assert.InRange(Stopwatch.GetElapsedTime(started), TimeSpan.FromSeconds(1.9), TimeSpan.FromSeconds(10));
        Assert.True(SpinWait.SpinUntil(() => HelpersOf(user).Count == 0, TimeSpan.FromSeconds(10)));
    }

    [RootTheory]
    [InlineData(false)]
    [InlineData(true)]
    public void Helper_Stopped_EndsWithTheProcessThatStartedIt(bool killed)
    {
        var user = killed ? 61_295u : 61_296u;
        using var target = Program(user, "import time; print('ready'); time.sleep(60)");
        var ready = Path.Combine(_folder, "ready");
        var start = new ProcessStartInfo(
            Recorder.Dotnet, [Recorder.Assembly, "--helper-of", target.Id.ToString(CultureInfo.InvariantCulture), ready])
        {
            UseShellExecute = false,
            RedirectStandardInput = true,
        };
        using var unpause = Process.Start(start)!;
        Assert.True(SpinWait.SpinUntil(() => File.Exists(ready), TimeSpan.FromSeconds(60)));
        SendAs(user, "STOP", Assert.Single(HelpersOf(user, unpause.Id)));
        if (killed) unpause.Kill();
        else unpause.StandardInput.Close();
        Assert.True(unpause.WaitForExit(TimeSpan.FromSeconds(10)));
        Assert.True(SpinWait.SpinUntil(() => HelpersOf(user, null).Count == 0, TimeSpan.FromSeconds(10)));
    }

    /// <summary>Helpers started by this process, by their group.</summary>
    private static List<string> HelpersOf(uint group) => HelpersOf(group, Environment.ProcessId);

    /// <summary>Helpers started by a process, or by any, by their group: they are executed from memory.</summary>
    private static List<string> HelpersOf(uint group, int? parent) => [.. Directory.EnumerateDirectories("/proc")
        .Select(Path.GetFileName).OfType<string>().Where(id => char.IsAsciiDigit(id[0]))
        .Where(id => new FileInfo($"/proc/{id}/exe").LinkTarget?.Contains("unpause-helper", StringComparison.Ordinal) == true)
        .Where(id => StatusOf(id) is var status
            && (parent is null || status.Contains($"PPid:\t{parent}\n", StringComparison.Ordinal))
            && status.Contains($"Gid:\t{group}\t", StringComparison.Ordinal))];

    private static LiveProgram Program(uint user, string script) => new(
        "setpriv", $"--reuid={user}", $"--regid={user}", "--clear-groups", "/usr/bin/python3", "-u", "-c", script);

    private static void SendAs(uint user, string signal, string process)
    {
        using var kill = Process.Start("setpriv", [$"--reuid={user}", "--clear-groups", "kill", $"-{signal}", process]);
        kill.WaitForExit();
        Assert.Equal(0, kill.ExitCode);
    }

    private static string StatusOf(string process)
    {
        try
        {
            return File.ReadAllText($"/proc/{process}/status");
        }
        catch (IOException)
        {
            return ""; // it has ended meanwhile
        }
    }

    private static bool IsGroups(string line) => line.StartsWith("Groups:", StringComparison.Ordinal);

    private static void Chown(string path, uint user, uint group, int mode)
    {
        using var chown = Process.Start("chown", [$"{user}:{group}", path]);
        chown.WaitForExit();
        File.SetUnixFileMode(path, (UnixFileMode)mode);
    }

    private string Make(string name, int mode)
    {
        var path = Path.Combine(_folder, name);
        File.WriteAllText(path, name);
        File.SetUnixFileMode(path, (UnixFileMode)mode);
        return path;
    }
}
