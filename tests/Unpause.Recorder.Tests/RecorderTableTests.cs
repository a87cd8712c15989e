using Unpause.Recorder.Live;

namespace Unpause.Recorder.Tests;

/// <summary>The sentences of unpause's own rows.</summary>
public sealed class RecorderTableTests
{
    [Fact]
    public void RecorderTable_Default_HasItsSentences()
    {
        var table = RecorderTable.Default;
        Assert.Equal(".NET, Java 9 or later (8 as CMD itself), Go (as CMD itself), CPython or Node.js 10 or later", table.Reached);
        Assert.Equal(".NET, a JVM, Go, CPython or Node.js", table.AnyOf);
        Assert.Equal(".NET, JVM, Go, CPython or Node.js", table.Names);
        Assert.Equal("dotnet, jvm, go, cpython or node", table.AnyId);
        Assert.Equal("Java 9 or later (8 as CMD itself) or CPython", table.Only(["cpython", "jvm"]).Reached);
        Assert.Equal("JVM 8u262, 11 and later", table.Who(LiveCapability.Flight));
        Assert.Equal(".NET", table.Who(LiveCapability.Ring));
        Assert.Equal(
            ".NET Core 3.0 and later, JDK 8 and later and CPython 3.14, or 3.8 and later under unpause cycles",
            table.Versions(LiveCapability.Heap));
        Assert.Equal(
            """
            .NET Core 3.0 and later: its diagnostics port; collections, pauses and counters.
            JVM 8u262, 9 and later: its GC log, in a temporary file beside its own logs (JDK 8: a flight recording); no JDK needed.
            Go: as root (CAP_SYS_ADMIN) pauses, by kernel probes; with GODEBUG=gctrace=1 and standard error in a file, gctrace lines.
            CPython: the file of unpause's agent if loaded; else kernel probes as root (CAP_SYS_ADMIN); 3.14 loads the agent on request.
            Node.js 12 and later: its inspector, after asking: a debugger port on loopback that other local users could use until the end.
            If unpause is killed, .NET ends the session by itself; the next unpause record disables a JVM's log;
            """ + " the kernel removes its probes; Node.js closes the inspector within 15 s.",
            table.RecordHelp);
    }

    /// <summary>Of Ruby only logs are read.</summary>
    [Fact]
    public void RecorderTable_Default_HasTheLibrarysRuntimes() => Assert.Equal(
        Recordings.Loading.RuntimeTable.Default.Runtimes.Select(runtime => runtime.Traits)
            .Where(traits => traits.Id != Recordings.Words.Runtimes.Ruby),
        RecorderTable.Default.Runtimes.Select(runtime => runtime.Traits));

    [Fact]
    public void LiveSwitch_Each_IsSupportedByARuntime() =>
        Assert.All(LiveSwitch.All, wanted => Assert.NotEqual("", RecorderTable.Default.AllOf(wanted.Capability)));

    [Fact]
    public void Refusal_OtherSystem_IsASentenceWithTheCommandThatReads() => Assert.Equal(
        "record works on Linux only; on Windows, unpause reads recordings: unpause report FILE",
        LinuxOnly.Refusal("record", "report FILE", "Windows").Message);
}
