using Unpause.Recordings.Rings;
using Unpause.Services.Watch.Notifying;

namespace Unpause.Services.Tests.Watch.Alerts;

public sealed class JudgeTests
{
    private static readonly WatchCondition Long = new("long-stop", "max_stop>200ms") { OverSeconds = 10 };
    private static readonly TimeSpan Minute = TimeSpan.FromMinutes(1);

    [Fact]
    public void Alert_WhileItsConditionHolds_IsSaidOnceAndResolvedAMinuteAfter()
    {
        using var clock = new MadeClock(Long);
        clock.Pass(5);
        Assert.Empty(clock.Said);

        clock.Pause(300);
        clock.Turn();
        var began = clock.Now;
        Assert.Equal(began, Assert.Single(clock.Said).Since);
        clock.Pass(5);
        clock.Pause(700);
        clock.Pass(10);
        Assert.Single(clock.Said);
        Assert.Equal(700, Assert.Single(clock.Holding).Value);

        clock.Pass(58);
        Assert.Single(clock.Said);
        clock.Pass(3);
        Assert.Equal(2, clock.Said.Count);
        Assert.NotNull(clock.Said[1].EndedAt);
        Assert.Equal(began, clock.Said[1].Since);
        Assert.False(clock.Said[1].IsProcessGone);
        Assert.Empty(clock.Holding);
    }

    [Fact]
    public void Condition_ThatHoldsShorterThanFor_RaisesNothing()
    {
        using var clock = new MadeClock(Long with { ForSeconds = 30 });

        clock.Pause(300);
        clock.Pass(60);
        Assert.Empty(clock.Said);

        // A pause each 8 s keeps the longest stop of the last 10 s above the limit.
        for (var i = 0; i < 5; i++)
        {
            clock.Pause(300);
            clock.Pass(8);
        }

        var said = Assert.Single(clock.Said);
        Assert.Equal(TimeSpan.FromSeconds(39), clock.Now - said.Since);
    }

    [Fact]
    public void Condition_ThatFlaps_IsOneAlert()
    {
        using var clock = new MadeClock(Long);
        for (var i = 0; i < 10; i++)
        {
            clock.Pause(300);
            clock.Pass(40);
        }

        Assert.Single(clock.Said);
        Assert.Single(clock.Holding);
    }

    [Fact]
    public void Process_ThatEndsWhileAnAlertHolds_ResolvesItAndRaisesNoOther()
    {
        using var clock = new MadeClock(Long);
        clock.Pause(300);
        clock.Turn();

        clock.End(clock.Processes[0]);
        clock.Pass(120);

        Assert.Equal(2, clock.Said.Count);
        Assert.True(clock.Said[1].IsProcessGone);
        Assert.Contains("process ended", AlertText.Description(clock.Said[1]), StringComparison.Ordinal);
        clock.Processes.Clear();
        clock.Pass(5);
        Assert.Equal(2, clock.Said.Count);
    }

    [Fact]
    public void Process_ThatIsForgottenWhileAnAlertHolds_ResolvesIt()
    {
        using var clock = new MadeClock(Long);
        clock.Pause(300);
        clock.Turn();

        clock.Processes.Clear();
        clock.Turn();

        Assert.True(clock.Said[^1].IsProcessGone);
    }

    [Fact]
    public void Watcher_ThatIsStartedAgainWhileAnAlertHolds_ResumesItAndResolvesIt()
    {
        using var clock = new MadeClock(Long);
        clock.Pause(300);
        clock.Turn();
        var since = clock.Now;

        clock.RestartWatcher();
        clock.Pass(5);
        Assert.Equal(since, Assert.Single(clock.Resumed).Since);
        Assert.Single(clock.Said);

        clock.Pass(80);
        Assert.Equal(2, clock.Said.Count);
        Assert.Equal((since, true), (clock.Said[1].Since, clock.Said[1].EndedAt is not null));
    }

    [Fact]
    public void Watcher_ThatIsStartedAgainWithoutTheCondition_ResolvesItsAlert()
    {
        using var clock = new MadeClock(Long);
        clock.Pause(300);
        clock.Turn();

        clock.Conditions = [new WatchCondition("full", "full>100")];
        clock.RestartWatcher();
        clock.Pass(5);

        Assert.NotNull(clock.Said[^1].EndedAt);
    }

    [Fact]
    public void Process_ThatEndsWhileTheWatcherIsDown_ResolvesItsAlert()
    {
        using var clock = new MadeClock(Long);
        clock.Pause(300);
        clock.Turn();

        clock.Processes.Clear();
        clock.RestartWatcher();
        clock.Turn();

        Assert.True(clock.Said[^1].IsProcessGone);
    }

