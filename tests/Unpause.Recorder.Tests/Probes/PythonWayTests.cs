using Unpause.Recorder.Probes;
using Unpause.Recorder.Runtimes.Python;

namespace Unpause.Recorder.Tests.Probes;

/// <summary>The method by which a running CPython process is recorded, and the obstacles without one.</summary>
public sealed class PythonWayTests
{
    private static readonly Obstacle NoProbes = new("probes need rights", "run unpause as root");
    private static readonly Obstacle NoScripts = new("remote debugging is off", "start it without that");
    private static readonly PythonGcPlaces Marked = new([new PythonGcPlace(true, 0, null, 0)], true, null), Nowhere = new([], false, null);

    [Fact]
    public void Choose_AgentLoaded_UsesTheAgent() =>
        Assert.Equal((PythonWay.Agent, null), Choose(14, Marked, agent: true, probes: null, scripts: null));

    [Fact]
    public void Choose_ProbesPossible_UsesProbes()
    {
        var (way, less) = Choose(14, Marked, agent: false, probes: null, scripts: null);
        Assert.Equal(PythonWay.Marks, way);
        Assert.False(less!.Hard);
        Assert.Equal(PythonWay.Function, Choose(12, Marked with { AreMarked = false }, agent: false, probes: null, scripts: null).Way);
    }

    [Fact]
    public void Choose_ProbesImpossible_LoadsTheAgent()
    {
        Assert.Equal((PythonWay.Remote, null), Choose(14, Marked, agent: false, NoProbes, scripts: null));
        Assert.Equal((PythonWay.Remote, null), Choose(14, Nowhere, agent: false, probes: null, scripts: null));
        Assert.Equal((PythonWay.Remote, null), Choose(15, places: null, agent: false, probes: null, scripts: null));
    }

    [Fact]
    public void Choose_VersionWithoutRemoteDebugging_IsNotInterrupted()
    {
        var (way, obstacle) = Choose(13, Marked, agent: false, NoProbes, scripts: null);
        Assert.Null(way);
        Assert.Equal($"probes need rights: run unpause as root; or {PythonLive.FromStart}", obstacle!.ToString());
        Assert.Contains("has no remote debugging", Choose(13, Nowhere, agent: false, null, null).Obstacle!.What, StringComparison.Ordinal);
    }

    [Fact]
    public void Choose_NothingPossible_ReportsBothObstacles()
    {
        var (way, obstacle) = Choose(14, Marked, agent: false, NoProbes, NoScripts);
        Assert.Null(way);
        Assert.Equal("remote debugging is off; and probes need rights: start it without that", obstacle!.ToString());
        Assert.True(obstacle.Hard);
    }

    [Theory]
    [InlineData(true, "python3", "-X", "disable-remote-debug", "a.py")]
    [InlineData(true, "python3", "-Xdisable-remote-debug=1", "a.py")]
    [InlineData(true, "python3", "-IuX", "disable-remote-debug", "-m", "a")]
    [InlineData(true, "python3", "-W", "ignore", "-X", "dev", "-X", "disable-remote-debug", "-c", "1")]
    [InlineData(false, "python3", "a.py", "-X", "disable-remote-debug")]
    [InlineData(false, "python3", "-m", "a", "-X", "disable-remote-debug")]
    [InlineData(false, "python3", "-c", "1", "-Xdisable-remote-debug")]
    [InlineData(false, "python3", "-X", "dev", "-WX", "-X")]
    [InlineData(false)]
    public void IsTurnedOff_InterpreterOption_IsRecognised(bool off, params string[] arguments) =>
        Assert.Equal(off, RemoteExecution.IsTurnedOff(arguments));

    private static (PythonWay? Way, Obstacle? Obstacle) Choose(
        int minor, PythonGcPlaces? places, bool agent, Obstacle? probes, Obstacle? scripts) =>
        PythonLive.Choose(new PythonCode(new Version(3, minor), false, null), places, agent, () => probes, () => scripts);
}
