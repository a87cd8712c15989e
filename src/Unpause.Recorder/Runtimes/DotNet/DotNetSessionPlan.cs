using Unpause.Recorder.Live;

namespace Unpause.Recorder.Runtimes.DotNet;

/// <summary>What one session records.</summary>
/// <param name="Providers">The sources of events.</param>
internal sealed record DotNetSessionPlan(IReadOnlyList<DotNetProvider> Providers)
{
    /// <summary>
    /// What the runtime may hold when we are slow; what doesn't fit is dropped and counted by it, the program never waits.
    /// </summary>
    public uint BufferMegabytes { get; init; } = 64;

    /// <summary>Whether the names of methods are listed at the end.</summary>
    public bool Names { get; init; } = true;

    /// <summary>When the file has so many bytes the session ends.</summary>
    public long MostBytes { get; init; } = long.MaxValue;

    /// <summary>What to wait for; null: don't look.</summary>
    public LiveCondition? When { get; init; }
}
