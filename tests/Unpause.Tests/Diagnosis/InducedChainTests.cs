using Unpause.Analysis.Diagnosis;
using Unpause.Recordings;
using Unpause.Tests.Readers.DotNet;

namespace Unpause.Tests.Diagnosis;

public class InducedChainTests
{
    [Fact]
    public void InducedChain_Sample_LeadsFromThreadToCall()
    {
        var chain = InducedChain.From(Assert.Single(NettraceSample.Read("induced").InducedBy!));
        Assert.Equal(30, chain.Count);
        Assert.Equal("thread", chain.Origin);
        Assert.Equal("AllocatingProgram.MemoryMonitor.Notify", chain.AskedBy);
        Assert.Equal("a monitor of the process's memory", chain.Reason);
        Assert.Equal(
            ["AllocatingProgram.MemoryMonitor.Check", "AllocatingProgram.MemoryMonitor.Notify", "System.GC.Collect"],
            chain.Steps.TakeLast(3));
        Assert.DoesNotContain(chain.Steps, step => step.StartsWith("System.Threading.", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(
        "timer",
        "GC.AddMemoryPressure: native memory retained by managed objects has grown",
        "System.GC.Collect",
        "System.GC.AddMemoryPressure",
        "My.Image.Load",
        "System.Threading.TimerQueueTimer.Fire",
        "System.Threading.TimerQueue.FireNextTimers")]
    [InlineData(
        "request",
        "GC.GetTotalMemory(true) collects until the heap size no longer changes",
        "System.GC.GetTotalMemory",
        "My.Stats.Get",
        "Microsoft.AspNetCore.Routing.EndpointMiddleware.Invoke",
        "System.Threading.ThreadPoolWorkQueue.Dispatch")]
    [InlineData(
        "thread",
        "RMI's distributed GC triggers one per hour (-Dsun.rmi.dgc.server.gcInterval)",
        "java.lang.Runtime.gc",
        "java.lang.System.gc",
        "sun.rmi.transport.GC$Daemon.run",
        "java.lang.Thread.run")]
    [InlineData("thread pool", null, "System.GC.Collect", "My.Job.Run", "System.Threading.ThreadPoolWorkQueue.Dispatch")]
    [InlineData(null, null, "System.GC.Collect", "My.Program.Main")]
    public void InducedChain_KnownStack_NamesOriginAndReason(string? origin, string? reason, params string[] stack)
    {
        var chain = InducedChain.From(new InducedCall(1, stack));
        Assert.Equal(origin, chain.Origin);
        Assert.Equal(reason, chain.Reason);
    }

    [Fact]
    public void InducedChain_OnlyCollectorMethods_HasNoCaller()
    {
        var chain = InducedChain.From(new InducedCall(2, ["System.GC.Collect"]));
        Assert.Null(chain.AskedBy);
        Assert.Equal(["System.GC.Collect"], chain.Steps);
    }
}
