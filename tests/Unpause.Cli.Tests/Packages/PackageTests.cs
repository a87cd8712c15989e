using System.Text.Json;
using Unpause.Tests;

namespace Unpause.Cli.Tests.Packages;

/// <summary>What <c>./unpause package</c> says of what is inside.</summary>
public sealed class PackageTests
{
    [Fact]
    public void Packages_Lock_HasVersionAndHash()
    {
        var result = Cli.Program(
            RepositoryFolder.Root, "/usr/bin/python3", RepositoryFolder.File("schema", "sbom"), Path.GetTempPath(), "linux-x64");
        Assert.True(result.ExitCode == 0, result.ToString());
        using var bom = JsonDocument.Parse(result.Output);
        Assert.Equal("CycloneDX 1.5", $"{bom.RootElement.GetProperty("bomFormat")} {bom.RootElement.GetProperty("specVersion")}");
        var listed = bom.RootElement.GetProperty("components").EnumerateArray().ToLookup(
            part => $"{part.GetProperty("name")}" + (part.TryGetProperty("version", out var version) ? $"/{version}" : ""));
        var assets = new[] { "Unpause.Cli", "Unpause.Services" }.Select(program => JsonDocument.Parse(
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

        Assert.Contains(listed, part => part.Key.StartsWith("uplot/", StringComparison.Ordinal));
        Assert.Single(listed["unpause_gc.x86_64.so"]);
        Assert.Single(listed["unpause_gc.aarch64.so"]);
        Assert.Single(listed["unpause_cycles.x86_64.so"]);
        Assert.Single(listed["unpause_cycles.aarch64.so"]);
        Assert.All(
            listed.SelectMany(parts => parts).Where(part => part.TryGetProperty("scope", out var scope) && scope.GetString() == "required"),
            part => Assert.NotEmpty(part.GetProperty("licenses")[0].GetProperty("expression").GetString()!));
        // The native binary is linked with the C library of the compiler.
        if (!File.Exists("/usr/bin/x86_64-linux-gnu-gcc")) return;
        var libc = Assert.Single(listed, part => part.Key.StartsWith("GNU C Library/2.", StringComparison.Ordinal));
        Assert.Equal("LGPL-2.1-or-later", Assert.Single(libc).GetProperty("licenses")[0].GetProperty("expression").GetString());
    }
}
