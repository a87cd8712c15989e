using System.Collections.Concurrent;
using System.Diagnostics;
using Unpause.Recorder.Live;
using Unpause.Recorder.Processes;

namespace Unpause.Recorder.Tests.Rings;

/// <summary>Many recordings are looked at by one thread at the same moments: that is most of what a watcher saves.</summary>
public sealed class SharedLooksTests
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    private readonly SharedLooks _looks = new();

    [Fact]
    public void Looks_OfManyRecordings_AreTakenByOneThreadInRounds()
    {
        const int Many = 100, Rounds = 3;
        var taken = new ConcurrentQueue<(int Look, int Thread)>();
        var all = Enumerable.Range(0, Many).Select(number => _looks.Add(_ =>
        {
            taken.Enqueue((number, Environment.CurrentManagedThreadId));
            return true;
        })).ToList();

        Await(() => taken.Count >= (Rounds + 1) * Many);
        foreach (var look in all) look.Dispose();

        Assert.Single(taken.Select(one => one.Thread).Distinct());
        // Some may have been added after the first moment; later on each is looked at once before any is again.
        var last = taken.Skip(taken.Count % Many).Select(one => one.Look).TakeLast(Rounds * Many).Chunk(Many);
        Assert.All(last, round => Assert.Equal(Many, round.Distinct().Count()));
    }

    [Fact]
    public void Look_ThatHangs_IsPassedOverUntilItEnds()
    {
        using var hangs = new ManualResetEventSlim();
        var (slow, quick) = (0, 0);
        using var one = _looks.Add(_ =>
        {
            if (Interlocked.Increment(ref slow) == 1) hangs.Wait(Patience);
            return true;
        });
        using var other = _looks.Add(_ => Interlocked.Increment(ref quick) > 0);

        Await(() => Volatile.Read(ref slow) == 1);
        var before = Volatile.Read(ref quick);
        Await(() =>
        {
            _looks.PassOver();
            return Volatile.Read(ref quick) >= before + 3;
        });
        Assert.Equal(1, slow);

        hangs.Set();
        Await(() => Volatile.Read(ref slow) >= 3);
    }

    [Fact]
    public void Look_ThatIsDisposed_IsNotTakenAgain()
    {
        var (disposed, after, other) = (false, 0, 0);
        var look = _looks.Add(_ =>
        {
            if (Volatile.Read(ref disposed)) Interlocked.Increment(ref after);
            return true;
        });
        using var counting = _looks.Add(_ => Interlocked.Increment(ref other) > 0);
        Await(() => Volatile.Read(ref other) >= 2);

        look.Dispose();
        Volatile.Write(ref disposed, true);

        var seen = Volatile.Read(ref other);
        Await(() => Volatile.Read(ref other) >= seen + 3);
        Assert.Equal(0, after);
    }

    [Fact]
    public void Looks_AfterAllHaveEnded_BeginAnewWithTheNext()
    {
        var first = 0;
        _looks.Add(_ => Interlocked.Increment(ref first) < 2);
        Await(() => Volatile.Read(ref first) >= 2);

        var second = 0;
        using var next = _looks.Add(_ => Interlocked.Increment(ref second) > 0);
        Await(() => Volatile.Read(ref second) >= 3);

        Assert.Equal(2, first);
    }

    [Fact]
    public async Task Wait_ForAProcessThatEnds_EndsWithIt()
    {
        using var process = Process.Start("sleep", "600");
        var view = ProcessView.Find(process.Id)!;
        var waited = Task.Run(() => Wait(view, CancellationToken.None, () => null));
        process.Kill();

        Assert.Equal(LiveEnd.ProcessEnded, await waited.WaitAsync(Patience, TestContext.Current.CancellationToken));
    }

    [Fact]
    public void Wait_ThatIsStopped_WasAskedTo()
    {
        using var stop = new CancellationTokenSource();

        var end = Wait(Own, stop.Token, () =>
        {
            stop.Cancel();
            return null;
        });

        Assert.Equal(LiveEnd.Asked, end);
    }

    [Fact]
    public void Wait_WhoseLookFails_Fails() => Assert.Throws<IOException>(
        () => Wait(Own, CancellationToken.None, () => throw new IOException("full")));

    [Fact]
    public void Wait_WhoseLookSeesAnEnd_EndsForIt() =>
        Assert.Equal(LiveEnd.Seen, Wait(Own, CancellationToken.None, () => LiveEnd.Seen));

    private static ProcessView Own => ProcessView.Find(Environment.ProcessId)!;

    private LiveEnd Wait(ProcessView process, CancellationToken stop, Func<LiveEnd?> each) =>
        LiveWait.For(process, new LiveOptions(process.Id) { Looks = _looks }, stop, each);

    private static void Await(Func<bool> isSo) => Assert.True(SpinWait.SpinUntil(() =>
    {
        Thread.Sleep(10);
        return isSo();
    }, Patience));
}
