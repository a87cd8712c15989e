using System.Runtime.Versioning;
using Unpause.Recorder.Posix;
using Unpause.Recorder.Runtimes;

namespace Unpause.Recorder;

/// <summary>Which runtimes will record where, and the environment that tells them.</summary>
[SupportedOSPlatform("linux")]
internal sealed class RecordingPlan
{
    private readonly EnvironmentBlock _environment;
    private readonly StartState _state;

    /// <summary>Makes the folder and sets every runtime's switch that can be set.</summary>
    /// <param name="options">What the user wants.</param>
    /// <param name="agent">The Python agent's files.</param>
    /// <param name="state">What we were started with.</param>
    /// <param name="environment">The program's environment; changed.</param>
    /// <param name="stderrProblem">Null when the program's stderr goes through us, else why not.</param>
    public RecordingPlan(
        RunOptions options, IReadOnlyDictionary<string, byte[]> agent, StartState state, EnvironmentBlock environment, string? stderrProblem)
    {
        (_state, _environment) = (state, environment);
        Folder = MakeFolder(options.Folder);
        FolderIsTemporary = Folder is not null && options.Folder is null;
        if (Folder is null) return;
        Before = RecordingFiles.Existing(Folder);
        environment.Set(TemporaryFolder.FolderVariable, Bytes.Carry(Folder));
        TurnOnPython(Folder, agent);
        TurnOnDotNet(Folder, options);
        JavaOption = JvmSwitch.TurnOn(environment, Folder);
        if (JavaOption is null) NotRecorded.Add($"The JVM is not recorded: {Folder} has characters that -Xlog can't take.");
        TurnOnGo(_state.FileSizeIsLimited ? "a file size limit is set (ulimit -f)" : stderrProblem);
    }

    /// <summary>The recording folder's full path, or null when there is none.</summary>
    public string? Folder { get; }

    public bool FolderIsTemporary { get; }

    /// <summary>What is missing, one sentence each.</summary>
    public List<string> NotRecorded { get; } = [];

    /// <summary>The sentence among them about Go; null when Go is recorded.</summary>
    public string? GoNotRecorded { get; private set; }

    /// <summary>Files that were in the folder before.</summary>
    public HashSet<string> Before { get; } = [];

    /// <summary>Our part of JDK_JAVA_OPTIONS as Latin-1, or null.</summary>
    public string? JavaOption { get; }

    /// <summary>The user had Go's gc lines on and expects to see them.</summary>
    public bool KeepGcLines { get; private set; }

    /// <summary>The path of the user's own EventPipe session, or null.</summary>
    public string? UsersDotNetPath { get; private set; }

    /// <summary>Removes a temporary folder of a program that never started.</summary>
    public void Abandon()
    {
        if (FolderIsTemporary) TemporaryFolder.Remove(Folder!);
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

    private void TurnOnPython(string folder, IReadOnlyDictionary<string, byte[]> agent)
    {
        try
        {
            if (PythonSwitch.TurnOn(_environment, folder, agent) is { } problem) NotRecorded.Add($"CPython is not recorded: {problem}.");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            NotRecorded.Add($"CPython is not recorded: the agent could not be written to {folder}: {e.Message}");
        }
    }

    private void TurnOnDotNet(string folder, RunOptions options)
    {
        if (_state.FileSizeIsLimited)
            NotRecorded.Add(".NET is not recorded: a file size limit is set (ulimit -f), and a recording that met it would end the program.");
        else
            UsersDotNetPath = DotNetSwitch.TurnOn(_environment, folder, options.Requests, options.Allocations);
    }

    private void TurnOnGo(string? problem)
    {
        if (problem is null) KeepGcLines = GoSwitch.TurnOn(_environment);
        else NotRecorded.Add(GoNotRecorded = $"Go is not recorded: {problem}.");
    }
}
