namespace Unpause.Recorder.Probes;

/// <summary>
/// Limits how much is read of one program's file in total. The file's tables decide where to read next: without a limit a file could
/// cause the same gigabyte to be read for each of its functions.
/// </summary>
internal sealed class ReadingBudget
{
    // Kubernetes' kubelet, a large Go program, requires about 60 MB.
    private const long MostBytes = 512L * 1024 * 1024;

    /// <summary>The start of the program is delayed by at most this.</summary>
    private static readonly TimeSpan MostTime = TimeSpan.FromSeconds(2);

    private readonly long _since = Stopwatch.GetTimestamp();
    private long _left = MostBytes;

    /// <summary>Whether this many bytes more may be read.</summary>
    public bool TryTake(int bytes) => (_left -= bytes) >= 0 && Stopwatch.GetElapsedTime(_since) < MostTime;
}
