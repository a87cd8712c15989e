using Unpause.Recorder.Live;
using Unpause.Recorder.Rights;
using Unpause.Recorder.Runtimes.DotNet;
using Unpause.Tests;

namespace Unpause.Recorder.Tests.OtherUsers;

/// <summary>
/// A malicious file may take control of the process that reads it. Then the messages of that process are the adversary's.
/// </summary>
public sealed class WatchingChildTests : IDisposable
{
    private const string Child = """
        import os, socket, struct, sys, time
        channel = socket.socket(fileno=int(os.environ["UNPAUSE_READING"]))
        channel.recv(4096)
        with open(sys.argv[2], "w") as file: file.write(str(os.getpid()))
        exec(sys.argv[1])
        """;

    private static readonly LiveCondition Condition = new(OfRequest: false, 1_000_000_000);
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);
    private readonly string _file = Path.GetTempFileName();
    private readonly string _id = Path.GetTempFileName();

    public void Dispose()
    {
        ReadingProcess.OwnCommand = null!;
        File.Delete(_file);
        File.Delete(_id);
    }

    [RootTheory]
    [InlineData("channel.send(struct.pack('<Bq', 1, 5_000_000_000))", "a pause of 5 s")]
    [InlineData("channel.send(struct.pack('<Bq', 1, 2**62))", null)]
    [InlineData("channel.send(struct.pack('<Bq', 1, 1_000_000_000))", null)]
    [InlineData("channel.send(struct.pack('<Bq', 1, -1))", null)]
    [InlineData("channel.send(struct.pack('<Bq', 2, 5_000_000_000))", null)]
    [InlineData("channel.send(b'x' * 30_000)", null)]
    [InlineData("os._exit(3)", null)]
    public void DotNetWatch_ChildsAnswer_IsUsedOnlyIfPlausible(string act, string? seen)
    {
        var watch = Start(act, new TaskCompletionSource().Task);
        Wait(() => watch.Seen is not null || watch.Problem is not null, "nothing was answered");
        Assert.Equal(seen, watch.Seen);
        Assert.Equal(seen is null, watch.Problem is not null);
        RequireEnd();
    }

    [RootFact]
    public void DotNetWatch_SilentChild_EndsWithTheWatch()
    {
        var written = new TaskCompletionSource();
        var watch = Start("time.sleep(600)", written.Task);
        Wait(() => File.ReadAllText(_id).Length > 0, "the child does not start");
        written.SetResult();
        watch.Stop();
        RequireEnd();
        Assert.Null(watch.Problem);
        Assert.Null(watch.Seen);
    }

    [RootFact]
    public void DotNetWatch_ChildCannotStart_IsAProblem()
    {
        ReadingProcess.OwnCommand = ["/nonexistent"];
        Assert.NotNull(DotNetWatch.Start(_file, Condition, Task.CompletedTask).Problem);
    }

    private void RequireEnd() => Wait(() => !Directory.Exists($"/proc/{File.ReadAllText(_id)}"), "the child is still there");

    private static void Wait(Func<bool> until, string otherwise) => Assert.True(SpinWait.SpinUntil(until, Patience), otherwise);

    private DotNetWatch Start(string act, Task written)
    {
        ReadingProcess.OwnCommand = ["/usr/bin/python3", "-c", Child, act, _id];
        return DotNetWatch.Start(_file, Condition, written);
    }
}
