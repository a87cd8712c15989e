namespace Unpause.Recorder.Probes;

/// <summary>
/// How often a program may come by the probes of its assists: so often that they take one hundredth of a processor's time from it, of each
/// one, in the mean over two seconds. Then they are taken away.
/// </summary>
/// <param name="processors">How many there are.</param>
/// <param name="perSecond">How many hits a second are a hundredth of one.</param>
internal sealed class AssistBudget(int processors, long perSecond)
{
    /// <summary>
    /// Hits a second on one processor: each costs the program 2 to 4 µs (bench/live/go_assists.py), so that these are a hundredth of it.
    /// </summary>
    public const long UsualPerSecond = 2_500;

    private const long Seconds = 2, SecondNanoseconds = 1_000_000_000;
    private readonly long[] _paidUntil = new long[processors];

    /// <summary>How many hits a second are allowed on one processor.</summary>
    public long PerSecond => perSecond;

    /// <summary>Takes a hit; false when those of its processor are too many.</summary>
    /// <param name="processor">The processor, as an index.</param>
    /// <param name="time">When it was, nanoseconds.</param>
    public bool Take(int processor, long time) => Take(processor, time, 1);

    /// <summary>Takes hits of which is not known where they were: on any; false when they are too many.</summary>
    /// <param name="time">When that was told, nanoseconds.</param>
    /// <param name="count">How many.</param>
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
