using System.Diagnostics;
using System.Runtime.Versioning;
using Unpause.Recorder.Processes;

namespace Unpause.Recorder.Runtimes.Jvm;

/// <summary>Whether the recorder in a name, as <c>PROCESS-SECONDS</c>, has ended.</summary>
[SupportedOSPlatform("linux")]
internal static class LeftOver
{
    /// <summary>How many are ended at once. The process lists them, and could list any number.</summary>
    public const int Most = 4;

    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(10);

    /// <summary>Remaining time for ending them.</summary>
    /// <param name="started">When the first was ended, a <see cref="Stopwatch"/> timestamp.</param>
    public static TimeSpan TimeLeft(long started) =>
        Longest - Stopwatch.GetElapsedTime(started) is var left && left > TimeSpan.Zero ? left : TimeSpan.Zero;

    /// <summary>Whether the name is one of unpause's and no running recorder will end what it names.</summary>
    /// <param name="mark">Process id and Unix time of the recording's start.</param>
    public static bool Is(string mark)
    {
        var parts = mark.Split('-');
        if (parts.Length != 2 || !int.TryParse(parts[0], out var id) || !long.TryParse(parts[1], out var since)) return false;
        // A process that started after the recording is not its recorder.
        return ProcessView.Of(id) is not { } alive || alive.IsZombie || alive.StartedAt > DateTimeOffset.FromUnixTimeSeconds(since + 2);
    }
}
