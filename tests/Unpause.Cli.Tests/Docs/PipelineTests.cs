using System.Text.Json;
using System.Xml.Linq;
using Unpause.Tests;

namespace Unpause.Cli.Tests.Docs;

/// <summary>
/// The workflow and the job of docs/budgets-in-ci.md, as far as a shell can run them: each step's lines as the CI server runs them, in a
/// folder that looks like the checkout. Actions, images and the installation are not run.
/// </summary>
public sealed class PipelineTests : IDisposable
{
    private const string Page = "docs/budgets-in-ci.md";
    private const string Budgets = "gc-budgets.yaml";

    // GitHub's default shell of a step; GitLab runs all lines of a script as one.
    private const string Shell = "bash -eo pipefail";

    private readonly TemporaryFolder _folder = new();

    public PipelineTests()
    {
        foreach (var name in (string[])["unpause", "samples"]) File.CreateSymbolicLink(_folder[name], RepositoryFolder.File(name));
        foreach (var (name, text) in new DocsPage(Page).Files) File.WriteAllText(_folder[name], text);
        var stored = Run("unpause run -q -o main.json -- python3 samples/python/recommend.py --fix");
        Assert.True(stored.ExitCode == 0, stored.ToString());
    }

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Docs_GitHubWorkflow_Works()
    {
        var steps = Lines("[step['run'] for step in file['jobs']['gc']['steps'] if 'run' in step]", "gc-workflow.yml");
        Assert.Equal("dotnet tool install --global Unpause.Tool", steps[0]);
        Assert.Equal(3, steps.Count);
        foreach (var step in steps.Skip(1))
        {
            var result = Run(step);
            Assert.True(result.ExitCode == 0, $"{step}\n{result}");
        }

        Assert.Equal((3, 0), Tests());
        Assert.Contains("**3 budgets: 3 kept.**", File.ReadAllText(_folder["summary"]), StringComparison.Ordinal);

        // A broken budget ends the job, after its summary was written.
        Tighten();
        var broken = Run(steps[^1]);
        Assert.True(broken.ExitCode == 1, broken.ToString());
        Assert.Contains("::error file=gc-budgets.yaml,line=3,title=BROKEN%3A short pauses::", broken.Output, StringComparison.Ordinal);
        Assert.Contains("3 budgets: 1 broken, 2 kept", File.ReadAllText(_folder["summary"]), StringComparison.Ordinal);
        Assert.Equal((3, 1), Tests());
    }

    [Fact]
    public void Docs_GitLabJob_Works()
    {
        var script = string.Join('\n', Lines("file['gc']['script']", "gc-gitlab.yml"));
        var result = Run(script);
        Assert.True(result.ExitCode == 0, result.ToString());
        var junit = Assert.Single(Lines("[file['gc']['artifacts']['reports']['junit']]", "gc-gitlab.yml"));
        Assert.True(File.Exists(_folder[junit]));
        Assert.Equal((3, 0), Tests());
        Assert.All(Lines("file['gc']['artifacts']['paths']", "gc-gitlab.yml"), path => Assert.True(File.Exists(_folder[path]), path));

        Tighten();
        Assert.Equal(1, Run(script).ExitCode);
        Assert.Equal((3, 1), Tests());
    }

    private void Tighten() => File.WriteAllText(
        _folder[Budgets], File.ReadAllText(_folder[Budgets]).Replace("limit: 1s ", "limit: 1ns ", StringComparison.Ordinal));

    /// <summary>How many tests there are, and how many of them failed.</summary>
    private (int All, int Failed) Tests()
    {
        var tests = XDocument.Load(_folder["gc.junit.xml"]).Descendants("testcase").ToList();
        return (tests.Count, tests.Count(test => test.Element("failure") is not null));
    }

    /// <summary>Lines of the file, by PyYAML, which reads YAML as CI servers do and is not ours.</summary>
    private List<string> Lines(string expression, string name)
    {
        var code = $"import json, yaml; file = yaml.safe_load(open('{name}')); print(json.dumps({expression}))";
        var read = Cli.Program(_folder.Path, "/usr/bin/python3", "-c", code);
        Assert.True(read.ExitCode == 0, read.ToString());
        return JsonSerializer.Deserialize<List<string>>(read.Output)!;
    }

    private Cli.Result Run(string script)
    {
        File.WriteAllText(_folder["step.sh"], script + "\n");
        return Cli.Program(
            _folder.Path, "bash", "-c", $"export PATH=$PWD:$PATH GITHUB_STEP_SUMMARY=$PWD/summary; {Shell} step.sh");
    }
}
