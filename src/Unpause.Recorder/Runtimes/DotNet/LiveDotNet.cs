namespace Unpause.Recorder.Runtimes.DotNet;

/// <summary>Capabilities of a running .NET process: those of its diagnostics port.</summary>
internal sealed class LiveDotNet : ILiveRuntime
{
    /// <inheritdoc/>
    public IReadOnlyList<LiveAbility> Abilities { get; } =
    [
        new(LiveCapability.Record, "Core 3.0 and later"),
        new(LiveCapability.Allocations),
        new(LiveCapability.Requests),
        new(LiveCapability.Ring),
        new(LiveCapability.Trigger),
        new(LiveCapability.Gen2Deaths),
        new(LiveCapability.Retainers),
        new(LiveCapability.Heap, ".NET Core 3.0 and later"),
    ];

    /// <inheritdoc/>
    public string Help => "its diagnostics port; collections, pauses and counters.";

    /// <inheritdoc/>
    public string WhenKilled => ".NET ends the session by itself";

    /// <inheritdoc/>
    public string? Because => null;

    /// <inheritdoc/>
    [SupportedOSPlatform("linux")]
    public LiveProcess? Describe(ProcessView process) => DotNetLive.Describe(process);

    /// <inheritdoc/>
    [SupportedOSPlatform("linux")]
    public void CheckRoom(ProcessView process) => RunFolder.CheckRoom();

    /// <inheritdoc/>
    [SupportedOSPlatform("linux")]
    public LiveResult Record(ProcessView process, LiveProcess description, LiveOptions options, CancellationToken stop) =>
        DotNetLive.Record(process, description, options, stop);
}
