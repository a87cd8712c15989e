using System.Text.Json;
using Unpause.Tests;

namespace Unpause.Cli.Tests.Packages;

/// <summary>What <c>./unpause package</c> says of what is inside.</summary>
public sealed class PackageTests
{
    [Fact]
    public void Packages_Lock_HasVersionAndHash()
    {
        using var bom = Bom("unpause");
        Assert.Equal("CycloneDX 1.5", $"{bom.RootElement.GetProperty("bomFormat")} {bom.RootElement.GetProperty("specVersion")}");
        var listed = Listed(bom, "Unpause.Cli", "Unpause.Services");
        Assert.Contains(listed, part => part.Key.StartsWith("uplot/", StringComparison.Ordinal));
        Assert.Single(listed["unpause_gc.x86_64.so"]);
        Assert.Single(listed["unpause_gc.aarch64.so"]);
        Assert.Single(listed["unpause_cycles.x86_64.so"]);
        Assert.Single(listed["unpause_cycles.aarch64.so"]);
        // The native binary is linked with the C library of the compiler.
        if (!File.Exists("/usr/bin/x86_64-linux-gnu-gcc")) return;
        var libc = Assert.Single(listed, part => part.Key.StartsWith("GNU C Library/2.", StringComparison.Ordinal));
        Assert.Equal("LGPL-2.1-or-later", Assert.Single(libc).GetProperty("licenses")[0].GetProperty("expression").GetString());
    }
    [Fact]
    public void Packages_Fleet_ListsTheEngineAndNoLinkedLibc()
    {
        using var bom = Bom("unpause-fleet");
        var listed = Listed(bom, "Unpause.Fleet");
        Assert.Single(listed, part => part.Key.StartsWith("DuckDB/", StringComparison.Ordinal));
        Assert.DoesNotContain(listed, part => part.Key.StartsWith("GNU C Library", StringComparison.Ordinal));
    }

    private static JsonDocument Bom(string package)
    {
        var result = Cli.Program(
            RepositoryFolder.Root, "/usr/bin/python3", RepositoryFolder.File("schema", "sbom"), Path.GetTempPath(), "linux-x64", package);
        Assert.True(result.ExitCode == 0, result.ToString());
        return JsonDocument.Parse(result.Output);
    }

    /// <summary>
    /// The components by name and version. Every package of the programs is there with its hash, and what is inside with its licence.
    /// </summary>
    private static ILookup<string, JsonElement> Listed(JsonDocument bom, params string[] programs)
    {
        var listed = bom.RootElement.GetProperty("components").EnumerateArray().ToLookup(
            part => $"{part.GetProperty("name")}" + (part.TryGetProperty("version", out var version) ? $"/{version}" : ""));
        var assets = programs.Select(program => JsonDocument.Parse(
            File.ReadAllText(RepositoryFolder.File("src", program, "obj", "project.assets.json"))).RootElement);
        var packages = assets.SelectMany(program => program.GetProperty("libraries").EnumerateObject())
            .Where(library => library.Value.GetProperty("type").GetString() == "package").DistinctBy(library => library.Name).ToList();
        Assert.NotEmpty(packages);
        foreach (var package in packages)
        {
            var hash = Assert.Single(listed[package.Name]).GetProperty("hashes")[0];
            var wanted = package.Value.GetProperty("sha512").GetBytesFromBase64();
            Assert.Equal(Convert.ToHexStringLower(wanted), hash.GetProperty("content").GetString());
        }

        Assert.All(
            listed.SelectMany(parts => parts).Where(part => part.TryGetProperty("scope", out var scope) && scope.GetString() == "required"),
            part => Assert.NotEmpty(part.GetProperty("licenses")[0].GetProperty("expression").GetString()!));
        return listed;
    }
}
