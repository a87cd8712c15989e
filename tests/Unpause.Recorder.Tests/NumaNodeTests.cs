using Unpause.Recorder.Processes;

namespace Unpause.Recorder.Tests;

/// <summary>Nodes to which a program may be bound, on machines simulated by folders, and a real binding to this machine's node.</summary>
[Trait("Tier", "live")]
public sealed class NumaNodeTests : IDisposable
{
    private readonly string _root = Directory.CreateTempSubdirectory("unpause-test-numa-").FullName;

    public NumaNodeTests()
    {
        // The machine of incident 2: two sockets, and a node with memory only.
        Write("sys/devices/system/node/online", "0-2\n");
        Write("sys/devices/system/node/has_memory", "0-2\n");
        Write("sys/devices/system/node/node0/cpulist", "0-5,12-17\n");
        Write("sys/devices/system/node/node1/cpulist", "6-11,18-23\n");
        Write("sys/devices/system/node/node2/cpulist", "\n");
        Allow("0-23", "0-2");
    }

    public void Dispose() => Directory.Delete(_root, recursive: true);

    [Fact]
    public void NumaNode_Allowed_HasItsAllowedCpus()
    {
        Assert.Equal([6, 7, 8, 9, 10, 11, 18, 19, 20, 21, 22, 23], NumaNode.Find(1, _root).Processors);
        Allow("0-7", "0-2");
        Assert.Equal([6, 7], NumaNode.Find(1, _root).Processors);
    }

    [Theory]
    [InlineData(3, "0-23", "0-2", "there is no NUMA node 3: this machine has nodes 0-2")]
    [InlineData(2, "0-23", "0-2", "NUMA node 2 has memory but no CPUs")]
    [InlineData(1, "0-23", "0", "NUMA node 1 is not allowed here: the cgroup (cpuset.mems) allows memory of node 0 only")]
    [InlineData(1, "0-5", "0-2", "no CPU of NUMA node 1 is allowed here (taskset, or the cgroup's cpuset.cpus). Allowed CPUs: 0-5")]
    public void NumaNode_MissingOrForbidden_IsReported(int node, string processors, string memory, string said)
    {
        Allow(processors, memory);
        Assert.Equal(said, Assert.Throws<ObstacleException>(() => NumaNode.Find(node, _root)).Message);
    }

    [Fact]
    public void NumaNode_KernelWithoutNuma_IsReported()
    {
        Directory.Delete(Path.Combine(_root, "sys"), recursive: true);
        var said = Assert.Throws<ObstacleException>(() => NumaNode.Find(0, _root)).Message;
        Assert.Contains("lists no NUMA nodes", said, StringComparison.Ordinal);
        Write("sys/devices/system/node/online", "0\n");
        Write("sys/devices/system/node/has_memory", "\n");
        Write("sys/devices/system/node/node0/cpulist", "0-1\n");
        Assert.Contains("no memory", Assert.Throws<ObstacleException>(() => NumaNode.Find(0, _root)).Message, StringComparison.Ordinal);
    }

    [NumaFact]
    public void NumaNode_Program_IsBoundAndUnpauseIsNot()
    {
        using var recorder = new Recorder();
        recorder.Options.AddRange(["--numa-node", "0"]);
        var bound = recorder.Run("sh", "-c", "cat /proc/self/numa_maps; grep Cpus_allowed_list /proc/self/status");
        Assert.Equal((0, ""), (bound.ExitCode, bound.ErrorText));
        var lines = bound.Text.Trim().Split('\n');
        Assert.All(lines[..^1], line => Assert.Contains(" bind:0", line, StringComparison.Ordinal));
        Assert.Equal(NumaNode.Find(0).Processors, Unpause.Recorder.Probes.OnlineProcessors.Parse(lines[^1].Split(':')[1]));

        NumaNode.Find(0).Check();
        Assert.DoesNotContain(File.ReadAllLines("/proc/self/numa_maps"), line => line.Contains(" bind:0", StringComparison.Ordinal));
    }

    private void Allow(string processors, string memory) =>
        Write("proc/self/status", $"Name:\tunpause\nCpus_allowed_list:\t{processors}\nMems_allowed_list:\t{memory}\n");

    private void Write(string name, string text)
    {
        var path = Path.Combine(_root, name);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllText(path, text);
    }
}
