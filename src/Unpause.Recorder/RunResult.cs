using Unpause.Recorder.Files;

namespace Unpause.Recorder;

/// <summary>How a recorded program ended and what its runtimes left behind.</summary>
public sealed class RunResult
{
    /// <summary>The program's exit code; 128 + n after signal n; 127 when it was not found, 126 when it could not be started.</summary>
    public required int ExitCode { get; init; }

    /// <summary>The signal that ended the program, or null.</summary>
    internal int? Signal { get; init; }

    /// <summary>Whether what was recorded is removed after the report.</summary>
    public bool FolderIsTemporary { get; init; }

    /// <summary>From the start of the program to its end.</summary>
    public TimeSpan Duration { get; init; }

    /// <summary>What is missing from the recording and why, one sentence each.</summary>
    public IReadOnlyList<string> NotRecorded { get; init; } = [];

    /// <summary>
    /// Those sentences among <see cref="NotRecorded"/> that matter only when a program of their runtime ran, which nothing tells.
    /// </summary>
    public IReadOnlyList<string> NotRecordedIfItRan { get; init; } = [];

    /// <summary>Full paths of the non-empty, readable recordings that appeared, in ordinal order.</summary>
    public IReadOnlyList<string> Files { get; init; } = [];

    /// <summary>Where was recorded; null when nothing could be.</summary>
    internal RecordingPlace? Place { get; init; }

    /// <summary>
    /// Removes what is temporary. Returns null when that is done or there is nothing to do; otherwise the folder
    /// stays, and the returned sentence says why.
    /// </summary>
    public string? RemoveTemporaryFolder() => OperatingSystem.IsLinux() ? Place?.Remove() : null;
}
