using Unpause.Recordings.Readers;

namespace Unpause.Recorder.Pprof;

/// <summary>Profiles from net/http/pprof, to be read and then disposed.</summary>
public sealed class PprofResult : IDisposable
{
    private readonly IDisposable _folder;

    internal PprofResult(IDisposable folder) => _folder = folder;

    /// <summary>Profiles and the execution trace, all of one process.</summary>
    public required IReadOnlyList<RecordingInput> Inputs { get; init; }

    /// <summary>The program's command line as one text; null when unknown.</summary>
    public string? Command { get; init; }

    /// <summary>What is missing and why, one sentence each.</summary>
    public required IReadOnlyList<string> NotRecorded { get; init; }

    /// <summary>Removes the temporary files.</summary>
    public void Dispose() => _folder.Dispose();
}
