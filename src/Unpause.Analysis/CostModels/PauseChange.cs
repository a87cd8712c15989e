namespace Unpause.Analysis.CostModels;

/// <summary>A setting that is asked about.</summary>
/// <param name="LimitBytes">The memory that the process may use; of Go the heap goal.</param>
/// <param name="YoungBytes">The young generation's size; null for what follows from the limit.</param>
/// <param name="AddedLiveBytes">Bytes that are live beside those of the recording.</param>
public sealed record MemorySetting(double LimitBytes, double? YoungBytes = null, double AddedLiveBytes = 0);

/// <summary>How the pauses of a recording change with another setting and the same allocations.</summary>
/// <param name="Young">Pauses of collections of young generations.</param>
/// <param name="Old">All other pauses.</param>
/// <param name="Added">Collections of a kind that the recording does not have; null for none.</param>
public sealed record PauseChange(KindChange Young, KindChange Old, AddedPauses? Added)
{
    /// <summary>Nothing changes.</summary>
    public static PauseChange None { get; } = new(KindChange.Same, KindChange.Same, null);

    /// <summary>Whether the ends of the range are the same.</summary>
    public bool IsCertain => Young.Low == Young.High && Old.Low == Old.High && Added is null;
}

/// <summary>How pauses of one kind change: what is likely, and the ends of what the recording leaves open.</summary>
/// <param name="Low">The end with the least time in pauses.</param>
/// <param name="Middle">In between.</param>
/// <param name="High">The end with the most time.</param>
public sealed record KindChange(Scaled Low, Scaled Middle, Scaled High)
{
    /// <summary>As recorded.</summary>
    public static KindChange Same { get; } = Rarer(1);

    /// <summary>There are none.</summary>
    public static KindChange None { get; } = Rarer(0);

    /// <summary>So many times as many pauses, as long as recorded.</summary>
    public static KindChange Rarer(double rate) => new(new(rate, 1), new(rate, 1), new(rate, 1));

    /// <summary>
    /// The same where more survives each collection: from no effect on its length to as many times as long as there are times as many
    /// bytes to traverse.
    /// </summary>
    public KindChange WithMoreLive(double addedBytes, double? traversedBytes)
    {
        if (addedBytes <= 0 || traversedBytes is not > 0) return this;
        var longer = 1 + (addedBytes / traversedBytes.Value);
        return this with { Middle = Middle.Longer((1 + longer) / 2), High = High.Longer(longer) };
    }

    /// <summary>One of the three.</summary>
    public Scaled At(RangeEnd end) => end switch { RangeEnd.Low => Low, RangeEnd.High => High, _ => Middle };
}

/// <summary>A number of pauses and their lengths, as multiples of the recorded ones.</summary>
/// <param name="Rate">So many times as many, for the same allocations.</param>
/// <param name="Length">So many times as long.</param>
public readonly record struct Scaled(double Rate, double Length)
{
    /// <summary>So many times longer again.</summary>
    public Scaled Longer(double times) => this with { Length = Length * times };
}

/// <summary>Collections that come in equal distances. For each second, and seconds.</summary>
public sealed record AddedPauses(
    double LowPerSecond, double PerSecond, double HighPerSecond, double LowSeconds, double Seconds, double HighSeconds)
{
    /// <summary>One of the three.</summary>
    public (double PerSecond, double Seconds) At(RangeEnd end) => end switch
    {
        RangeEnd.Low => (LowPerSecond, LowSeconds),
        RangeEnd.High => (HighPerSecond, HighSeconds),
        _ => (PerSecond, Seconds),
    };
}

/// <summary>A place in a range.</summary>
public enum RangeEnd
{
    /// <summary>Its lower end.</summary>
    Low,

    /// <summary>What is likely.</summary>
    Middle,

    /// <summary>Its upper end.</summary>
    High,
}
