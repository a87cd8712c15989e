using System.Text.RegularExpressions;

namespace Unpause.Tests.House;

/// <summary>
/// The documents in the root, the pages of docs/ and the READMEs of the rooms: their links lead somewhere, and they stay short.
/// </summary>
public partial class DocumentTests
{
    /// <summary>Where a path in the text may begin.</summary>
    private static readonly string[] Roots =
    [
        "", "src", "src/Unpause.Recordings", "src/Unpause.Recordings/Readers", "src/Unpause.Recordings/Readers/DotNet",
        "src/Unpause.Recordings/Readers/Jvm", "src/Unpause.Requests", "src/Unpause.Requests/Attribution", "src/Unpause.Analysis",
        "src/Unpause.Analysis/Diagnosis", "src/Unpause.Reports", "src/Unpause.Recorder",
    ];

    [Fact]
    public void Architecture_NamedPaths_Exist()
    {
        var text = File.ReadAllText(RepositoryFolder.File("ARCHITECTURE.md"));
        var paths = Quoted().Matches(text).Select(match => match.Groups[1].Value).Distinct(StringComparer.Ordinal).ToList();
        Assert.InRange(paths.Count, 30, 200);
        Assert.Equal([], paths.Where(path => !Exists(path)));
    }

    [Fact]
    public void Pages_Links_LeadToAFileAndAHeading()
    {
        var pages = Directory.GetFiles(RepositoryFolder.File("docs"), "*.md")
            .Concat(Directory.GetFiles(RepositoryFolder.Root, "*.md")).Concat(RoomPages()).ToList();
        var broken = new List<string>();
        foreach (var page in pages)
        {
            foreach (Match match in Link().Matches(File.ReadAllText(page)))
            {
                var parts = match.Groups[1].Value.Split('#');
                var (target, anchor) = (parts[0], parts.ElementAtOrDefault(1));
                if (target.Contains("://", StringComparison.Ordinal)) continue;
                var path = target.Length == 0 ? page : Path.Combine(Path.GetDirectoryName(page)!, target);
                var there = anchor is null ? Path.Exists(path) : File.Exists(path) && Anchors(path).Contains(anchor);
                if (!there) broken.Add($"{Path.GetRelativePath(RepositoryFolder.Root, page)}: {match.Groups[1].Value}");
            }
        }

        Assert.Equal([], broken);
    }

    /// <summary>Each page of docs/ can be found from its index.</summary>
    [Fact]
    public void DocsIndex_AllPages_AreLinked()
    {
        var index = File.ReadAllText(RepositoryFolder.File("docs", "README.md"));
        var pages = Directory.GetFiles(RepositoryFolder.File("docs"), "*.md").Select(path => Path.GetFileName(path));
        Assert.Equal([], pages.Where(page => page != "README.md" && !index.Contains($"({page})", StringComparison.Ordinal)));
    }

    [Theory]
    [InlineData("ARCHITECTURE.md", 1800)]
    [InlineData("CHANGELOG.md", 1500)]
    [InlineData("CONTRIBUTING.md", 900)]
    public void RootDocument_Words_AreFew(string name, int most) =>
        Assert.InRange(Words(RepositoryFolder.File(name)), 1, most);

    [Fact]
    public void RoomPage_Words_AreAtMost400() => Assert.Equal([], RoomPages().Where(page => Words(page) > 400));

    [Fact]
    public void Architecture_RoomPages_AreLinked()
    {
        var text = File.ReadAllText(RepositoryFolder.File("ARCHITECTURE.md"));
        Assert.Equal([], RoomPages().Select(page => Path.GetRelativePath(RepositoryFolder.Root, page))
            .Where(page => !text.Contains($"({page})", StringComparison.Ordinal)));
    }

    /// <summary>The README is read on one screen and a half.</summary>
    [Fact]
    public void Readme_Lines_AreFew() => Assert.InRange(File.ReadLines(RepositoryFolder.File("README.md")).Count(), 40, 85);

    private static IEnumerable<string> RoomPages() =>
        Directory.EnumerateFiles(RepositoryFolder.File("src"), "README.md", SearchOption.AllDirectories)
            .Concat(Directory.EnumerateFiles(RepositoryFolder.File("libraries"), "README.md", SearchOption.AllDirectories))
            .Append(RepositoryFolder.File("packaging", "README.md"))
            .Where(page => !page.Contains("/bin/", StringComparison.Ordinal) && !page.Contains("/obj/", StringComparison.Ordinal));

    private static int Words(string path) =>
        File.ReadAllText(path).Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries).Length;

    /// <summary>The names by which a page's headings are reached: in small letters, blanks as hyphens, no other signs.</summary>
    private static IEnumerable<string> Anchors(string path) => File.ReadLines(path)
        .Where(line => line.StartsWith('#'))
        .Select(line => string.Concat(line.TrimStart('#').Trim().ToLowerInvariant()
            .Where(sign => char.IsLetterOrDigit(sign) || sign is ' ' or '-' or '_').Select(sign => sign == ' ' ? '-' : sign)));

    private static bool Exists(string path) => Roots.Any(root =>
    {
        var full = RepositoryFolder.File(root, path.TrimEnd('/'));
        // A type stands for its file, a member for its type's.
        var type = full.Contains('.', StringComparison.Ordinal) ? full[..full.LastIndexOf('.')] : full;
        return Directory.Exists(full) || File.Exists(full) || File.Exists(full + ".cs") || File.Exists(type + ".cs");
    });

    [GeneratedRegex(@"\]\(([^)\s]+)\)")]
    private static partial Regex Link();

    [GeneratedRegex("`([A-Za-z][A-Za-z0-9_.-]*(?:/[A-Za-z0-9_.-]*)+)`")]
    private static partial Regex Quoted();
}
