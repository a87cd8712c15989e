using System.Text.RegularExpressions;
using System.Xml.Linq;

namespace Unpause.Tests.House;

/// <summary>The layout that ARCHITECTURE.md promises.</summary>
public class HouseTests
{
    private static readonly string[] LeftToRight =
    [
        "Unpause.Recordings", "Unpause.Requests", "Unpause.Analysis", "Unpause.Reports", "Unpause.Recorder", "Unpause.Experiments",
        "Unpause.Cli",
    ];

    [Fact]
    public void Projects_ListedNames_Exist() =>
        Assert.All(LeftToRight, name => Assert.True(File.Exists(RepositoryFolder.File("src", name, name + ".csproj")), name));

    [Fact]
    public void Projects_References_PointToTheLeft()
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
    public void Projects_References_BuildEachFrameworkOnce()
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

    /// <summary>CA1416 guards only calls of what is marked: without the mark, the build for Windows ends in a missing libc.</summary>
    [Fact]
    public void NativeCalls_AllSources_AreMarkedAsOfLinux()
    {
        const string Mark = "[SupportedOSPlatform(\"linux\")]";
        var unmarked = from file in SourceFiles.In("src", "libraries/src")
            let lines = File.ReadAllLines(file)
            where !lines.Contains(Mark, StringComparer.Ordinal)
            from line in Enumerable.Range(0, lines.Length)
            where Regex.IsMatch(lines[line], @"^\s*\[(LibraryImport|DllImport)\(") && lines[line - 1].Trim() != Mark
            select $"{SourceFiles.Relative(file)}:{line + 1}";
        Assert.Equal("", string.Join('\n', unmarked));
    }

    /// <summary>.NET's hashes and random numbers load OpenSSL, which ends the native binary (packaging/native.props).</summary>
    [Fact]
    public void Cryptography_OfOpenSsl_IsNotUsed()
    {
        var uses = from file in SourceFiles.In("src", "libraries/src")
            from line in File.ReadLines(file)
            where Regex.IsMatch(line, @"\b(SHA\d+|MD5|HMAC\w*|IncrementalHash|HashAlgorithmName|RandomNumberGenerator|Aes|X509\w*)\b\.")
            select $"{SourceFiles.Relative(file)}: {line.Trim()}";
        Assert.Equal("", string.Join('\n', uses));
    }

    [Fact]
    public void Analysis_Sources_NameNoRuntime()
    {
        foreach (var file in Directory.EnumerateFiles(
            RepositoryFolder.File("src", "Unpause.Analysis"), "*.cs", SearchOption.AllDirectories)
            .Where(file => !file.Contains("/Diagnosis/", StringComparison.Ordinal) && !file.Contains("/Settings/",
                StringComparison.Ordinal)))
        {
            Assert.DoesNotContain("Runtimes.", File.ReadAllText(file), StringComparison.Ordinal);
        }
    }

    [Fact]
    public void Libraries_Sources_UseNoConsoleNetworkOrProcess()
    {
        foreach (var file in SourceFiles.In("src/Unpause.Recordings", "src/Unpause.Requests", "src/Unpause.Analysis",
            "src/Unpause.Reports"))
        {
            // A name in a comment or a text (a provider's, a method's) is no use of it.
            var text = Regex.Replace(File.ReadAllText(file), @"""[^""\n]*""|//.*", "");
            foreach (var forbidden in new[] { "Console.Write", "Console.Out", "Console.Error", "System.Net.", "Process.Start" })
            {
                Assert.False(text.Contains(forbidden, StringComparison.Ordinal), $"{file} has {forbidden}");
            }
        }
    }
}
