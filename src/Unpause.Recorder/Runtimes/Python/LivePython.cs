namespace Unpause.Recorder.Runtimes.Python;

/// <summary>Capabilities of a running CPython process, which is recorded by the first method that works.</summary>
internal sealed class LivePython : ILiveRuntime
{
    /// <inheritdoc/>
    public IReadOnlyList<LiveAbility> Abilities { get; } =
        [new(LiveCapability.Record), new(LiveCapability.Heap, "CPython 3.14, or 3.8 and later under unpause cycles")];

    /// <inheritdoc/>
    public string Help =>
        "the file of unpause's agent if loaded; else kernel probes as root (CAP_SYS_ADMIN); 3.14 loads the agent on request.";

    /// <inheritdoc/>
    public string? WhenKilled => null;

    /// <inheritdoc/>
    public string Because => "only the collections of a CPython process are recorded";

    /// <inheritdoc/>
    public bool IsAlwaysReachedByRun => true;

    /// <inheritdoc/>
    [SupportedOSPlatform("linux")]
    public LiveProcess? Describe(ProcessView process) => PythonLive.Describe(process);

    /// <inheritdoc/>
    [SupportedOSPlatform("linux")]
    public void CheckRoom(ProcessView process) => RunFolder.CheckRoom();

    /// <inheritdoc/>
    [SupportedOSPlatform("linux")]
    public LiveResult Record(ProcessView process, LiveProcess description, LiveOptions options, CancellationToken stop) =>
        PythonSession.Record(process, description, options, stop);
}
