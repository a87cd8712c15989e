using System.Diagnostics;

namespace Unpause.Recorder.Probes;

/// <summary>
/// What may be read of one program's file, by all who read it together. The file's tables decide where is read next: without a bound a
/// file could have the same gigabyte read for each of its functions.
/// </summary>
internal sealed class ReadingBudget
{
    // Kubernetes' kubelet, a large Go program, takes some 60 MB.
    private const long MostBytes = 512L * 1024 * 1024;

    /// <summary>The program that is started waits as long.</summary>
    private static readonly TimeSpan MostTime = TimeSpan.FromSeconds(2);

    private readonly long _since = Stopwatch.GetTimestamp();
    private long _left = MostBytes;

    /// <summary>Whether so many bytes more may be read.</summary>
    public bool TryTake(int bytes) => (_left -= bytes) >= 0 && Stopwatch.GetElapsedTime(_since) < MostTime;
}
