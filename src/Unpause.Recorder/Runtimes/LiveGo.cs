using Unpause.Recorder.Probes;

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
        "as root (CAP_SYS_ADMIN) pauses, by kernel probes; with GODEBUG=gctrace=1 and standard error in a file, gctrace lines.";

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

/// <summary>
/// Live Go processes: kernel probes record their pauses if unpause has the right. Go reads GODEBUG only at its start, so gctrace lines
/// are available only from processes that already write them to a file.
/// </summary>
[SupportedOSPlatform("linux")]
internal static class GoLive
{
    /// <summary>Describes a Go process; null for other processes.</summary>
    public static LiveProcess? Describe(ProcessView process)
    {
        if (!GoExecutable.Is(Encoding.UTF8.GetBytes($"/proc/{process.Id}/exe"))) return null;
        return new LiveProcess(process.Id, UserName.Resolve(process.UserId), RuntimeIds.Go)
        {
            Version = GoExecutable.VersionOf($"/proc/{process.Id}/exe"),
            HeapLimitBytes = process.Variable("GOMEMLIMIT") is { } limit
                && Quantities.TryParseSize(limit.EndsWith('B') ? limit : limit + "B", out var bytes) ? (long)bytes : null,
            StartedAt = process.StartedAt,
            Command = process.Arguments,
            Obstacles = Obstacle(process) is { } obstacle ? [obstacle] : [],
            RecordedByRun = !GoTraceOutput.IsReadable(process),
        };
    }

    private static Obstacle? Obstacle(ProcessView process)
    {
        if (ProcessAccess.Obstacle(process) is { } access) return access;
        if (GoProcessWatch.Obstacle(process) is not { } probes) return null;
        var instead = probes.Instead is { } other ? $"{other}; or " : "";
        if (!GoTraceOutput.IsOn(process))
        {
            return new Obstacle(
                $"{probes.What}; and gctrace lines can't be enabled in a running process, because Go reads GODEBUG only at its start",
                $"{instead}start it with: unpause run -- CMD…, or with GODEBUG=gctrace=1 and 2>gc.txt, then: unpause report gc.txt; "
                + "if it serves net/http/pprof: unpause record http://HOST:PORT");
        }

        if (GoTraceOutput.IsReadable(process))
            return new Obstacle($"only its gctrace lines can be recorded: {probes.What}", probes.Instead, Hard: false);
        return new Obstacle(
            $"{probes.What}; and its gctrace lines (GODEBUG=gctrace=1) go to {GoTraceOutput.Name(process)}, which is not a readable file",
            $"{instead}save the lines where they arrive: journalctl -u UNIT > gc.txt for a service, docker logs NAME 2> gc.txt or kubectl "
            + "logs POD > gc.txt for a container; then: unpause report gc.txt");
    }
}
