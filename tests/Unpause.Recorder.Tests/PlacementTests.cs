using Unpause.Recorder.Processes;

namespace Unpause.Recorder.Tests;

/// <summary>Service and pod of a process from its cgroups: lines in the format of systemd, Docker and Kubernetes.</summary>
public sealed class PlacementTests
{
    [Theory]
    [InlineData("0::/system.slice/orders.service", "orders.service")]
    [InlineData("1:name=systemd:/system.slice/tomcat9.service\n4:memory:/other", "tomcat9.service")]
    [InlineData("0::/user.slice/user-1000.slice/user@1000.service/app.slice/dev.service", "dev.service")]
    [InlineData("0::/user.slice/user-1000.slice/user@1000.service/app.slice/run-u1.scope", null)]
    [InlineData("0::/user.slice/user-0.slice/session-1.scope", null)]
    [InlineData("0::/", null)]
    [InlineData("nonsense", null)]
    public void UnitIn_Cgroup_IsTheInnermostService(string cgroup, string? expected) =>
        Assert.Equal(expected, Placement.UnitIn(cgroup.Split('\n')));

    [Theory]
    [InlineData("0::/kubepods/burstable/pod0b6f0d5e-7f8a-4d0e-9a55-2f3b6f0c1d2e/0123", "0b6f0d5e-7f8a-4d0e-9a55-2f3b6f0c1d2e")]
    [InlineData(
        "0::/kubepods.slice/kubepods-burstable-pod0b6f0d5e_7f8a_4d0e_9a55_2f3b6f0c1d2e.slice/cri-containerd-0.scope",
        "0b6f0d5e-7f8a-4d0e-9a55-2f3b6f0c1d2e")]
    [InlineData("0::/kubepods.slice/kubepods-podshort.slice/x", null)]
    [InlineData("0::/system.slice/podman.service", null)]
    public void PodIn_Cgroup_IsTheUid(string cgroup, string? expected) => Assert.Equal(expected, Placement.PodIn([cgroup]));
}
