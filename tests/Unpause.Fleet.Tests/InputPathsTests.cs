using Unpause.Recordings;

namespace Unpause.Fleet.Tests;

public sealed class InputPathsTests : IDisposable
{
    private readonly string _root = Directory.CreateTempSubdirectory("unpause-inputs-").FullName;

    public InputPathsTests()
    {
        foreach (var name in (string[])["a/history/1.json", "a/history/2.json.gz", "b/history/3.json", "b/.hidden/4.json", "b/[x].json"])
        {
            var path = Path.Combine(_root, name);
            Directory.CreateDirectory(Path.GetDirectoryName(path)!);
            File.WriteAllText(path, "{}");
        }
    }

    public void Dispose() => Directory.Delete(_root, recursive: true);

    [Theory]
    [InlineData("a", "a")]
    [InlineData("*/history", "a/history b/history")]
    [InlineData("a/history/*.json", "a/history/1.json")]
    [InlineData("a/history/?.json*", "a/history/1.json a/history/2.json.gz")]
    [InlineData("**/*.json", "a/history/1.json b/[x].json b/history/3.json")]
    [InlineData("b/[x].json", "b/[x].json")]
    [InlineData("b/.h*/*", "b/.hidden/4.json")]
    [InlineData("*", "a b")]
    [InlineData("a/history/*/*.json a", null)]
    [InlineData("c", null)]
    [InlineData("a/history/1.json/*", null)]
    public void Expand_Pattern_GivesWhatAShellGives(string inputs, string? paths)
    {
        var named = inputs.Split(' ').Select(name => Path.Combine(_root, name));
        if (paths is null) Assert.Throws<UserMistake>(() => InputPaths.Expand(named));
        else Assert.Equal(paths.Split(' ').Select(name => Path.Combine(_root, name)), InputPaths.Expand(named));
    }
}
