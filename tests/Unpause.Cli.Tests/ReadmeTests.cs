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

    public static TheoryData<string> Commands => [.. ShellLines()];

    /// <summary>The excerpt's lines are those of the real output, in their order; between them others are left out.</summary>
    [Fact]
    public void TheExcerptIsWhatTheCommandPrints()
    {
        var lines = File.ReadLines(RepositoryFolder.File("README.md"))
            .SkipWhile(line => line != "```text").Skip(1).TakeWhile(line => line != "```").ToList();
        Assert.StartsWith("$ unpause ", lines[0], StringComparison.Ordinal);
        var result = Cli.Program(_folder.Path, "sh", "-c", $"COLUMNS=100 ./{lines[0]["$ ".Length..]}");
        var printed = new Queue<string>(result.Output.Split('\n').Select(line => line.TrimEnd()));
        foreach (var line in lines.Skip(1).Where(line => line.Length > 0))
        {
            while (printed.TryPeek(out var other) && other != line) printed.Dequeue();
            Assert.True(printed.TryDequeue(out _), $"not printed, or not in this order: {line}");
        }
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

        if (command == "./unpause package")
        {
            // It takes minutes, and a test of its own runs it and installs what it makes.
            var packages = File.ReadAllText(RepositoryFolder.File("tests", "package", "run"));
            Assert.Contains("\"$root/unpause\" package", packages, StringComparison.Ordinal);
            return;
        }

        if (MakerOfInput(command) is { } maker) AssertWorks(maker);
        AssertWorks(command);
    }

    /// <summary>The lines of the README's shell blocks.</summary>
    private static IEnumerable<string> ShellLines()
    {
        var inside = false;
        foreach (var line in File.ReadLines(RepositoryFolder.File("README.md")))
        {
            if (line.StartsWith("```", StringComparison.Ordinal)) inside = line == "```sh";
            else if (inside && line.Length > 0) yield return line;
        }
    }

    /// <summary>The command before this one whose output this one reads, as in the README; null when it reads none.</summary>
    private static string? MakerOfInput(string command)
    {
        var words = command.Split(' ');
        return ShellLines().TakeWhile(other => other != command)
            .LastOrDefault(other => other.Split(' ') is [.., "-o", var output] && words.Contains(output, StringComparer.Ordinal));
    }

    private void AssertWorks(string command)
    {
        // The lab's short form: what it does at full size is the same for longer.
        var result = Cli.Program(
            _folder.Path, "sh", "-c", command.Contains(" lab ", StringComparison.Ordinal) ? command + " --seconds 4" : command);
        Assert.True(result.ExitCode == 0, result.ToString());
    }
}
