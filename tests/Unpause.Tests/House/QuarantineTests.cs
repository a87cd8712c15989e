namespace Unpause.Tests.House;

/// <summary>
/// <c>tests/quarantine.txt</c> names the tests that <c>./test</c> repeats when they fail, because they measure chance. A line is the full
/// name of a test method, two spaces, and why it cannot be deterministic. The list may only shrink.
/// </summary>
public class QuarantineTests
{
    private const int MostTests = 1;
    private const int FewestWords = 6;

    [Fact]
    public void Quarantine_List_OnlyShrinks() => Assert.InRange(Entries().Count, 0, MostTests);

    [Fact]
    public void Quarantine_Entry_IsATestWithAReason()
    {
        foreach (var (name, reason) in Entries())
        {
            Assert.True(IsTest(name), $"there is no test {name}");
            Assert.True(reason.Split(' ').Length >= FewestWords, $"{name} needs a reason of at least {FewestWords} words, not '{reason}'");
        }
    }

    private static List<(string Name, string Reason)> Entries() =>
        [.. File.ReadLines(RepositoryFolder.File("tests", "quarantine.txt")).Select(line => line.Split("  ", 2))
            .Select(parts => (parts[0], parts.Length > 1 ? parts[1] : ""))];

    private static bool IsTest(string name)
    {
        var names = name.Split('.');
        var (space, type, method) = (string.Join('.', names[..^2]), names[^2], names[^1]);
        return SourceFiles.In("tests", "libraries/tests").Where(file => Path.GetFileName(file) == $"{type}.cs").Select(File.ReadAllText)
            .Any(text => text.Contains($"namespace {space};", StringComparison.Ordinal)
                && text.Contains($" {method}(", StringComparison.Ordinal));
    }
}
