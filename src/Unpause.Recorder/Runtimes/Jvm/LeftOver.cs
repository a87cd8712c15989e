using System.Diagnostics;
using System.Runtime.Versioning;
using Unpause.Recorder.Processes;

namespace Unpause.Recorder.Runtimes.Jvm;

/// <summary>Tells whether the recorder that a name carries, as <c>PROCESS-SECONDS</c>, is gone.</summary>
[SupportedOSPlatform("linux")]
internal static class LeftOver
{
    /// <summary>How many are ended at once. The process says which there are, and may say anything.</summary>
    public const int Most = 4;

    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(10);

    /// <summary>The time for those that are left to be ended.</summary>
    /// <param name="started">When the first was, a <see cref="Stopwatch"/> timestamp.</param>
    public static TimeSpan TimeLeft(long started) =>
        Longest - Stopwatch.GetElapsedTime(started) is var left && left > TimeSpan.Zero ? left : TimeSpan.Zero;

    /// <summary>Whether the name is one of ours and nobody can end what it names any more.</summary>
    /// <param name="mark">Process id and Unix time of its start of recording.</param>
    public static bool Is(string mark)
    {
        var parts = mark.Split('-');
        if (parts.Length != 2 || !int.TryParse(parts[0], out var id) || !long.TryParse(parts[1], out var since)) return false;
        // A process that started after the recording is not its recorder.
        return ProcessView.Of(id) is not { } alive || alive.IsZombie || alive.StartedAt > DateTimeOffset.FromUnixTimeSeconds(since + 2);
    }
}
