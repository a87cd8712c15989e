using Unpause.Recordings.Triggers;

namespace Unpause.Analysis.Events;

/// <summary>Why one stop was long: from its own data, and compared with others of its kind.</summary>
/// <param name="Stop">The stop.</param>
/// <param name="Name">Which pause or operation it is, in the runtime's words.</param>
/// <param name="Collection">Index into <see cref="Recording.Collections"/>; null for a stop without a collection.</param>
/// <param name="Cause">What caused it.</param>
/// <param name="Parts">What its time went into, the longest part first; never empty.</param>
/// <param name="Answers">The questions that were asked, in their order.</param>
/// <param name="Peers">What is usual for its kind; null where there are too few others.</param>
/// <param name="Unknown">What would tell more and is not recorded.</param>
public sealed record PauseExplanation(
    FeltStop Stop,
    string Name,
    int? Collection,
    PauseCause Cause,
    IReadOnlyList<PausePart> Parts,
    IReadOnlyList<PauseAnswer> Answers,
    PausePeers? Peers,
    IReadOnlyList<UnrecordedPart> Unknown)
{
    /// <summary>The share of a stop from which a part dominates it.</summary>
    public const double DominatingShare = 0.5;

    /// <summary>The part that took at least half of the stop; null where none did.</summary>
    public PausePart? Dominating => Parts[0].Nanoseconds >= Stop.DurationNanoseconds * DominatingShare ? Parts[0] : null;

    /// <summary>CPU time of the GC threads in its pause, and the kernel's part of it; null when not recorded.</summary>
    public (long Cpu, long? System)? CpuTime { get; init; }

    /// <summary>What triggered its collection; null where it is not recorded.</summary>
    public CollectionTrigger? Trigger { get; init; }

    /// <summary>The answer to a question; null where it was not asked.</summary>
    public PauseAnswer? Answer(PauseQuestion question) => Answers.FirstOrDefault(answer => answer.Question == question);
}

/// <summary>What a recording lacks that would tell more about a stop.</summary>
public enum UnrecordedPart
{
    /// <summary>The time until all threads had stopped.</summary>
    StoppingThreads,

    /// <summary>What the stop was for.</summary>
    Operation,

    /// <summary>CPU time of the GC threads.</summary>
    CpuTime,

    /// <summary>The phases of the pause.</summary>
    Phases,

    /// <summary>The call site that induced the collection.</summary>
    CallSite,
}
