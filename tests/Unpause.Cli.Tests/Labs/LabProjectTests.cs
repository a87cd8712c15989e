using Unpause.Experiments.Labs;

namespace Unpause.Cli.Tests.Labs;

[Trait("Tier", "live")]
public class LabProjectTests
{
    [Fact]
    public void LabProject_SameSources_IsBuiltOnce()
    {
        var first = File.GetLastWriteTimeUtc(Build());
        Assert.Equal(first, File.GetLastWriteTimeUtc(Build()));

        static string Build() => LabProject.Build("web-app", "Unpause.Collections", "Unpause.IO");
    }
}
