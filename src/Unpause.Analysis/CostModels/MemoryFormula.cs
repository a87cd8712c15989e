namespace Unpause.Analysis.CostModels;

/// <summary>The formulas, one for each way in which collectors decide to run.</summary>
public enum FormulaKind
{
    /// <summary>G1: the young generation grows with the heap.</summary>
    G1,

    /// <summary>Parallel and Serial: fixed shares of young and old generation.</summary>
    Generations,

    /// <summary>.NET at a hard limit.</summary>
    DotNetAtLimit,

    /// <summary>.NET without a limit that it reaches.</summary>
    DotNetBelowLimit,

    /// <summary>Go's pacer.</summary>
    Go,

    /// <summary>V8's old space.</summary>
    V8,
}

/// <summary>How the work of a collector depends on the memory that it may use.</summary>
public abstract class MemoryFormula
{
    /// <summary>Which one it is; the reports have its words.</summary>
    public abstract FormulaKind Kind { get; }

    /// <summary>What sets the limit: <c>-Xmx</c>.</summary>
    public abstract string Setting { get; }

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

    /// <summary>Seconds from one collection of old objects to the next with a limit; null where it is not recorded.</summary>
    public virtual double? PeriodSeconds(double limit) => null;

    /// <summary>
    /// How many collections of each kind there would be, and how long they would take, for the same allocations with another setting; null
    /// where what is live leaves no room.
    /// </summary>
    internal abstract PauseChange? Change(MemorySetting asked);
}
