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

    /// <summary>Node.js's own lists of options have each option of the catalogue that is for its version.</summary>
    [Fact]
    public void Catalogue_EachOption_IsInTheListsOfTheInstalledNode()
    {
        var listed = Run(["--v8-options"]).Output + Run(["--help"]).Output;
        Assert.All(OfInstalled(), setting => Assert.Contains(setting.Name, listed, StringComparison.Ordinal));
    }

    /// <summary>Node.js starts with each option as the catalogue writes it: in NODE_OPTIONS, or as an argument.</summary>
    [Fact]
    public void Catalogue_EachExample_StartsTheInstalledNode() => Assert.All(OfInstalled(), setting =>
    {
        var (arguments, options) = setting.Variable is { } variable
            ? ((string[])["-p", "1"], variable.Split('=', 2)[1])
            : ([.. setting.Code!.Split(' ').Skip(1).TakeWhile(word => word.StartsWith("--", StringComparison.Ordinal)), "-p", "1"], "");
        Assert.Equal(0, Run(arguments, options).ExitCode);
    });

    private static IEnumerable<Setting> OfInstalled()
    {
        var version = Run(["--version"]).Output.Trim().TrimStart('v');
        var installed = VersionRange.OfRuntime(version, RuntimeNaming.Node)!.Value;
        return SettingCatalogue.Get(RuntimeNaming.Node).All.Where(
            setting => setting.Name.StartsWith("--", StringComparison.Ordinal) && setting.IsKnownTo(installed));
    }

    private static (int ExitCode, string Output) Run(string[] arguments, string options = "")
    {
        var start = new ProcessStartInfo("node", arguments) { RedirectStandardOutput = true, UseShellExecute = false };
        start.Environment["NODE_OPTIONS"] = options;
        using var node = Process.Start(start)!;
        var output = node.StandardOutput.ReadToEnd();
        node.WaitForExit();
        return (node.ExitCode, output);
    }
}
