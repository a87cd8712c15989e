using Unpause.Recorder.Live;

namespace Unpause.Recorder.Runtimes.DotNet;

/// <summary>What one session records.</summary>
/// <param name="Providers">The sources of events.</param>
internal sealed record DotNetSessionPlan(IReadOnlyList<DotNetProvider> Providers)
{
    /// <summary>
    /// Size of the runtime's buffer if the reader is slow. The runtime drops and counts events that do not fit; the program never waits.
    /// </summary>
    public uint BufferMegabytes { get; init; } = 64;

    /// <summary>Whether the names of methods are listed at the end.</summary>
    public bool Names { get; init; } = true;

    /// <summary>File size in bytes at which the session ends.</summary>
    public long MostBytes { get; init; } = long.MaxValue;

    /// <summary>The condition that ends the recording; null: none.</summary>
    public LiveCondition? When { get; init; }
}
