using Unpause.Tests;

namespace Unpause.Cli.Tests.Packages;

/// <summary><c>packaging/manifests</c>: what Homebrew and winget read of a release.</summary>
public sealed class ManifestTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    /// <inheritdoc/>
    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Manifests_ArchivesOfThreeSystems_HaveTheirChecksums()
    {
        Write("unpause-linux-x64.tar.gz", "unpause-osx-arm64.tar.gz", "unpause-win-x64.zip");
        var formula = File.ReadAllText(_folder["out/unpause.rb"]);
        Assert.Contains($"/unpause-linux-x64.tar.gz\"\n      sha256 \"{Digest(0)}\"", formula, StringComparison.Ordinal);
        Assert.Contains($"/unpause-osx-arm64.tar.gz\"\n      sha256 \"{Digest(1)}\"", formula, StringComparison.Ordinal);
        Assert.DoesNotContain("linux-arm64", formula, StringComparison.Ordinal);
        var installer = File.ReadAllText(_folder["out/unpause.unpause.installer.yaml"]);
        Assert.Contains($"/unpause-win-x64.zip\n    InstallerSha256: {Digest(2)}\n", installer, StringComparison.Ordinal);
        Assert.Equal(3, Directory.GetFiles(_folder["out"], "*.yaml").Length);
    }

    [Fact]
    public void Manifests_WithoutMacAndWindows_LeaveThemOut()
    {
        Write("unpause-linux-x64.tar.gz", "unpause-linux-arm64.tar.gz");
        Assert.DoesNotContain("on_macos", File.ReadAllText(_folder["out/unpause.rb"]), StringComparison.Ordinal);
        Assert.Single(Directory.GetFiles(_folder["out"]));
    }

    private static string Digest(int number) => new((char)('1' + number), 64);

    private void Write(params string[] archives)
    {
        File.WriteAllLines(_folder["SHA256SUMS"], archives.Select((archive, number) => $"{Digest(number)}  {archive}"));
        var result = Cli.Program(
            _folder.Path, "/usr/bin/python3", RepositoryFolder.File("packaging", "manifests"), _folder.Path, _folder["out"]);
        Assert.True(result.ExitCode == 0, result.ToString());
    }
}
