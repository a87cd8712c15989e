namespace Unpause.Recorder.Tests;

/// <summary>Notes of agents appear in the report, and not in the program's stderr.</summary>
[Trait("Tier", "live")]
public sealed class NoteTests : IDisposable
{
    private readonly Recorder _recorder = new();

    public void Dispose() => _recorder.Dispose();

    [Fact]
    public void Notes_EqualOnes_AreOneSentence()
    {
        _recorder.Options.Add("--embedded-agent");
        var output = _recorder.Run(
            "sh", "-c", "rm \"$UNPAUSE_RECORDING_DIR\"/../agent/*.so; for i in 1 2 3; do python3 -c 'print(1)'; done; exit 7");
        Assert.Equal((7, "1\n1\n1\n", ""), (output.ExitCode, output.Text, output.ErrorText));
        Assert.Matches(
            @"^CPython \S+ is not recorded: no callback is built for \S+; --python-agent pure records .* \(3 processes\)$",
            Assert.Single(_recorder.Report.NotRecorded));
        Assert.Empty(_recorder.Report.Files);
        Assert.Empty(Directory.EnumerateFiles(_recorder.Report.Folder));
    }

    [Fact]
    public void Notes_OfEarlierRuns_Stay()
    {
        var folder = Directory.CreateDirectory(Path.Combine(_recorder.Scratch, "mine")).FullName;
        var earlier = Path.Combine(folder, "python-1-1.unpause-note");
        File.WriteAllText(earlier, "earlier");
        _recorder.Options.AddRange(["--folder", folder]);
        _recorder.Run("sh", "-c", "echo now > \"$UNPAUSE_RECORDING_DIR/python-2-2.unpause-note\"");
        Assert.Equal(["now (1 process)"], _recorder.Report.NotRecorded);
        Assert.Equal([earlier], Directory.EnumerateFiles(folder));
    }

    [Fact]
    public void Notes_OfUntrustedProcesses_AreLimited()
    {
        const string Script = """
            cd "$UNPAUSE_RECORDING_DIR"
            head -c 1000000 /dev/zero | tr '\0' x > long.unpause-note
            mkfifo pipe.unpause-note
            echo secret > ../secret; ln -s ../secret link.unpause-note
            : > empty.unpause-note
            mkdir folder.unpause-note
            printf 'a\033[2Jb\nnot recorded: c\377' > escape.unpause-note
            for i in 1 2 3 4 5 6 7 8; do echo "note $i" > "$i.unpause-note"; done
            for i in 1 2; do echo many > "many$i.unpause-note"; done
            """;
        Assert.Equal(0, _recorder.Run("sh", "-c", Script).ExitCode);
        Assert.Equal(
            [
                "many (2 processes)", "a\uFFFD[2Jb\uFFFDnot recorded: c\uFFFD (1 process)", "note 1 (1 process)", "note 2 (1 process)",
                "note 3 (1 process)", "6 processes reported further gaps in their recordings.",
            ],
            _recorder.Report.NotRecorded);
        Assert.Empty(_recorder.Report.Files);
        Assert.Empty(Directory.EnumerateFiles(_recorder.Report.Folder));
    }
}
