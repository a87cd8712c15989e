using System.Text.Json;
using Unpause.Tests;

namespace Unpause.Cli.Tests.Packages;

/// <summary>The licences of what packages contain: <c>packaging/notices</c> writes them.</summary>
public sealed class NoticeTests
{
    private const string Remedy = "run packaging/notices";

    private static readonly string[][] Rows =
    [
        .. File.ReadLines(RepositoryFolder.File("packaging", "notices.tsv")).Skip(1).Select(line => line.Split('\t')),
    ];

    private static readonly string Text = File.ReadAllText(RepositoryFolder.File("packaging", "THIRD-PARTY-NOTICES.txt"));

    [Theory]
    [InlineData("Unpause.Cli")]
    [InlineData("Unpause.Services")]
    public void Notices_DependencyOfAProgram_HasItsVersionAndText(string program)
    {
        using var assets = JsonDocument.Parse(
            File.ReadAllText(RepositoryFolder.File("src", program, "obj", "project.assets.json")));
        var packages = assets.RootElement.GetProperty("targets").EnumerateObject().SelectMany(target => target.Value.EnumerateObject())
            .Where(package => package.Value.GetProperty("type").GetString() == "package" && package.Value.TryGetProperty("runtime", out _))
            .Select(package => package.Name.Replace('/', ' ')).Distinct(StringComparer.Ordinal).ToList();
        Assert.NotEmpty(packages);
        Assert.All(packages, AssertNoticed);
    }

    [Fact]
    public void Notices_DependencyOfThePage_HasItsVersionAndText()
    {
        using var locked = JsonDocument.Parse(File.ReadAllText(RepositoryFolder.File("web", "package-lock.json")));
        var packages = locked.RootElement.GetProperty("packages").EnumerateObject()
            .Where(package => package.Name.Length > 0
                && !package.Value.TryGetProperty("dev", out _) && !package.Value.TryGetProperty("devOptional", out _))
            .Select(package => $"{package.Name.Split("node_modules/")[^1]} {package.Value.GetProperty("version")}").ToList();
        Assert.NotEmpty(packages);
        Assert.All(packages, AssertNoticed);
    }

    [Fact]
    public void Notices_RuntimeAndLinkedLibraries_AreListed()
    {
        Assert.All(Rows, row => Assert.True(row.Length == 4 && row.All(cell => cell.Length > 0), string.Join(", ", row)));
        Assert.Subset(
            Rows.Select(row => row[0]).ToHashSet(StringComparer.Ordinal),
            new HashSet<string>([".NET", "zlib-ng", "Brotli", "LLVM libunwind", "GNU C Library", "GCC runtime"], StringComparer.Ordinal));
        Assert.Contains("GNU LESSER GENERAL PUBLIC LICENSE", Text, StringComparison.Ordinal);
        Assert.Contains("packaging/native.props", Text, StringComparison.Ordinal);
    }

    [Fact]
    public void Notices_WrittenAnew_AreTheCommittedFiles()
    {
        using var folder = new TemporaryFolder();
        var result = Cli.Program(RepositoryFolder.Root, "/usr/bin/python3", RepositoryFolder.File("packaging", "notices"), folder.Path);
        Assert.SkipWhen(result.ExitCode == 3, result.Error);
        Assert.True(result.ExitCode == 0, result.ToString());
        foreach (var name in (string[])["notices.tsv", "THIRD-PARTY-NOTICES.txt"])
        {
            Assert.True(
                File.ReadAllText(Path.Combine(folder.Path, name)) == File.ReadAllText(RepositoryFolder.File("packaging", name)),
                $"packaging/{name} differs: {Remedy}");
        }
    }

    [Theory]
    [InlineData("--version", "--verbose")]
    [InlineData("--verbose", "--version")]
    public void Version_Verbose_ListsTheSoftwareInside(string first, string second)
    {
        var result = Cli.Unpause(first, second);
        Assert.Equal(0, result.ExitCode);
        Assert.StartsWith(Cli.Unpause("--version").Output, result.Output, StringComparison.Ordinal);
        foreach (var row in Rows.Where(row => row[1] != "of the build"))
            Assert.Contains($"  {row[0]} {row[1]}: {row[2]}. {row[3]}\n", result.Output, StringComparison.Ordinal);
    }

    private static void AssertNoticed(string package)
    {
        Assert.True(Rows.Any(row => $"{row[0]} {row[1]}" == package), $"packaging/notices.tsv lacks {package}: {Remedy}");
        Assert.True(Text.Contains($"\n{package}: ", StringComparison.Ordinal), $"THIRD-PARTY-NOTICES.txt lacks {package}: {Remedy}");
    }
}
