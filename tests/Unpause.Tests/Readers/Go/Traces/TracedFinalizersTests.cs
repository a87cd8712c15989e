using Unpause.Recordings.Readers.Go.Traces;

namespace Unpause.Tests.Readers.Go.Traces;

/// <summary>
/// The goroutine that runs finalizers, against the output of Go's own tool (go tool trace -d=parsed, added up by
/// samples/go/finalizers/truth.py, which recognises idle waits by their reason and not by stacks) and what the program measured of its
/// finalizers.
/// </summary>
public class TracedFinalizersTests
{
    private const long Millisecond = 1_000_000;
    private static readonly TraceStack Idle = new(StackMarks.Finalizers | StackMarks.Idle, -1);
    private static readonly TraceStack Within = new(StackMarks.Finalizers, 0);

    [Theory]
    [InlineData("finalizers-slow-go1.24", false, 779_520, 11_157_632, 473_759_552, 485_398_221, "main.slow")]
    [InlineData("finalizers-busy-go1.19", false, 477_948_654, 2_425_234, 0, 479_474_510, "main.busy")]
    [InlineData("finalizers-quick-go1.24", false, 2_016_192, 38_272, 0, 203_889, null)]
    [InlineData("cleanups-slow-go1.26", true, 518_784, 3_892_096, 482_744_064, 486_541_360, "main.leave")]
    public void TracedFinalizers_Times_MatchGoToolTraceAndTheProgram(
        string file, bool cleanups, long running, long queued, long blocked, long inFinalizers, string? most)
    {
        var recording = Assert.Single(Samples.Load(RepositoryFolder.File(
            "tests", "Unpause.Tests", "fixtures", "go", file + ".trace.gz")));
        var goroutine = Assert.Single(recording.FinalizerGoroutines, goroutine => goroutine.Cleanups == cleanups);
        // What the goroutine did between two events is rounded down once for each; the last wait lasts until the trace ends.
        AssertNear(running, goroutine.RunningNanoseconds, Millisecond / 10);
        AssertNear(queued, goroutine.QueuedNanoseconds, Millisecond / 10);
        AssertNear(blocked, goroutine.BlockedNanoseconds, 3 * Millisecond);
        Assert.Equal(most, goroutine.Most);
        // Beside finalizers the goroutine only takes them from its queue; when the program reads its counters, the last one hasn't ended.
        AssertNear(inFinalizers, goroutine.BusyNanoseconds, 4 * Millisecond);
    }

    [Fact]
    public void TracedFinalizers_WaitWithoutAStack_IsNotIdle()
    {
        var goroutine = Running();
        goroutine.Seen(TraceStack.None, 5 * Millisecond, waits: true, collections: 1);
        goroutine.Advance(GoroutineState.Waiting, 6 * Millisecond, 1);
        goroutine.Advance(GoroutineState.Running, 9 * Millisecond, 2);
        goroutine.Seen(Within, 9 * Millisecond, waits: false, collections: 2);
        var built = goroutine.Build(["main.f"], 2);
        Assert.Equal(9 * Millisecond, built.LongestNanoseconds);
        Assert.Equal(2, built.LongestCollections);
        Assert.Equal(("main.f", 8 * Millisecond), (built.Most, built.MostNanoseconds));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void TracedFinalizers_EmptyQueueOrTruncatedStack_IsIdle(bool lost)
    {
        var goroutine = Running();
        goroutine.Seen(lost ? TraceStack.Lost : Idle, 5 * Millisecond, waits: true, collections: 1);
        goroutine.Advance(GoroutineState.Waiting, 50 * Millisecond, 7);
        goroutine.Advance(GoroutineState.Runnable, 51 * Millisecond, 7);
        var built = goroutine.Build([], 7);
        Assert.Equal(6 * Millisecond, built.BusyNanoseconds);
        Assert.Equal(5 * Millisecond, built.LongestNanoseconds);
        Assert.Equal(1, built.LongestCollections);
    }

    [Fact]
    public void TracedFinalizers_WaitingFinalizer_IsBlocked()
    {
        var goroutine = Running();
        goroutine.Seen(Within, 5 * Millisecond, waits: true, collections: 0);
        goroutine.Advance(GoroutineState.Waiting, 50 * Millisecond, 3);
        var built = goroutine.Build(["main.f"], 3);
        Assert.Equal(45 * Millisecond, built.BlockedNanoseconds);
        Assert.Equal(50 * Millisecond, built.LongestNanoseconds);
    }

    /// <summary>A goroutine that waited when tracing began, as traces up to Go 1.21 record it: created, then waiting.</summary>
    [Fact]
    public void TracedFinalizers_AlwaysWaiting_IsUnknown()
    {
        var goroutine = new FinalizingGoroutine(cleanups: false, time: 0);
        goroutine.Advance(GoroutineState.Runnable, 1, 0);
        goroutine.Advance(GoroutineState.Waiting, Millisecond, 5);
        Assert.False(goroutine.IsKnown);
    }

    private static FinalizingGoroutine Running()
    {
        var goroutine = new FinalizingGoroutine(cleanups: false, time: 0);
        goroutine.Advance(GoroutineState.Running, 5 * Millisecond, 0);
        return goroutine;
    }

    private static void AssertNear(long expected, long actual, long within) => Assert.InRange(actual, expected - within, expected + within);
}
