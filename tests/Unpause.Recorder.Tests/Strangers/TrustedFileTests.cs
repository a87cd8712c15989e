using System.Diagnostics;
using Unpause.Recorder.Files;
using Unpause.Tests;

namespace Unpause.Recorder.Tests.Strangers;

/// <summary>What unpause executes nobody but root and itself may have written.</summary>
public sealed class TrustedFileTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("unpause-test-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Theory]
    [InlineData(0b111_101_101, true)]
    [InlineData(0b111_111_101, false)]
    [InlineData(0b111_101_111, false)]
    public void AFileThatOthersMayWriteIsNotTrusted(int mode, bool trusted)
    {
        var file = Made();
        File.SetUnixFileMode(file, (UnixFileMode)mode);
        Assert.Equal(trusted, TrustedPath.IsFile(file));
    }

    [Fact]
    public void NeitherIsALinkNorAFolderNorNothing()
    {
        File.CreateSymbolicLink(Path.Combine(_folder, "link"), Made());
        Assert.False(TrustedPath.IsFile(Path.Combine(_folder, "link")));
        Assert.False(TrustedPath.IsFile(_folder));
        Assert.False(TrustedPath.IsFile(Path.Combine(_folder, "none")));
    }

    [RootFact]
    public void NorIsAStrangersInAFolderOfOurs()
    {
        var file = Made();
        Process.Start("chown", [$"{Stranger.Id}", file]).WaitForExit();
        Assert.False(TrustedPath.IsFile(file));
    }

    private string Made()
    {
        var file = Path.Combine(_folder, "python3.14");
        File.WriteAllText(file, "");
        return file;
    }
}
