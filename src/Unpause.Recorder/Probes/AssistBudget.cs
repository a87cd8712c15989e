namespace Unpause.Recorder.Probes;

/// <summary>
/// Limits the hits of assist probes: on average over two seconds, they may take at most 1 % of the time of each CPU. Beyond that the probes
/// are removed.
/// </summary>
/// <param name="processors">Number of CPUs.</param>
/// <param name="perSecond">Hits per second that correspond to 1 % of a CPU.</param>
internal sealed class AssistBudget(int processors, long perSecond)
{
    /// <summary>
    /// Hits per second on one CPU. Each costs the program 2 to 4 µs (bench/live/go_assists.py), so this is about 1 % of a CPU.
    /// </summary>
    public const long UsualPerSecond = 2_500;

    private const long Seconds = 2, SecondNanoseconds = 1_000_000_000;
    private readonly long[] _paidUntil = new long[processors];

    /// <summary>Allowed hits per second on one CPU.</summary>
    public long PerSecond => perSecond;

    /// <summary>Counts a hit; false when its CPU has too many.</summary>
    /// <param name="processor">Index of the CPU.</param>
    /// <param name="time">Time of the hit, nanoseconds.</param>
    public bool Take(int processor, long time) => Take(processor, time, 1);

    /// <summary>Counts lost hits of unknown CPUs for every CPU; false when there are too many.</summary>
    /// <param name="time">When the loss was reported, nanoseconds.</param>
    /// <param name="count">Number of hits.</param>
    public bool TakeLost(long time, ulong count)
    {
        var isLittle = true;
        for (var i = 0; i < _paidUntil.Length; i++) isLittle &= Take(i, time, (long)Math.Min(count, (ulong)(2 * Seconds * perSecond)));
        return isLittle;
    }

    private bool Take(int processor, long time, long count)
    {
        _paidUntil[processor] = Math.Max(_paidUntil[processor], time) + (count * SecondNanoseconds / perSecond);
        return _paidUntil[processor] - time <= Seconds * SecondNanoseconds;
    }
}
