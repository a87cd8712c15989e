using System.Diagnostics;
using Unpause.Recorder.Processes;
using Unpause.Recordings;

namespace Unpause.Recorder.Tests;

/// <summary>Identity of a run, read from files in the kernel's format, and from a real process.</summary>
[Trait("Tier", "live")]
public sealed class IdentityTests : IDisposable
{
    private const string Id = "3f4e1d0c9b8a7f6e5d4c3b2a190817263f4e1d0c9b8a7f6e5d4c3b2a19081726";
    private readonly DirectoryInfo _root = Directory.CreateTempSubdirectory("unpause-test-");

    public void Dispose() => _root.Delete(recursive: true);

    [Fact]
    public void ControlGroups_Version2_TightestLimitApplies()
    {
        Write("proc/7/cgroup", "0::/kube/pod/app\n");
        Write("proc/self/mountinfo", "30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate\n");
        Write("sys/fs/cgroup/kube/memory.max", "max\n");
        Write("sys/fs/cgroup/kube/pod/memory.max", "1000000\n");
        Write("sys/fs/cgroup/kube/pod/app/memory.max", "2000000\n");
        Write("sys/fs/cgroup/kube/cpu.max", "250000 100000\n");
        Write("sys/fs/cgroup/kube/pod/cpu.max", "max 100000\n");
        Assert.Equal((1_000_000, 2.5), Limits());
    }

    [Fact]
    public void ControlGroups_Version1_TightestLimitApplies()
    {
        Write("proc/7/cgroup", "12:cpu,cpuacct:/a/b\n4:memory:/a/b\n1:name=systemd:/a\n0::/\n");
        Write(
            "proc/self/mountinfo",
            "33 31 0:30 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n35 31 0:32 / /sys/fs/cgroup/memory rw "
            + "- cgroup cgroup rw,memory\n"
            + "41 31 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n");
        Write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
        Write("sys/fs/cgroup/memory/a/memory.limit_in_bytes", "3000000\n");
        Write("sys/fs/cgroup/memory/a/b/memory.limit_in_bytes", "9223372036854771712\n");
        Write("sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_quota_us", "-1\n");
        Write("sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_period_us", "100000\n");
        Write("sys/fs/cgroup/cpu,cpuacct/a/b/cpu.cfs_quota_us", "50000\n");
        Write("sys/fs/cgroup/cpu,cpuacct/a/b/cpu.cfs_period_us", "100000\n");
        Assert.Equal((3_000_000, 0.5), Limits());
    }

    /// <summary>In a container with cgroup version 1 the mount shows only the container's part, but the path is the machine's.</summary>
    [Fact]
    public void ControlGroups_PartialMount_IsUnderstood()
    {
        Write("proc/7/cgroup", $"4:memory:/docker/{Id}/inner\n");
        Write("proc/self/mountinfo", $"35 31 0:32 /docker/{Id} /sys/fs/cgroup/memory\\040here ro - cgroup cgroup rw,memory\n");
        Write("sys/fs/cgroup/memory here/memory.limit_in_bytes", "5000000\n");
        Assert.Equal((5_000_000, null), Limits());
    }

    [Theory]
    [InlineData("0::/../other\n", "30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n")]
    [InlineData("0::/app\n", "30 23 0:26 /elsewhere /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n")]
    [InlineData("0::/app\n", "nonsense\n- - -\n1 2 3 4 5 6 - cgroup2\n")]
    [InlineData("nonsense\n::\n0:\n", "30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n")]
    [InlineData("", "")]
    public void ControlGroups_InvisibleCgroup_IsNoLimit(string cgroup, string mountinfo)
    {
        Write("proc/7/cgroup", cgroup);
        Write("proc/self/mountinfo", mountinfo);
        Write("sys/fs/cgroup/other/memory.max", "1\n");
        Assert.Equal((null, null), Limits());
    }

    [Theory]
    [InlineData("0::/a/b\n", "30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n", "sys/fs/cgroup", "throttled_usec 12300000")]
    [InlineData("3:cpu,cpuacct:/a/b\n", "30 23 0:26 / /sys/fs/cpu rw - cgroup cgroup rw,cpu\n", "sys/fs/cpu", "throttled_time 12300000000")]
    public void ControlGroups_ThrottlingAndSteal_EqualTheKernelsCounts(string cgroup, string mountinfo, string mount, string throttled)
    {
        Write("proc/7/cgroup", cgroup);
        Write("proc/self/mountinfo", mountinfo);
        Write("proc/stat", "cpu  1 2 3 4 5 6 7 250 9 10\ncpu0 1 2 3 4 5 6 7 8 9 10\n");
        Write("proc/pressure/cpu", "some avg10=0.00 avg60=0.00 avg300=0.00 total=5000\nfull avg10=0.00 total=7\n");
        Write($"{mount}/a/b/cpu.stat", "usage_usec 5\nnr_periods 600\nnr_throttled 123\nodd\nnr_bursts x\n" + throttled + "\n");
        Write($"{mount}/a/cpu.stat", "nr_periods 0\nnr_throttled 0\n");
        var groups = new ControlGroups(_root.FullName);
        var counts = groups.ProcessorCounts(groups.ProcessorFolders(7));
        Assert.Equal(new ProcessorCounts(600, 123, 12_300_000_000, 2_500_000_000, 5_000_000, WaitedOfGroup: false), counts);
        Write($"{mount}/a/b/cpu.pressure", "some avg10=0.00 avg60=0.00 avg300=0.00 total=9000\n");
        counts = groups.ProcessorCounts(groups.ProcessorFolders(7));
        Assert.Equal((9_000_000, true), (counts.WaitedNanoseconds, counts.WaitedOfGroup));
    }

