using Unpause.Recorder.Processes;
using Unpause.Recorder.Rights;
using Unpause.Recorder.Tests.Strangers;
using Unpause.Tests;

namespace Unpause.Recorder.Tests.Rights;

/// <summary>A process names files for root to open: a helper that is the process's user opens those that this user may open.</summary>
[Trait("Tier", "live")]
public sealed class UserHelperTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("unpause-test-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [RootFact]
    public void ProcessFilesOfAnotherUserAreOpenedWithThatUsersRights()
    {
        File.SetUnixFileMode(_folder, (UnixFileMode)0b111_101_101);
        var (all, secret) = (Make("all", 0b110_100_100), Make("secret", 0b110_000_000));
        var (groups, own) = (Make("groups", 0b110_100_000), Make("own", 0));
        Chown(own, Stranger.Id, Stranger.Id, 0b110_000_000);
        File.CreateSymbolicLink(Path.Combine(_folder, "link"), secret);
        using var target = Stranger.Python("import time; print('ready'); time.sleep(60)");
        var process = ProcessView.Of(target.Id)!;
        Assert.Equal("all"u8.ToArray(), ProcessFiles.Read(process, all, 99));
        Assert.Equal("own"u8.ToArray(), ProcessFiles.Read(process, own, 99));
        Assert.Null(ProcessFiles.Read(process, secret, 99));
        Assert.Null(ProcessFiles.Read(process, groups, 99));
        Assert.Null(ProcessFiles.Read(process, Path.Combine(_folder, "link"), 99));
        // And afterwards root is root, with its groups.
        Assert.Equal("secret", File.ReadAllText(secret));
        Assert.Equal(File.ReadAllLines("/proc/self/status").First(IsGroups), File.ReadAllLines("/proc/thread-self/status").First(IsGroups));
        Assert.Contains("Gid:\t0\t0\t0\t0", File.ReadAllLines("/proc/thread-self/status"));
    }

    [RootFact]
    public void ProcessFilesReadableByAFurtherGroupAreOpened()
    {
        File.SetUnixFileMode(_folder, (UnixFileMode)0b111_101_101);
        var groups = Make("groups", 0b110_100_000);
        Chown(groups, 0, 61_235, 0b110_100_000);
        using var target = new LiveProgram(
            "setpriv", $"--reuid={Stranger.Id}", $"--regid={Stranger.Id}", "--groups=61235,61236",
            "/usr/bin/python3", "-u", "-c", "import time; print('ready'); time.sleep(60)");
        var process = ProcessView.Of(target.Id)!;
        Assert.Equal([61_235u, 61_236u], process.Groups);
        Assert.Equal("groups"u8.ToArray(), ProcessFiles.Read(process, groups, 99));
    }

    [RootFact]
    public void HelperOfAUserIsThatUserWithoutAnyCapability()
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
    public void HelperThatIsKilledIsReplacedByAnother()
    {
        File.SetUnixFileMode(_folder, (UnixFileMode)0b111_101_101);
        var all = Make("all", 0b110_100_100);
        // A user of its own: other tests use the helper of the usual one at the same time.
        const uint user = 61_299;
        using var target = new LiveProgram(
            "setpriv", $"--reuid={user}", $"--regid={user}", "--clear-groups",
            "/usr/bin/python3", "-u", "-c", "import time; print('ready'); time.sleep(60)");
        var process = ProcessView.Of(target.Id)!;
        Assert.NotNull(ProcessFiles.Read(process, all, 99));
        var first = Assert.Single(HelpersOf(user));
        using (var kill = System.Diagnostics.Process.Start("kill", ["-9", first])) kill.WaitForExit();
        while (HelpersOf(user).Contains(first)) Thread.Sleep(1);
        Assert.Null(ProcessFiles.Read(process, all, 99));
        Assert.NotNull(ProcessFiles.Read(process, all, 99));
        Assert.DoesNotContain(first, HelpersOf(user));
    }

    /// <summary>Helpers of this process with a group: they are executed from memory.</summary>
    private static List<string> HelpersOf(uint group) => [.. Directory.EnumerateDirectories("/proc")
        .Select(Path.GetFileName).OfType<string>().Where(id => char.IsAsciiDigit(id[0]))
        .Where(id => new FileInfo($"/proc/{id}/exe").LinkTarget?.Contains("unpause-helper", StringComparison.Ordinal) == true)
        .Where(id => File.ReadAllText($"/proc/{id}/status") is var status
            && status.Contains($"PPid:\t{Environment.ProcessId}\n", StringComparison.Ordinal)
            && status.Contains($"Gid:\t{group}\t", StringComparison.Ordinal))];

    private static bool IsGroups(string line) => line.StartsWith("Groups:", StringComparison.Ordinal);

    private static void Chown(string path, uint user, uint group, int mode)
    {
        using var chown = System.Diagnostics.Process.Start("chown", [$"{user}:{group}", path]);
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
