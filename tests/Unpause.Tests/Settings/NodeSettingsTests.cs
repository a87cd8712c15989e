using System.Diagnostics;
using Unpause.Analysis.Settings;

namespace Unpause.Tests.Settings;

/// <summary>Runs the installed Node.js with each setting and checks the effect that the catalogue describes.</summary>
[Trait("Tier", "live")]
public class NodeSettingsTests
{
    [Theory]
    [InlineData("--max-old-space-size", "require('v8').getHeapStatistics().heap_size_limit < (700 << 20)")]
    [InlineData("--max-semi-space-size", "require('v8').getHeapStatistics().heap_size_limit > 0")]
    [InlineData("--heapsnapshot-near-heap-limit", "process.env.NODE_OPTIONS.includes('near-heap-limit')")]
    [InlineData("--expose-gc", "typeof gc === 'undefined'")]
    public void Catalogue_EachSetting_IsAcceptedByTheInstalledNode(string name, string holds)
    {
        var setting = SettingCatalogue.Get(RuntimeNaming.Node).Find(name)!;
        var start = new ProcessStartInfo("node", ["-p", holds]) { RedirectStandardOutput = true, UseShellExecute = false };
        start.Environment.Remove("NODE_OPTIONS");
        if (setting.Variable is { } variable) start.Environment["NODE_OPTIONS"] = variable.Split('=', 2)[1];
        using var node = Process.Start(start)!;
        Assert.Equal("true\n", node.StandardOutput.ReadToEnd());
        node.WaitForExit();
        Assert.Equal(0, node.ExitCode);
    }
}
