namespace Unpause.Recorder;

/// <summary>How a recorded program ended, and its recordings.</summary>
public sealed class RunResult
{
    /// <summary>The program's exit code; 128 + n after signal n; 127 when it was not found, 126 when it could not be started.</summary>
    public required int ExitCode { get; init; }

    /// <summary>The signal that ended the program, or null.</summary>
    internal int? Signal { get; init; }

    /// <summary>Whether the recording is removed after the report.</summary>
    public bool FolderIsTemporary { get; init; }

    /// <summary>From the start of the program to its end.</summary>
    public TimeSpan Duration { get; init; }

    /// <summary>What is missing from the recording and why, one sentence each.</summary>
    public IReadOnlyList<string> NotRecorded { get; init; } = [];

    /// <summary>
    /// The sentences among <see cref="NotRecorded"/> that matter only if a program of their runtime ran, which is unknown.
    /// </summary>
    public IReadOnlyList<string> NotRecordedIfItRan { get; init; } = [];

    /// <summary>Full paths of the new non-empty, readable recordings, in ordinal order.</summary>
    public IReadOnlyList<string> Files { get; init; } = [];

    /// <summary>Where the recording was written; null when nothing could be recorded.</summary>
    internal RecordingPlace? Place { get; init; }

    /// <summary>
    /// Removes temporary files. Returns null when that is done or there are none; otherwise the folder stays, and the returned sentence
    /// contains the reason.
    /// </summary>
    public string? RemoveTemporaryFolder() => OperatingSystem.IsLinux() ? Place?.Remove() : null;
}
