using System.Runtime.Versioning;
using Unpause.Recorder.Files;
using Unpause.Recorder.Live;
using Unpause.Recorder.Processes;

namespace Unpause.Recorder.Runtimes;

/// <summary>What a running Go program can do: it is seen, and always has an obstacle.</summary>
internal sealed class LiveGo : ILiveRuntime
{
    /// <inheritdoc/>
    public IReadOnlyList<LiveAbility> Abilities => [];

    /// <inheritdoc/>
    public string? Help => null;

    /// <inheritdoc/>
    public string? WhenKilled => null;

    /// <inheritdoc/>
    public string? Because => null;

    /// <inheritdoc/>
    [SupportedOSPlatform("linux")]
    public LiveProcess? Describe(ProcessView process) => GoLive.Describe(process);

    /// <inheritdoc/>
    [SupportedOSPlatform("linux")]
    public void CheckRoom(ProcessView process) => RunFolder.CheckRoom();

    /// <inheritdoc/>
    [SupportedOSPlatform("linux")]
    public LiveResult Record(ProcessView process, LiveProcess description, LiveOptions options, CancellationToken stop) =>
        throw new InvalidOperationException($"{description.Runtime} always has an obstacle");
}
