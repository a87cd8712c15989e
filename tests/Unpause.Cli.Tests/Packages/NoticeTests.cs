using System.Text.Json;
using Unpause.Tests;

namespace Unpause.Cli.Tests.Packages;

/// <summary>The licences of what packages contain: <c>packaging/notices</c> writes them.</summary>
public sealed class NoticeTests
{
    private const string Remedy = "run packaging/notices";

    private const string OfUnpause = ".";

    /// <summary>The folder of the notices of unpause-fleet.</summary>
    private const string OfFleet = "fleet";

    private static readonly string[] Names = ["notices.tsv", "THIRD-PARTY-NOTICES.txt"];

    [Theory]
    [InlineData("Unpause.Cli", OfUnpause)]
    [InlineData("Unpause.Services", OfUnpause)]
    [InlineData("Unpause.Fleet", OfFleet)]
    public void Notices_DependencyOfAProgram_HasItsVersionAndText(string program, string folder)
    {
        using var assets = JsonDocument.Parse(
            File.ReadAllText(RepositoryFolder.File("src", program, "obj", "project.assets.json")));
        var packages = assets.RootElement.GetProperty("targets").EnumerateObject().SelectMany(target => target.Value.EnumerateObject())
            .Where(package => package.Value.GetProperty("type").GetString() == "package" && package.Value.TryGetProperty("runtime", out _))
            .Select(package => package.Name.Replace('/', ' ')).Distinct(StringComparer.Ordinal).ToList();
        Assert.NotEmpty(packages);
        AssertNoticed(folder, packages);
    }

    [Theory]
    [InlineData(OfUnpause)]
    [InlineData(OfFleet)]
    public void Notices_DependencyOfThePage_HasItsVersionAndText(string folder)
    {
        using var locked = JsonDocument.Parse(File.ReadAllText(RepositoryFolder.File("web", "package-lock.json")));
        var packages = locked.RootElement.GetProperty("packages").EnumerateObject()
            .Where(package => package.Name.Length > 0
                && !package.Value.TryGetProperty("dev", out _) && !package.Value.TryGetProperty("devOptional", out _))
            .Select(package => $"{package.Name.Split("node_modules/")[^1]} {package.Value.GetProperty("version")}").ToList();
        Assert.NotEmpty(packages);
        AssertNoticed(folder, packages);
    }

    [Fact]
    public void Notices_RuntimeAndLinkedLibraries_AreListed()
    {
        var text = Read(OfUnpause, Names[1]);
        Assert.Subset(
            Rows(OfUnpause).Select(row => row[0]).ToHashSet(StringComparer.Ordinal),
            new HashSet<string>([".NET", "zlib-ng", "Brotli", "LLVM libunwind", "GNU C Library", "GCC runtime"], StringComparer.Ordinal));
        Assert.Contains("GNU LESSER GENERAL PUBLIC LICENSE", text, StringComparison.Ordinal);
        Assert.Contains("packaging/native.props", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Notices_LibrariesInDuckDb_HaveCopyrightAndLicence()
    {
        var text = Read(OfFleet, Names[1]);
        var inside = Rows(OfFleet).Where(row => row[1].StartsWith("in DuckDB", StringComparison.Ordinal)).ToList();
        Assert.NotEmpty(inside);
        Assert.All(inside, row => Assert.Contains($"\n{row[0]}: {row[3]}\n", text, StringComparison.Ordinal));
        Assert.All(inside, row => Assert.Contains($"\nIn DuckDB {row[1][10..]}, under {row[2]}\n", text, StringComparison.Ordinal));
    }

    [Fact]
    public void Notices_WrittenAnew_AreTheCommittedFiles()
    {
        using var folder = new TemporaryFolder();
        var result = Cli.Program(RepositoryFolder.Root, "/usr/bin/python3", RepositoryFolder.File("packaging", "notices"), folder.Path);
        Assert.SkipWhen(result.ExitCode == 3, result.Error);
        Assert.True(result.ExitCode == 0, result.ToString());
        foreach (var of in (string[])[OfUnpause, OfFleet])
        {
            foreach (var name in Names)
            {
                Assert.True(
                    File.ReadAllText(Path.Combine(folder.Path, of, name)) == Read(of, name), $"packaging/{of}/{name} differs: {Remedy}");
            }
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
        foreach (var row in Rows(OfUnpause).Where(row => row[1] != "of the build"))
            Assert.Contains($"  {row[0]} {row[1]}: {row[2]}. {row[3]}\n", result.Output, StringComparison.Ordinal);
    }

    private static string Read(string folder, string name) => File.ReadAllText(RepositoryFolder.File("packaging", folder, name));

    private static List<string[]> Rows(string folder)
    {
        var rows = Read(folder, Names[0]).TrimEnd('\n').Split('\n').Skip(1).Select(line => line.Split('\t')).ToList();
        Assert.All(rows, row => Assert.True(row.Length == 4 && row.All(cell => cell.Length > 0), string.Join(", ", row)));
        return rows;
    }

    private static void AssertNoticed(string folder, List<string> packages)
    {
        var (rows, text) = (Rows(folder), Read(folder, Names[1]));
        foreach (var package in packages)
        {
            Assert.True(rows.Any(row => $"{row[0]} {row[1]}" == package), $"{Names[0]} of {folder} lacks {package}: {Remedy}");
            Assert.True(text.Contains($"\n{package}: ", StringComparison.Ordinal), $"{Names[1]} of {folder} lacks {package}: {Remedy}");
        }
    }
}
