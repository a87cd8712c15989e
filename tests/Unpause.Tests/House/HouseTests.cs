using System.Text.RegularExpressions;
using System.Xml.Linq;

namespace Unpause.Tests.House;

/// <summary>The layout that ARCHITECTURE.md promises.</summary>
public class HouseTests
{
    private static readonly string[] LeftToRight =
    [
        "Unpause.Collections", "Unpause.IO", "Unpause", "Unpause.Recorder", "Unpause.Cli"
    ];

    [Fact]
    public void EachNameOfTheListIsAProject() =>
        Assert.All(LeftToRight, name => Assert.True(File.Exists(RepositoryFolder.File("src", name, name + ".csproj")), name));

    [Fact]
    public void AProjectReferencesOnlyWhatStandsLeftOfIt()
    {
        foreach (var project in Directory.EnumerateFiles(RepositoryFolder.File("src"), "*.csproj", SearchOption.AllDirectories))
        {
            var own = Array.IndexOf(LeftToRight, Path.GetFileNameWithoutExtension(project));
            var references = XDocument.Load(
                project).Descendants("ProjectReference").Select(reference => (string)reference.Attribute("Include")!).ToList();
            if (own < 0) continue;
            foreach (var reference in references)
            {
                var target = Array.IndexOf(LeftToRight, Path.GetFileNameWithoutExtension(reference));
                Assert.True(target < own, $"{project} references {reference}");
            }
        }
    }

    /// <summary>
    /// A reference that sets properties of its own makes a second build of the same project beside the solution's:
    /// both write the same files at the same time, and one of them fails.
    /// </summary>
    [Fact]
    public void AProjectIsBuiltOnceForEachFramework()
    {
        foreach (var project in Directory.EnumerateFiles(RepositoryFolder.Root, "*.csproj", SearchOption.AllDirectories))
        {
            foreach (var reference in XDocument.Load(project).Descendants("ProjectReference"))
            {
                foreach (var second in new[]
                {
                    "SetTargetFramework", "SetConfiguration", "SetPlatform", "AdditionalProperties", "Properties"
                })
                {
                    Assert.True(
                        reference.Attribute(second) is null && reference.Element(second) is null,
                        $"{project} builds {reference.Attribute("Include")?.Value} with {second}");
                }
            }
        }
    }

    [Theory]
    [InlineData("Recordings", "Readers", "Analysis", "Diagnosis", "Reports", "Requests")]
    [InlineData("Readers", "Analysis", "Diagnosis", "Reports")]
    [InlineData("Analysis", "Readers", "Diagnosis", "Reports")]
    [InlineData("Diagnosis", "Readers", "Reports")]
    public void ARoomKnowsOnlyTheRoomsBeforeIt(string room, params string[] later)
    {
        foreach (var file in Directory.EnumerateFiles(RepositoryFolder.File("src", "Unpause", room), "*.cs", SearchOption.AllDirectories))
        {
            var text = File.ReadAllText(file);
            foreach (var other in later)
            {
                Assert.False(text.Contains($"using Unpause.{other}", StringComparison.Ordinal), $"{file} uses {other}");
            }
        }
    }

    [Fact]
    public void AnalysisKnowsNoRuntime()
    {
        foreach (var file in Directory.EnumerateFiles(
            RepositoryFolder.File("src", "Unpause", "Analysis"), "*.cs", SearchOption.AllDirectories))
        {
            Assert.DoesNotContain("Runtimes.", File.ReadAllText(file), StringComparison.Ordinal);
        }
    }

    [Fact]
    public void TheLibraryHasNoConsoleNetworkOrProcess()
    {
        foreach (var file in Directory
            .EnumerateFiles(RepositoryFolder.File("src", "Unpause"), "*.cs", SearchOption.AllDirectories)
            .Where(NotBuilt))
        {
            // A name in a comment or a text (a provider's, a method's) is no use of it.
            var text = Regex.Replace(File.ReadAllText(file), @"""[^""\n]*""|//.*", "");
            foreach (var forbidden in new[] { "Console.Write", "Console.Out", "Console.Error", "System.Net.", "Process.Start" })
            {
                Assert.False(text.Contains(forbidden, StringComparison.Ordinal), $"{file} has {forbidden}");
            }
        }
    }

    private static bool NotBuilt(string file) =>
        !file.Contains($"{Path.DirectorySeparatorChar}obj{Path.DirectorySeparatorChar}", StringComparison.Ordinal);
}
