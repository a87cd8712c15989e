namespace Unpause.Recorder.Runtimes.Jvm;

/// <summary>Capabilities of a running JVM: its log, a flight recording, class histograms.</summary>
internal sealed class LiveJvm : ILiveRuntime
{
    /// <inheritdoc/>
    public IReadOnlyList<LiveAbility> Abilities { get; } =
    [
        new(LiveCapability.Record, "8u262, 9 and later"),
        new(LiveCapability.Before),
        new(LiveCapability.Flight, "8u262, 11 and later"),
        new(LiveCapability.Retainers, "8u262, 11 and later"),
        new(LiveCapability.Heap, "JDK 8 and later"),
    ];

    /// <inheritdoc/>
    public string Help => "its GC log, in a temporary file beside its own logs (JDK 8: a flight recording); no JDK needed.";

    /// <inheritdoc/>
    public string WhenKilled => "the next unpause record disables a JVM's log";

    /// <inheritdoc/>
    public string Because => "a JVM is recorded through its log, which is small and has no allocations";

    /// <inheritdoc/>
    [SupportedOSPlatform("linux")]
    public LiveProcess? Describe(ProcessView process) => JvmLive.Describe(process);

    /// <inheritdoc/>
    [SupportedOSPlatform("linux")]
    public void CheckRoom(ProcessView process) => LiveFolder.CheckRoom(process);

    /// <inheritdoc/>
    [SupportedOSPlatform("linux")]
    public LiveResult Record(ProcessView process, LiveProcess description, LiveOptions options, CancellationToken stop) =>
        JvmLive.Record(process, description, options, stop);
}
