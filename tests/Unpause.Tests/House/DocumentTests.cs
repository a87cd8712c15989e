using System.Text.RegularExpressions;

namespace Unpause.Tests.House;

/// <summary>ARCHITECTURE.md leads to files that are there.</summary>
public partial class DocumentTests
{
    /// <summary>Where a path in the text may begin.</summary>
    private static readonly string[] Roots =
    [
        "", "src", "src/Unpause", "src/Unpause.Recorder", "src/Unpause/Analysis", "src/Unpause/Analysis/Attribution",
        "src/Unpause/Diagnosis", "src/Unpause/Readers", "src/Unpause/Readers/DotNet", "src/Unpause/Readers/Jvm", "src/Unpause/Reports",
        "src/Unpause/Requests",
    ];

    [Fact]
    public void EveryPathThatTheArchitectureNamesIsThere()
    {
        var text = File.ReadAllText(RepositoryFolder.File("ARCHITECTURE.md"));
        var paths = Quoted().Matches(text).Select(match => match.Groups[1].Value).Distinct(StringComparer.Ordinal).ToList();
        Assert.InRange(paths.Count, 30, 200);
        Assert.Equal([], paths.Where(path => !Exists(path)));
    }

    private static bool Exists(string path) => Roots.Any(root =>
    {
        var full = RepositoryFolder.File(root, path.TrimEnd('/'));
        // A type stands for its file, a member for its type's.
        var type = full.Contains('.', StringComparison.Ordinal) ? full[..full.LastIndexOf('.')] : full;
        return Directory.Exists(full) || File.Exists(full) || File.Exists(full + ".cs") || File.Exists(type + ".cs");
    });

    [GeneratedRegex("`([A-Za-z][A-Za-z0-9_.-]*(?:/[A-Za-z0-9_.-]*)+)`")]
    private static partial Regex Quoted();
}
