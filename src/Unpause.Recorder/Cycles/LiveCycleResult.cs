using System.Runtime.Versioning;
using Unpause.Recorder.Live;

namespace Unpause.Recorder.Cycles;

/// <summary>Garbage snapshots of a running process; the files exist until this is disposed.</summary>
public sealed class LiveCycleResult : IDisposable
{
    private readonly LiveFolder? _folder;

    internal LiveCycleResult(LiveFolder folder, IReadOnlyList<string> files, IReadOnlyList<string> problems) =>
        (_folder, Files, NotRecorded) = (folder, files, problems);

    /// <summary>Paths of the files; empty when the process had no collection.</summary>
    public IReadOnlyList<string> Files { get; }

    /// <summary>What is missing and why, one sentence each.</summary>
    public IReadOnlyList<string> NotRecorded { get; }

    /// <inheritdoc/>
    public void Dispose()
    {
        if (OperatingSystem.IsLinux()) _folder?.Dispose();
    }
}