    [Fact]
    public void Baseline_BeforeThreeDaysOfHistory_SaysSoOnceAndFiresNothing()
    {
        using var clock = new MadeClock(new WatchCondition("unusual", "max_stop>3x"));
        clock.Pause(5000);
        clock.Pass(300);

        Assert.Empty(clock.Said);
        Assert.Contains("(0 of 3 days)", Assert.Single(clock.Lines), StringComparison.Ordinal);
    }

    [Fact]
    public void Baseline_IsTheMedianOfDailyMaxima_AlsoAfterTheWatcherIsStartedAgain()
    {
        using var clock = new MadeClock(new WatchCondition("unusual", "max_stop>3x"));
        // Maxima of three days: 100, 120 and 900 ms. The median is 120 ms, and the limit 360 ms.
        foreach (var milliseconds in new[] { 100, 900, 120 })
        {
            clock.Pause(milliseconds);
            clock.Pass(TimeSpan.FromDays(1), Minute / 2);
        }

        clock.RestartWatcher();
        Assert.Empty(clock.Said);
        clock.Pause(350);
        clock.Pass(90);
        Assert.Empty(clock.Said);
        clock.Pause(370);
        clock.Turn();

        var said = Assert.Single(clock.Said);
        Assert.Equal(120, said.Baseline);
        Assert.Contains("max_stop>3x, usual is 120 ms", AlertText.Line(said), StringComparison.Ordinal);
    }

    [Fact]
    public void Heap_NearItsLimitForFiveMinutes_RaisesAnAlert()
    {
        using var clock = new MadeClock(new WatchCondition("heap", "heap_after_percent>90%") { ForSeconds = 300 });
        var process = clock.Processes[0];
        process.Facts = process.Facts with { HeapLimitBytes = 1000 };
        process.Take(new(Unpause.Recordings.SeenKind.Pause, 1) { EndNanoseconds = 1, HeapAfterBytes = 950 }, clock.Now);
        clock.Pass(299);
        Assert.Empty(clock.Said);
        clock.Pass(2);
        Assert.Equal(95, Assert.Single(clock.Said).Value);
    }

    [Fact]
    public void Service_RestartedWithAnotherVersion_IsNotProvenForTwoWeeks()
    {
        using var clock = new MadeClock(Long);
        RaiseAndResolve(clock);
        Assert.Null(clock.Said[0].Change);

        Restart(clock, "2-2", "2");
        clock.Pass(TimeSpan.FromHours(20), Minute);
        RaiseAndResolve(clock);
        Assert.Equal("version 1 → 2", clock.Said[2].Change?.What);
        Assert.Contains("not proven", AlertText.Line(clock.Said[2]), StringComparison.OrdinalIgnoreCase);

        clock.Pass(TimeSpan.FromHours(25), Minute);
        RaiseAndResolve(clock);
        Assert.Equal("version 1 → 2", clock.Said[4].Change?.What);

        clock.Pass(TimeSpan.FromDays(14), Minute);
        RaiseAndResolve(clock);
        Assert.Null(clock.Said[6].Change);
    }

    [Fact]
    public void Service_RestartedWithTheSameSettings_IsNoChange()
    {
        using var clock = new MadeClock(Long);
        RaiseAndResolve(clock);

        Restart(clock, "2-2", "1");
        RaiseAndResolve(clock);

        Assert.All(clock.Said, alert => Assert.Null(alert.Change));
    }

    [Fact]
    public void Service_ThatGetsOneMoreInstance_IsNoChange()
    {
        using var clock = new MadeClock(Long);
        RaiseAndResolve(clock);

        clock.Start("2-2", "2");
        RaiseAndResolve(clock);

        Assert.All(clock.Said, alert => Assert.Null(alert.Change));
    }

    [Fact]
    public void Service_RestartedWhileTheWatcherIsDown_IsAChange()
    {
        using var clock = new MadeClock(Long);
        RaiseAndResolve(clock);

        clock.Processes.Clear();
        clock.Start("2-2", "2");
        clock.RestartWatcher();
        RaiseAndResolve(clock);

        Assert.Equal("version 1 → 2", clock.Said[2].Change?.What);
    }

    private static void RaiseAndResolve(MadeClock clock)
    {
        clock.Pass(1);
        clock.Pause(300);
        clock.Pass(90);
        Assert.Equal(0, clock.Said.Count % 2);
    }

    private static void Restart(MadeClock clock, string key, string version)
    {
        clock.Processes.Clear();
        clock.Turn();
        clock.Start(key, version);
        clock.Turn();
    }
}
