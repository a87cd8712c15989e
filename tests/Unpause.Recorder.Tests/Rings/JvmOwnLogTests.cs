using Unpause.Recorder.Live;
using Unpause.Recorder.Processes;
using Unpause.Recorder.Runtimes.Jvm;

namespace Unpause.Recorder.Tests.Rings;

/// <summary>The log of a process, here this one, copied while it is written.</summary>
public sealed class JvmOwnLogTests : IDisposable
{
    private readonly Recorder _recorder = new();

    private string Log => Path.Combine(_recorder.Scratch, "gc.log");

    [Fact]
    public void Log_WhileItIsWritten_IsCopiedFromItsNextLineOn()
    {
        File.WriteAllText(Log, "old\nhalf");
        using var log = Follow();
        File.AppendAllText(Log, " of a line\none\ntw");
        Take(log);
        Assert.Equal("one\ntw", Copied(log));
        File.AppendAllText(Log, "o\n");
        Take(log);
        Assert.Equal("one\ntwo\n", Copied(log));
    }

    [Fact]
    public void Log_Rotated_IsFollowedWithoutALineLostOrRepeated()
    {
        File.WriteAllText(Log, "");
        using var log = Follow();
        File.AppendAllText(Log, "one\n");
        Take(log);
        File.AppendAllText(Log, "two\n");
        File.Move(Log, Log + ".0");
        File.AppendAllText(Log + ".0", "three\n");
        File.WriteAllText(Log, "four\n");

        Await(log, "one\ntwo\nthree\nfour\n");
        File.AppendAllText(Log, "five\n");
        Await(log, "one\ntwo\nthree\nfour\nfive\n");
    }

    [Fact]
    public void Log_Truncated_IsFollowedFromItsStart()
    {
        File.WriteAllText(Log, "");
        using var log = Follow();
        File.AppendAllText(Log, "one\ntorn");
        Take(log);
        File.WriteAllText(Log, "new\n");
        Take(log);

        Assert.Equal("one\ntorn\nnew\n", Copied(log));
    }

    [Fact]
    public void Log_Gone_IsReadToItsEnd()
    {
        File.WriteAllText(Log, "");
        using var log = Follow();
        using var writer = new StreamWriter(new FileStream(Log, FileMode.Append, FileAccess.Write, FileShare.ReadWrite | FileShare.Delete));
        File.Delete(Log);
        writer.Write("one\n");
        writer.Flush();

        Await(log, "one\n");
    }

    [Fact]
    public void Copy_AsLongAsItMayBe_EndsThePart()
    {
        File.WriteAllText(Log, "");
        using var log = Follow();
        File.WriteAllText(Log, string.Join('\n', Enumerable.Repeat(new string('x', 1 << 20), 40)));

        Assert.Equal(LiveEnd.Seen, log.Take());
        Assert.InRange(File.ReadAllBytes(log.Path).Length, 30 << 20, (30 << 20) + (64 << 10));
    }

    [Theory]
    [InlineData("gc*=info,safepoint=info", "time,uptime,level,tags", true)]
    [InlineData("all=off,gc*=debug,safepoint*=debug", "utctime,pid,level,tags", true)]
    [InlineData("all=info", "time,tags", true)]
    [InlineData("gc=info,safepoint=info", "time,tags", false)]
    [InlineData("gc*=warning,safepoint=info", "time,tags", false)]
    [InlineData("gc*=info", "time,tags", false)]
    [InlineData("gc*=info,safepoint=info", "uptime,level,tags", false)]
    [InlineData("gc*=info,safepoint=info", "time,level", false)]
    public void Log_WithoutStopsOrDates_IsNotEnough(string selection, string decorators, bool isEnough)
    {
        File.WriteAllText(Log, "");
        using var log = Follow(selection, decorators);
        Assert.Equal(isEnough, log is not null);
    }

    [Theory]
    [InlineData("/dev/zero")]
    [InlineData("/none/gc.log")]
    [InlineData("pipe")]
    public void Log_ThatIsNoFile_IsNotFollowed(string name)
    {
        if (name == "pipe")
        {
            name = Path.Combine(_recorder.Scratch, name);
            System.Diagnostics.Process.Start("mkfifo", name).WaitForExit();
        }

        using var log = JvmOwnLog.Find(Own, [new(name, "all=info", "time,tags", IsFile: true)], _recorder.Scratch, "copy.log");
        Assert.Null(log);
    }

    public void Dispose() => _recorder.Dispose();

    private static ProcessView Own => ProcessView.Find(Environment.ProcessId)!;

    private static string Copied(JvmOwnLog log) => File.ReadAllText(log.Path);

    private static void Take(JvmOwnLog log) => Assert.Null(log.Take());

    private static void Await(JvmOwnLog log, string text) => Assert.True(
        SpinWait.SpinUntil(
            () =>
            {
                Take(log);
                Thread.Sleep(20);
                return Copied(log) == text;
            },
            TimeSpan.FromSeconds(30)),
        Copied(log));

    private JvmOwnLog Follow() => Follow("gc*=info,safepoint=info", "time,level,tags")!;

    private JvmOwnLog? Follow(string selection, string decorators) =>
        JvmOwnLog.Find(Own, [new(Log, selection, decorators, IsFile: true)], _recorder.Scratch, "copy.log");
}
