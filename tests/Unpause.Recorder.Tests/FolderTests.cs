using Unpause.Recorder.Tests.OtherUsers;
using Unpause.Tests;

namespace Unpause.Recorder.Tests;

[Trait("Tier", "live")]
public sealed class FolderTests : IDisposable
{
    private readonly Recorder _recorder = new();

    public void Dispose() => _recorder.Dispose();

    [Fact]
    public void Folder_OfARun_IsPrivateExceptForTheAgent()
    {
        _recorder.Run("sh", "-c", "true");
        var folder = _recorder.Report.Folder;
        Assert.StartsWith(_recorder.Scratch + "/unpause-", folder, StringComparison.Ordinal);
        var above = Path.GetDirectoryName(folder)!;
        Assert.Equal("700", Mode(folder));
        Assert.Equal("700", Mode(above));
        Assert.Equal("755", Mode(above + "/agent"));
        Assert.Equal("644", Mode(above + "/agent/sitecustomize.py"));
    }

    [Fact]
    public void Folder_Removed_LeavesNothing()
    {
        _recorder.Options.Add("--remove");
        _recorder.Run("python3", "-c", "pass");
        Assert.Single(_recorder.Report.Files);
        Assert.Null(_recorder.Report.Kept);
        Assert.Equal(["result.json"], Directory.EnumerateFileSystemEntries(_recorder.Scratch).Select(Path.GetFileName));
    }

    [Fact]
    public void Folder_ProcessOfTheRunAlive_Stays()
    {
        _recorder.Options.Add("--remove");
        using var process = _recorder.Start("sh", "-c", "sleep 3 >/dev/null 2>&1 & echo $!");
        var output = Recorder.Finish(process, []);
        Assert.Contains($"process {output.Text.Trim()} of the run is still alive", _recorder.Report.Kept, StringComparison.Ordinal);
        Assert.True(Directory.Exists(_recorder.Report.Folder));
    }

    [Fact]
    public void Folder_OfTheUser_IsKeptAndOnlyNewFilesCount()
    {
        var folder = Path.Combine(_recorder.Scratch, "mine");
        _recorder.Options.AddRange(["--folder", folder, "--remove"]);
        _recorder.Run("python3", "-c", "pass");
        var first = Assert.Single(_recorder.Report.Files);
        _recorder.Run("python3", "-c", "pass");
        Assert.NotEqual(first, Assert.Single(_recorder.Report.Files));
        Assert.False(_recorder.Report.FolderIsTemporary);
        Assert.True(File.Exists(first));
    }

    [Fact]
    public void Folder_ReadableByOthers_GetsPrivateFiles()
    {
        var folder = Directory.CreateDirectory(Path.Combine(_recorder.Scratch, "mine")).FullName;
        File.SetUnixFileMode(folder, Files.RunFolder.ReadableByAll);
        _recorder.Options.AddRange(["--folder", folder, "--remove"]);
        const string Program = "import os; open(os.environ['UNPAUSE_RECORDING_DIR'] + '/python-1-1.unpause', 'w').write('x')";
        for (var run = 1; run <= 2; run++)
        {
            Assert.Equal(0, _recorder.Run("python3", "-c", Program).ExitCode);
            Assert.Contains(
                Path.Combine(folder, run == 1 ? "python-1-1.unpause" : "python-1-1-2.unpause"), _recorder.Report.Files);
            Assert.Null(_recorder.Report.Kept);
        }

        Assert.All(Directory.EnumerateFileSystemEntries(folder), entry => Assert.Equal("600", Mode(entry)));
        Assert.Equal(4, Directory.EnumerateFileSystemEntries(folder).Count());
        Assert.Equal(["mine", "result.json"], Names(_recorder.Scratch));
    }

    [Fact]
    public void Folder_LinksAndPipes_AreNoRecordings()
    {
        var output = _recorder.Run(
            "sh", "-c", "cd \"$UNPAUSE_RECORDING_DIR\"; mkfifo dotnet-1.nettrace; ln -s /dev/zero jvm-1.log; mkdir -p python-1.upgc/deep; "
                + "echo x > go.gctrace");
        Assert.Equal((0, ""), (output.ExitCode, output.ErrorText));
        Assert.EndsWith("/go.gctrace", Assert.Single(_recorder.Report.Files), StringComparison.Ordinal);
    }

