using Unpause.Fleet.Tests.ClickHouse;
using Unpause.Recordings;

namespace Unpause.Fleet.Tests.Sending;

public sealed class InputGlobsTests : IDisposable
{
    private readonly OwnFolder _folder = new();

    public InputGlobsTests()
    {
        foreach (var name in new[]
        {
            "web-1/history/a.json", "web-1/history/b.json", "web-2/history/a.json", "db/history/a.json", ".x/a.json", "a*",
        })
        {
            Directory.CreateDirectory(Path.GetDirectoryName(_folder[name])!);
            File.WriteAllText(_folder[name], "");
        }
    }

    [Theory]
    [InlineData("web-1/history/*.json", "web-1/history/a.json web-1/history/b.json")]
    [InlineData("web-*/history", "web-1/history web-2/history")]
    [InlineData("*/history/a.*", "db/history/a.json web-1/history/a.json web-2/history/a.json")]
    [InlineData("web-?/history/b.json", "web-1/history/b.json")]
    [InlineData(".*/*", ".x/a.json")]
    [InlineData("db", "db")]
    [InlineData("a*", "a*")]
    [InlineData("missing", "missing")]
    public void Glob_InEachPart_IsWhatItMatches(string glob, string expected) =>
        Assert.Equal(expected.Split(' ').Select(name => _folder[name]), InputGlobs.Expand([_folder[glob]]));

    [Fact]
    public void Glob_WithoutMatch_IsTheUsersMistake() => Assert.Throws<UserMistake>(() => InputGlobs.Expand([_folder["none-*/a"]]));

    public void Dispose() => _folder.Dispose();
}
