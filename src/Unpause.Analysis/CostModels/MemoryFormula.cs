namespace Unpause.Analysis.CostModels;

/// <summary>How a collector's work follows from the memory that it may take: one for each way in which collectors decide to run.</summary>
internal abstract class MemoryFormula
{
    /// <summary>The formula as people write it, with the names of its terms.</summary>
    public abstract string Text { get; }

    /// <summary>What sets the limit: <c>-Xmx</c>.</summary>
    public abstract string Setting { get; }

    /// <summary>What it holds for, and what it leaves out: a sentence.</summary>
    public abstract string Caveat { get; }

    /// <summary>
    /// The memory that it may take; where it may take more than it took, what it needs to run as it did. It is what other limits are
    /// compared with.
    /// </summary>
    public abstract double NowBytes { get; }

    /// <summary>Whether it took all that it may: only then would it run less often with more.</summary>
    public abstract bool IsBound { get; }

    /// <summary>
    /// Time in collections for each second of the program's own with a limit, in between and at the ends of what the recording leaves open;
    /// null where what is live leaves no room.
    /// </summary>
    /// <param name="limit">In bytes.</param>
    /// <param name="sum">What was measured, or drawn again of it.</param>
    public abstract (double Middle, double Low, double High)? Burden(double limit, WorkBlock sum);

    /// <summary>Seconds from one collection of old objects to the next with a limit; null where it isn't told.</summary>
    public virtual double? PeriodSeconds(double limit) => null;
}
