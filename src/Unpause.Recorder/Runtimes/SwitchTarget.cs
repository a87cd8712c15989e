using Unpause.Recorder.Files;

namespace Unpause.Recorder.Runtimes;

/// <summary>The program for which a runtime's switch is set.</summary>
/// <param name="File">The program's file, as bytes.</param>
/// <param name="Arguments">Its arguments, its name as typed first; modified only where the environment is not suitable.</param>
/// <param name="Environment">The program's environment; modified.</param>
/// <param name="Folder">Folder of the recording.</param>
/// <param name="Options">The user's options.</param>
/// <param name="FileSizeIsLimited">Whether writing a large file would end the program (ulimit -f).</param>
/// <param name="StderrProblem">Null when unpause forwards the program's stderr, otherwise why not.</param>
internal sealed record SwitchTarget(
    byte[] File,
    List<byte[]> Arguments,
    EnvironmentBlock Environment,
    string Folder,
    RunOptions Options,
    bool FileSizeIsLimited = false,
    string? StderrProblem = null)
{
    /// <summary>Whether kernel probes record the pauses of Go programs.</summary>
    public bool SeesGoStops { get; init; }

    /// <summary>Whether processes of the run may change to another user, without access to unpause's files.</summary>
    public bool MayChangeUser { get; init; }

    /// <summary>The temporary folder, for files that programs must read.</summary>
    public RunFolder? Run { get; init; }
}
