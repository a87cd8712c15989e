using System.Runtime.Versioning;
using Unpause.Recorder.Posix;
using Unpause.Recorder.Runtimes;

namespace Unpause.Recorder;

/// <summary>Which runtimes will record where, and the environment that tells them.</summary>
[SupportedOSPlatform("linux")]
internal sealed class RecordingPlan
{
    /// <summary>Makes the folder and sets every runtime's switch that can be set.</summary>
    /// <param name="options">What the user wants.</param>
    /// <param name="runtimes">The runtimes.</param>
    /// <param name="target">Makes what the switches are set for, from the folder.</param>
    public RecordingPlan(RunOptions options, RecorderTable runtimes, Func<string, SwitchTarget> target)
    {
        Folder = MakeFolder(options.Folder);
        FolderIsTemporary = Folder is not null && options.Folder is null;
        if (Folder is null) return;
        Before = RecordingFiles.Existing(Folder);
        var program = target(Folder);
        program.Environment.Set(TemporaryFolder.FolderVariable, Bytes.Carry(Folder));
        foreach (var runtime in runtimes.Runtimes) Take(runtime.Switch.TurnOn(program));
    }

    /// <summary>The recording folder's full path, or null when there is none.</summary>
    public string? Folder { get; }

    public bool FolderIsTemporary { get; }

    /// <summary>What is missing, one sentence each.</summary>
    public List<string> NotRecorded { get; } = [];

    /// <summary>Those sentences among them that matter only where a program of their runtime ran.</summary>
    public List<string> NotRecordedIfItRan { get; } = [];

    /// <summary>Files that were in the folder before.</summary>
    public HashSet<string> Before { get; } = [];

    /// <summary>Our part of JDK_JAVA_OPTIONS as Latin-1, or null.</summary>
    public string? JavaOption { get; private set; }

    /// <summary>Go's gc lines come on stderr.</summary>
    public bool TakesGcLines { get; private set; }

    /// <summary>The user had them on and expects to see them.</summary>
    public bool KeepGcLines { get; private set; }

    /// <summary>The path of the user's own recording, or null.</summary>
    public string? UsersPath { get; private set; }

    /// <summary>Removes a temporary folder of a program that never started.</summary>
    public void Abandon()
    {
        if (FolderIsTemporary) TemporaryFolder.Remove(Folder!);
    }

    private void Take(SwitchOutcome outcome)
    {
        if (outcome.NotRecorded is { } sentence)
        {
            NotRecorded.Add(sentence);
            if (outcome.OnlyIfItRan) NotRecordedIfItRan.Add(sentence);
        }

        UsersPath ??= outcome.UsersPath;
        JavaOption ??= outcome.JavaOption;
        TakesGcLines |= outcome.WritesLines;
        KeepGcLines |= outcome.KeepsLines;
    }

    private string? MakeFolder(string? wanted)
    {
        if (wanted is null)
        {
            if (TemporaryFolder.Create() is { } folder) return folder;
            NotRecorded.Add("Nothing is recorded: neither TMPDIR nor /tmp nor /var/tmp can be written to or has 64 MB free.");
            return null;
        }

        try
        {
            var path = Path.GetFullPath(wanted);
            if (!Directory.Exists(path))
            {
                Directory.CreateDirectory(path);
                TemporaryFolder.OpenToAll(path);
            }

            TryWriting(path);
            return path;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            NotRecorded.Add($"Nothing is recorded: the folder {wanted} can't be used: {e.Message}");
            return null;
        }
    }

    // A JVM whose log can't be opened refuses to start.
    private static void TryWriting(string folder)
    {
        var probe = Path.Combine(folder, $".unpause-{Environment.ProcessId}");
        using var file = new FileStream(probe, FileMode.Create, FileAccess.Write, FileShare.Read, 0, FileOptions.DeleteOnClose);
        file.Write(new byte[4096]);
    }
}
