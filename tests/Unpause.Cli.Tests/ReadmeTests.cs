namespace Unpause.Tests;

/// <summary>Every command that the README shows is run, through the launcher, as it stands there.</summary>
public sealed class ReadmeTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public ReadmeTests()
    {
        foreach (var name in new[] { "unpause", "samples" }) File.CreateSymbolicLink(_folder[name], RepositoryFolder.File(name));
    }

    public void Dispose() => _folder.Dispose();

    /// <summary>The lines of the README's shell blocks.</summary>
    public static TheoryData<string> Commands()
    {
        var commands = new TheoryData<string>();
        var inside = false;
        foreach (var line in File.ReadLines(RepositoryFolder.File("README.md")))
        {
            if (line.StartsWith("```", StringComparison.Ordinal)) inside = line == "```sh";
            else if (inside && line.Length > 0) commands.Add(line);
        }

        return commands;
    }

    [Theory]
    [MemberData(nameof(Commands))]
    public void TheCommandWorks(string command)
    {
        if (command == "./test")
        {
            // It is what runs this; its syntax at least can be looked at from inside.
            Assert.Equal(0, Cli.Program(RepositoryFolder.Root, "bash", "-n", "test").ExitCode);
            return;
        }

        // The lab's short form: what it does at full size is the same for longer.
        var result = Cli.Program(_folder.Path, "sh", "-c", command.Contains(" lab ", StringComparison.Ordinal) ? command + " --seconds 4" : command);
        Assert.True(result.ExitCode == 0, result.ToString());
        if (command.EndsWith(" package", StringComparison.Ordinal)) AssertRunsAlone(result.Output.Trim());
    }

    /// <summary>The packaged binary starts where there is no .NET.</summary>
    private void AssertRunsAlone(string binary)
    {
        var version = Cli.Program(_folder.Path, "env", "-i", "DOTNET_ROOT=/nonexistent", binary, "--version");
        Assert.True(version.ExitCode == 0, version.ToString());
        Assert.StartsWith(ToolVersion.Text, version.Output, StringComparison.Ordinal);
        var report = Cli.Program(_folder.Path, "env", "-i", binary, RepositoryFolder.File("samples", "go", "catalog-gogc100.gctrace"));
        Assert.Contains("The collector stopped this program", report.Output, StringComparison.Ordinal);
    }
}