    [RootFact]
    public void Folder_OwnUserNamespace_IsRecorded()
    {
        _recorder.Environment["TMPDIR"] = null;
        string[] command = Stranger.Line("unshare", "--user", "--map-root-user", "sh", "-c", "unset TMPDIR; exec \"$@\"", "sh");
        File.SetUnixFileMode(_recorder.Scratch, (UnixFileMode)0b111_111_111);
        var line = _recorder.CommandLine("/usr/bin/python3", "-c", "pass");
        var output = _recorder.RunAnything([.. command, .. line.SkipWhile(word => word != Recorder.Dotnet)]);
        Assert.Equal((0, ""), (output.ExitCode, output.ErrorText));
        Assert.Single(_recorder.Report.Files);
        Assert.Empty(_recorder.Report.NotRecorded);
        Directory.Delete(Path.GetDirectoryName(_recorder.Report.Folder)!, recursive: true);
    }

    [RootFact]
    public void Folder_WritableByOthers_GetsCopies()
    {
        var folder = Stranger.SharedFolder(Path.Combine(_recorder.Scratch, "shared"));
        var victim = Path.Combine(_recorder.Scratch, "victim");
        Stranger.Run($"ln -s {victim} {folder}/python-1-1.unpause; ln -s {victim} {folder}/dotnet-1.nettrace");
        _recorder.Options.AddRange(["--folder", folder]);
        const string Program = "import os; open(os.environ['UNPAUSE_RECORDING_DIR'] + '/python-1-1.unpause', 'w').write('kept')";
        Assert.Equal(0, _recorder.Run("python3", "-c", Program).ExitCode);
        Assert.False(File.Exists(victim));
        Assert.All(_recorder.Report.Files, file => Assert.False(file.StartsWith(folder, StringComparison.Ordinal)));
        var copy = Path.Combine(folder, "python-1-1-2.unpause");
        Assert.Equal(("kept", "600"), (File.ReadAllText(copy), Mode(copy)));
        Assert.Contains("denied", Stranger.Run($"cat {copy}"), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("/proc/no/folder")]
    [InlineData("/proc")]
    public void Folder_Unusable_DoesNotStopTheProgram(string folder)
    {
        _recorder.Options.AddRange(["--folder", folder]);
        var output = _recorder.Run("java", "-version");
        Assert.Equal(0, output.ExitCode);
        Assert.DoesNotContain("JDK_JAVA_OPTIONS", output.ErrorText, StringComparison.Ordinal);
        Assert.StartsWith(
            $"Nothing is recorded: the folder {folder} can't be used",
            Assert.Single(_recorder.Report.NotRecorded),
            StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("/proc")]
    [InlineData("/no/such/folder")]
    [InlineData("relative:with-colon")]
    public void Folder_BadTmpdir_IsReplaced(string folder)
    {
        _recorder.Environment["TMPDIR"] = folder;
        _recorder.Options.Add("--remove");
        Assert.Equal("ran\n", _recorder.Run("echo", "ran").Text);
        Assert.StartsWith("/tmp/unpause-", _recorder.Report.Folder, StringComparison.Ordinal);
        Assert.False(Directory.Exists(_recorder.Report.Folder));
    }

    [Fact]
    public void Recording_FileSizeLimit_IsDisabled()
    {
        var line = _recorder.ShellLine("sh", "-c", "env | grep -c EnableEventPipe");
        var output = _recorder.RunAnything("sh", "-c", $"ulimit -f 4000000; {line}");
        Assert.Equal("0\n", output.Text);
        Assert.Equal([".NET", "Node.js"], _recorder.Report.NotRecorded.Select(sentence => sentence.Split(' ')[0]));
    }

    private static IEnumerable<string?> Names(string folder) =>
        Directory.EnumerateFileSystemEntries(folder).Select(Path.GetFileName).Order(StringComparer.Ordinal);

    private static string Mode(string path) => Convert.ToString((int)File.GetUnixFileMode(path), 8);
}
