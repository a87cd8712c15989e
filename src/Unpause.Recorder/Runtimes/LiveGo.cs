using System.Runtime.Versioning;
using Unpause.Recorder.Files;
using Unpause.Recorder.Live;
using Unpause.Recorder.Processes;

namespace Unpause.Recorder.Runtimes;

/// <summary>
/// Capabilities of a running Go process: kernel probes record its pauses, and its gctrace lines are read if it writes them to a file.
/// </summary>
internal sealed class LiveGo : ILiveRuntime
{
    /// <inheritdoc/>
    public IReadOnlyList<LiveAbility> Abilities { get; } =
    [
        new(LiveCapability.Record),
        new(LiveCapability.Before),
        new(LiveCapability.Assists, "1.17 and later"),
    ];

    /// <inheritdoc/>
    public string Help =>
        "as root (CAP_PERFMON) its pauses, by kernel probes; with GODEBUG=gctrace=1 and standard error in a file, its gctrace lines.";

    /// <inheritdoc/>
    public string? WhenKilled => "the kernel removes its probes";

    /// <inheritdoc/>
    public string Because => "a Go process is recorded through its pauses and its gctrace lines";

    /// <inheritdoc/>
    [SupportedOSPlatform("linux")]
    public LiveProcess? Describe(ProcessView process) => GoLive.Describe(process);

    /// <inheritdoc/>
    [SupportedOSPlatform("linux")]
    public void CheckRoom(ProcessView process) => RunFolder.CheckRoom();

    /// <inheritdoc/>
    [SupportedOSPlatform("linux")]
    public LiveResult Record(ProcessView process, LiveProcess description, LiveOptions options, CancellationToken stop) =>
        GoSession.Record(process, description, options, stop);
}
