using System.Text;
using Unpause.Tests;
using YamlDotNet.RepresentationModel;

namespace Unpause.Cli.Tests.Packages;

/// <summary>The step of <c>packaging/action/action.yml</c>, run as GitHub runs it.</summary>
public sealed class ActionTests : IDisposable
{
    private static readonly string Fixed = RepositoryFolder.File("samples", "python", "recommend-fixed.upgc");
    private static readonly string Slow = RepositoryFolder.File("samples", "python", "recommend-default.upgc");

    private readonly TemporaryFolder _folder = new();

    /// <inheritdoc/>
    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Action_BrokenBudget_FailsWithAnnotationAndSummary()
    {
        File.WriteAllText(_folder["budgets.yaml"], "budgets:\n  - {metric: max_pause, limit: 1ms}\n");
        var result = Run(new() { ["recordings"] = $"{Fixed}\n{Slow}\n", ["budget"] = "budgets.yaml" });
        Assert.True(result.ExitCode == 1, result.ToString());
        Assert.Contains("::error file=budgets.yaml,line=2", result.Output, StringComparison.Ordinal);
        Assert.Contains("broken", File.ReadAllText(_folder["summary"]), StringComparison.Ordinal);
        Assert.True(File.Exists(_folder["gc.junit.xml"]));
    }

    [Fact]
    public void Action_KeptBudgetAndComparison_PassWithBothSummaries()
    {
        File.WriteAllText(_folder["budgets.yaml"], "budgets:\n  - {metric: max_pause, limit: 1h}\n");
        var result = Run(new()
        {
            ["recordings"] = Fixed, ["budget"] = "budgets.yaml", ["before"] = Slow, ["after"] = Fixed, ["output"] = "reports",
        });
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.True(File.Exists(_folder["reports/gc.md"]));
        Assert.EndsWith(File.ReadAllText(_folder["reports/comparison.md"]), File.ReadAllText(_folder["summary"]), StringComparison.Ordinal);
    }

    [Fact]
    public void Action_NoInputs_IsRefused()
    {
        var result = Run([]);
        Assert.Equal(2, result.ExitCode);
        Assert.StartsWith("::error::", result.Output, StringComparison.Ordinal);
    }

    private Cli.Result Run(Dictionary<string, string> inputs)
    {
        var file = RepositoryFolder.File("packaging", "action", "action.yml");
        var yaml = new YamlStream();
        yaml.Load(new StringReader(File.ReadAllText(file)));
        var root = (YamlMappingNode)yaml.Documents[0].RootNode;
        var defaults = ((YamlMappingNode)root["inputs"]).Children.ToDictionary(
            input => $"{input.Key}", input => $"{input.Value["default"]}", StringComparer.Ordinal);
        Assert.Subset(defaults.Keys.ToHashSet(StringComparer.Ordinal), inputs.Keys.ToHashSet(StringComparer.Ordinal));
        var step = Assert.Single((YamlSequenceNode)root["runs"]["steps"]);
        Assert.Equal("bash", $"{step["shell"]}");
        var exports = new StringBuilder();
        foreach (var (name, value) in ((YamlMappingNode)step["env"]).Children)
        {
            var input = $"{value}".Replace("${{ inputs.", "", StringComparison.Ordinal).Replace(" }}", "", StringComparison.Ordinal);
            exports.Append($"export {name}='{inputs.GetValueOrDefault(input, defaults[input])}'\n");
        }

        // The command under test, as a program of that name in PATH.
        Directory.CreateDirectory(_folder["bin"]);
        File.WriteAllText(_folder["bin/unpause"], $"#!/bin/sh\nexec {Cli.InShell} \"$@\"\n");
        Assert.Equal(0, Cli.Program(_folder.Path, "chmod", "755", _folder["bin/unpause"]).ExitCode);
        exports.Append($"export PATH='{_folder["bin"]}':\"$PATH\" GITHUB_STEP_SUMMARY='{_folder["summary"]}' ")
            .Append($"GITHUB_ACTION_PATH='{Path.GetDirectoryName(file)}'\n");
        return Cli.Program(_folder.Path, "bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", $"{exports}{step["run"]}");
    }
}
