using System.Diagnostics;
using Unpause.Recorder.Files;
using Unpause.Recorder.Peers;
using Unpause.Tests;

namespace Unpause.Recorder.Tests.Peers;

/// <summary>A recording folder that only its owner may open, with the agent and a file giver.</summary>
internal sealed class GivingFolder : IDisposable
{
    private const UnixFileMode Owner = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute;
    private const UnixFileMode Passable = Owner | UnixFileMode.GroupExecute | UnixFileMode.OtherExecute;

    public FolderHandle Folder { get; }

    public GivingFolder()
    {
        Directory.CreateDirectory(Recordings, Owner);
        File.SetUnixFileMode(Base, Passable);
        Directory.CreateDirectory(Agent);
        File.SetUnixFileMode(Agent, RunFolder.ReadableByAll);
        foreach (var file in Directory.EnumerateFiles(RepositoryFolder.File("agents", "python"))) CopyToAgent(file);
        Folder = FolderHandle.Open(Recordings)!;
        Giver = new FileGiver(Folder);
        Assert.True(Giver.Start());
    }

    public string Base { get; } = Directory.CreateTempSubdirectory("unpause-giver-").FullName;

    public string Agent => Path.Combine(Base, "agent");

    public string Recordings => Path.Combine(Base, "recordings");

    public FileGiver Giver { get; }

    /// <summary>The names of the created files.</summary>
    public IEnumerable<string> Names => Directory.EnumerateFiles(Recordings).Select(file => Path.GetFileName(file));

    /// <summary>A connection that has sent nothing yet.</summary>
    public AskingSocket Connect() => new(Giver.Variable);

    /// <summary>Runs a program with the agent to its end, and returns its output.</summary>
    public string Run(string program, params string[] arguments)
    {
        var start = new ProcessStartInfo(program, arguments)
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
        };
        start.Environment["PYTHONPATH"] = Agent;
        start.Environment["PYTHONDONTWRITEBYTECODE"] = "1";
        start.Environment[RecordingPlace.Variable] = Recordings;
        start.Environment[FileGiver.VariableName] = Giver.Variable;
        using var process = Process.Start(start)!;
        var errors = process.StandardError.ReadToEndAsync();
        var output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        Assert.Equal((0, ""), (process.ExitCode, errors.Result));
        return output.Trim();
    }

    public void Dispose()
    {
        Giver.Dispose();
        Folder.Dispose();
        Directory.Delete(Base, recursive: true);
    }

    private void CopyToAgent(string file)
    {
        var copy = Path.Combine(Agent, Path.GetFileName(file));
        File.Copy(file, copy);
        File.SetUnixFileMode(copy, RunFolder.ReadableByAll);
    }
}