    [Theory]
    [InlineData("max", "max 100000")]
    [InlineData("", "")]
    [InlineData("-5", "-1 100000")]
    [InlineData("99999999999999999999999", "0 0")]
    [InlineData("1 2", "5")]
    public void ControlGroups_InvalidNumber_IsNoLimit(string memory, string processors)
    {
        Write("proc/7/cgroup", "0::/app\n");
        Write("proc/self/mountinfo", "30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
        Write("sys/fs/cgroup/app/memory.max", memory);
        Write("sys/fs/cgroup/app/cpu.max", processors);
        Assert.Equal((null, null), Limits());
    }

    [Theory]
    [InlineData($"0::/system.slice/docker-{Id}.scope", "", Id)]
    [InlineData($"0::/kubepods.slice/kubepods-pod1.slice/cri-containerd-{Id}.scope", "", Id)]
    [InlineData($"0::/kubepods/burstable/pod1/{Id}", "", Id)]
    [InlineData($"4:memory:/docker/{Id}/init.scope", "", Id)]
    [InlineData($"0::/kubelet/system.slice/containerd.service:cri-containerd:{Id}", "", Id)]
    [InlineData("0::/", $"600 500 8:1 /var/lib/docker/containers/{Id}/hostname /etc/hostname rw - ext4 /dev/sda1 rw", Id)]
    [InlineData("0::/", $"600 500 0:5 /containers/overlay-containers/{Id}/userdata/hostname /etc/hostname rw - tmpfs tmpfs rw", Id)]
    [InlineData(
        "0::/", $"600 500 0:5 /var/lib/containerd/io.containerd.grpc.v1.cri/sandboxes/{Id}/hostname /etc/hostname rw - ext4 a rw", null)]
    [InlineData("0::/", $"600 500 0:5 /var/lib/docker/containers/{Id}/data /data rw - ext4 a rw", null)]
    [InlineData("4:memory:/process_api/e201d0530f183b9cf2020a99ae77c2e7", "", null)]
    [InlineData("0::/user.slice/user-0.slice/session-1.scope", "nonsense", null)]
    [InlineData("", "", null)]
    public void ContainerId_CgroupOrMounts_IsFound(string cgroup, string mountinfo, string? expected) =>
        Assert.Equal(expected, ContainerId.Find([cgroup], [mountinfo]));

    [Theory]
    [InlineData(8, null, 8)]
    [InlineData(8, 2.5, 3)]
    [InlineData(2, 2.5, 2)]
    [InlineData(8, 0.1, 1)]
    [InlineData(null, 1.0, 1)]
    [InlineData(4, 1e300, 4)]
    [InlineData(null, null, null)]
    public void Processors_Quota_IsRoundedUp(int? allowed, double? quota, int? expected) =>
        Assert.Equal(expected, RecordedIdentity.Processors(allowed, quota));

    [Theory]
    [InlineData("0-3", 4)]
    [InlineData("0", 1)]
    [InlineData("0-1,4,6-7", 5)]
    [InlineData("3-1", null)]
    [InlineData("a-b", null)]
    [InlineData("0-1-2", null)]
    [InlineData("0-999999", null)]
    [InlineData("", null)]
    [InlineData(null, null)]
    public void CountOf_List_IsCounted(string? list, int? expected) => Assert.Equal(expected, RecordedIdentity.CountOf(list));

    [Fact]
    public void RecordedIdentity_LiveProcess_IsRead()
    {
        using var process = Start(
            "env", "OTEL_SERVICE_NAME=cart", "OTEL_RESOURCE_ATTRIBUTES=service.version=1.4,team=sh%6Fp", "taskset", "-c", "0",
            "sleep", "60");
        try
        {
            RunIdentity identity;
            var watch = Stopwatch.StartNew();
            // The process is first env, then taskset, and then the program.
            do identity = RecordedIdentity.Read(process.Id);
            while ((identity.Service is null || identity.Processors != 1) && watch.Elapsed < TimeSpan.FromSeconds(20));
            Assert.Equal(("cart", "1.4", 1), (identity.Service, identity.Version, identity.Processors));
            Assert.Equal(new("team", "shop"), Assert.Single(identity.Labels));
            Assert.Equal(File.ReadAllText("/proc/sys/kernel/hostname").Trim(), identity.Host);
        }
        finally
        {
            process.Kill();
        }
    }

    [Fact]
    public void RecordedIdentity_NoSuchProcess_IsUnknown() => Assert.Equal(RunIdentity.Unknown, RecordedIdentity.Read(int.MaxValue));

    [Fact]
    public void RecordedIdentity_ProgramToRun_HasUnpausesLimits()
    {
        var identity = RecordedIdentity.OfProgram();
        Assert.InRange(identity.Processors!.Value, 1, Environment.ProcessorCount);
        Assert.False(identity.MemoryLimitBytes <= 0);
    }

    private static Process Start(params string[] command) =>
        Process.Start(new ProcessStartInfo(command[0], command[1..]) { UseShellExecute = false })!;

    private (long? Memory, double? Processors) Limits()
    {
        var groups = new ControlGroups(_root.FullName);
        return (groups.MemoryLimitBytes(7), groups.ProcessorQuota(7));
    }

    private void Write(string path, string text)
    {
        var file = Path.Combine(_root.FullName, path);
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        File.WriteAllText(file, text);
    }
}
