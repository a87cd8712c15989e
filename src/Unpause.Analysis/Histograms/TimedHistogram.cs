namespace Unpause.Analysis.Histograms;

/// <summary>
/// Durations counted in all and in at most <see cref="MostBlocks"/> blocks of equal time, so that what recurs can still be seen.
/// </summary>
internal sealed class TimedHistogram
{
    /// <summary>Blocks at most.</summary>
    public const int MostBlocks = 240;

    private readonly ExponentialHistogram?[] _blocks = new ExponentialHistogram?[MostBlocks];

    /// <summary>An empty one.</summary>
    /// <param name="lengthNanoseconds">The time that the blocks share; null when values have no place in time.</param>
    public TimedHistogram(long? lengthNanoseconds) =>
        BlockNanoseconds = lengthNanoseconds is { } length ? (Math.Max(0, length) / MostBlocks) + 1 : null;

    /// <summary>Length of a block; null when values have no place in time.</summary>
    public long? BlockNanoseconds { get; }

    /// <summary>All values.</summary>
    public ExponentialHistogram All { get; } = new();

    /// <summary>The blocks with values, by their place.</summary>
    public IEnumerable<(int Index, ExponentialHistogram Values)> Blocks
    {
        get
        {
            for (var i = 0; i < MostBlocks; i++)
            {
                if (_blocks[i] is { } block) yield return (i, block);
            }
        }
    }

    /// <summary>Counts a duration.</summary>
    /// <param name="startNanoseconds">Its start since the blocks' begin; null when it has no place in time.
    /// Before or after them is in the nearest.</param>
    /// <param name="durationNanoseconds">How long.</param>
    public void Add(long? startNanoseconds, long durationNanoseconds)
    {
        var index = ExponentialHistogram.IndexOf(durationNanoseconds);
        All.Add(durationNanoseconds, index);
        if (startNanoseconds is not { } start || BlockNanoseconds is not { } length) return;
        (_blocks[Math.Clamp(start / length, 0, MostBlocks - 1)] ??= new()).Add(durationNanoseconds, index);
    }
}
