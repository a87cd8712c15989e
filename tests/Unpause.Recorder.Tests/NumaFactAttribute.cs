using Unpause.Recorder.Processes;

namespace Unpause.Recorder.Tests;

/// <summary>A test that binds to a NUMA node. Skipped, and counted, where the kernel has none or denies it.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class NumaFactAttribute : FactAttribute
{
    public NumaFactAttribute() => Skip = WhyNot();

    private static string? WhyNot()
    {
        try
        {
            NumaNode.Find(0).Check();
            return File.Exists("/proc/self/numa_maps") ? null : "the kernel has no numa_maps";
        }
        catch (ObstacleException e)
        {
            return e.Message;
        }
    }
}
