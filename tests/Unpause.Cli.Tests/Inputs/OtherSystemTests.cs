using Unpause.Cli.Output;
using Unpause.Cli.Sessions;

namespace Unpause.Cli.Tests.Inputs;

/// <summary>What stands in for Linux's own calls on Windows and macOS.</summary>
public sealed class OtherSystemTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    /// <summary>As a regular file, -o /dev/null would be replaced by the report.</summary>
    [Fact]
    public void PortableStatus_Device_IsNoRegularFile()
    {
        Assert.Equal(FileKind.Other, FileStatus.Portable("/dev/null")?.Kind);
        Assert.Equal(FileKind.Folder, FileStatus.Portable("/dev")?.Kind);
        Assert.Null(FileStatus.Portable(_folder["absent"]));
    }

    /// <summary>A report that replaces a file keeps its permissions.</summary>
    [Fact]
    public void PortableStatus_File_HasItsPermissions()
    {
        var path = _folder.Write("report.json", [1]);
        File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.GroupRead);
        var found = FileStatus.Portable(path);
        Assert.Equal((FileKind.Regular, UnixFileMode.UserRead | UnixFileMode.GroupRead), (found!.Value.Kind, found.Value.Permissions));
    }

    [Fact]
    public void PortableGlob_MatchingFiles_AreFoundWithoutEmptyOnes()
    {
        _folder.Write("b.log", [1]);
        _folder.Write("a.log", [1]);
        _folder.Write("empty.log", []);
        _folder.Write("c.txt", [1]);
        Assert.Equal([_folder["a.log"], _folder["b.log"]], Found("*.log"));
    }

    [Fact]
    public void PortableGlob_OnlyFoldersMatch_FindsTheirFiles()
    {
        Directory.CreateDirectory(_folder["run-1/deep"]);
        _folder.Write("run-1/deep/gc.log", [1]);
        _folder.Write("other.log", [1]);
        Assert.Equal([_folder["run-1/deep/gc.log"]], Found("run-*"));
    }

    [Fact]
    public void PlainLines_OfWindows_EndAsOnLinux()
    {
        using var text = new StringWriter();
        using (var lines = new TrimmedLines(text))
        {
            foreach (var sign in "pauses  \r\nheap\r\n") lines.Write(sign);
            lines.Flush();
        }

        Assert.Equal("pauses\nheap\n", text.ToString());
    }

    private IEnumerable<string> Found(string pattern) =>
        InputExpansion.Matching(_folder.Path, pattern).Select(input => input.Input.Name);
}
