using Unpause.Recorder.Files;

namespace Unpause.Recorder.Runtimes;

/// <summary>What a runtime's switch is set for.</summary>
/// <param name="File">The program's file, as bytes.</param>
/// <param name="Arguments">Its arguments, its name as typed first; to be changed only where no switch in the environment will do.</param>
/// <param name="Environment">The program's environment; to be changed.</param>
/// <param name="Folder">Where to record.</param>
/// <param name="Options">What the user wants.</param>
/// <param name="FileSizeIsLimited">A program that writes a large file would be ended (ulimit -f).</param>
/// <param name="StderrProblem">Null when the program's stderr goes through us, else why not.</param>
internal sealed record SwitchTarget(
    byte[] File,
    List<byte[]> Arguments,
    EnvironmentBlock Environment,
    string Folder,
    RunOptions Options,
    bool FileSizeIsLimited = false,
    string? StderrProblem = null)
{
    /// <summary>The stops of Go programs are seen from the kernel, whatever is switched on in them.</summary>
    public bool SeesGoStops { get; init; }

    /// <summary>Programs of the run may become another user's, who can't open what is ours.</summary>
    public bool MayChangeUser { get; init; }

    /// <summary>The temporary folder, for what programs must read.</summary>
    public RunFolder? Run { get; init; }
}
