namespace Unpause.Reports.Documents;

/// <summary>Why one stop-the-world pause was long.</summary>
public sealed record StopExplanationDocument
{
    /// <summary>The duration of the stop, as the application experienced it.</summary>
    public required Milliseconds DurationMs { get; init; }

    /// <summary>Start since the start of the recording; null where the format has no timestamps.</summary>
    [Signed]
    public required Milliseconds? StartMs { get; init; }

    /// <summary>The number of the collection in the runtime; null for a stop without one.</summary>
    [Signed]
    public required long? Collection { get; init; }

    /// <summary>What happened, as one sentence: length, moment, pause, collection.</summary>
    public required string What { get; init; }

    /// <summary>Why it was long, in a few sentences; each is shown by the recording.</summary>
    public required string Why { get; init; }

    /// <summary>What to do about it.</summary>
    public required string Action { get; init; }

    /// <summary>What to type for it; null where there is nothing to type.</summary>
    public string? ActionSetting { get; init; }

    /// <summary>The cause by which stop time is added up.</summary>
    [Words(nameof(Vocabulary.StopCauses))]
    public required string Cause { get; init; }

    /// <summary>The index of the finding that explains it; null where no finding does.</summary>
    public required int? Finding { get; init; }

    /// <summary>What its time went into, the longest part first; together as long as the stop.</summary>
    public required IReadOnlyList<StopPartDocument> Parts { get; init; }

    /// <summary>The questions that were asked, in a fixed order.</summary>
    public required IReadOnlyList<StopAnswerDocument> Answers { get; init; }

    /// <summary>CPU time of the GC threads in its pause (user and system); null where not recorded.</summary>
    public required Milliseconds? CpuMs { get; init; }

    /// <summary>The part of that time in the kernel.</summary>
    public required Milliseconds? SystemCpuMs { get; init; }

    /// <summary>Other stops of the same kind; null where there are fewer than four.</summary>
    public required StopPeersDocument? Peers { get; init; }

    /// <summary>What would tell more and is not recorded.</summary>
    public required IReadOnlyList<UnrecordedPartDocument> NotRecorded { get; init; }

    /// <summary>The allocation or call that triggered its collection; null where it is not recorded.</summary>
    public StopCulpritDocument? Culprit { get; init; }

    /// <summary>The requests that it delayed; null where no requests were given, or the clocks do not show which.</summary>
    public StopVictimsDocument? Victims { get; init; }
}

/// <summary>The requests that were being served during a stop.</summary>
public sealed record StopVictimsDocument
{
    /// <summary>The number of requests; what others waited behind them is not in it.</summary>
    public required long Count { get; init; }

    /// <summary>The time that they were stopped, all together.</summary>
    public required Milliseconds DelayMs { get; init; }

    /// <summary>The most delayed ones, up to five, the most delayed first.</summary>
    public required IReadOnlyList<StopVictimDocument> Most { get; init; }

    /// <summary>The same as one sentence.</summary>
    public required string Text { get; init; }
}

/// <summary>A request that a stop delayed.</summary>
public sealed record StopVictimDocument
{
    /// <summary>The operation; null when unnamed.</summary>
    public required string? Name { get; init; }

    /// <summary>The trace ID, 32 hexadecimal digits; null when the source is not a trace.</summary>
    public required string? TraceId { get; init; }

    /// <summary>The arrival time in UTC.</summary>
    public required string StartedAt { get; init; }

    /// <summary>The latency as measured.</summary>
    public required Milliseconds DurationMs { get; init; }

    /// <summary>The part of it inside the stop.</summary>
    public required Milliseconds DelayMs { get; init; }
}

/// <summary>What triggered a collection, as far as the recording shows it.</summary>
public sealed record StopCulpritDocument
{
    /// <summary>
    /// How it is known: the recorded allocation that found too little room, the recorded call, or only the last sampled allocation before
    /// the collection, which need not be the trigger.
    /// </summary>
    [Words(nameof(Vocabulary.StopEvidence))]
    public required string Evidence { get; init; }

    /// <summary>The same as one sentence.</summary>
    public required string Text { get; init; }

    /// <summary>The methods, the innermost first; empty where there are no names.</summary>
    public required IReadOnlyList<string> Stack { get; init; }

    /// <summary>The index in stack of the first method that belongs to the application; null when there is none.</summary>
    public required long? AppFrame { get; init; }

    /// <summary>The name of its thread; null where not recorded.</summary>
    public required string? Thread { get; init; }

    /// <summary>The allocated type; null where not recorded.</summary>
    public required string? Type { get; init; }

    /// <summary>What was to be allocated: an object, or a new buffer of the thread; null where not recorded.</summary>
    public required long? NeededBytes { get; init; }

    /// <summary>Threads whose requests for this collection are recorded; this is the first of them.</summary>
    public required int Candidates { get; init; }
}

/// <summary>A part of a stop.</summary>
public sealed record StopPartDocument
{
    /// <summary>What was done.</summary>
    [Words(nameof(Vocabulary.StopParts))]
    public required string Kind { get; init; }

    /// <summary>The runtime's own name of the longest phase in it; null where it has none.</summary>
    public required string? Phase { get; init; }

    /// <summary>The time that it took; of parallel work the average over GC threads.</summary>
    public required Milliseconds DurationMs { get; init; }
}

/// <summary>A question about a stop, and its answer.</summary>
public sealed record StopAnswerDocument
{
    /// <summary>The question.</summary>
    [Words(nameof(Vocabulary.StopQuestions))]
    public required string Question { get; init; }

    /// <summary>The answer; null where it is not recorded.</summary>
    public required bool? Answer { get; init; }

    /// <summary>The time of the stop that it accounts for; null where it is no time.</summary>
    public required Milliseconds? DurationMs { get; init; }

    /// <summary>What was found, in the runtime's own terms.</summary>
    public required string? Word { get; init; }
}

/// <summary>What is usual for stops of the same kind: the same generation and pause, or the same operation.</summary>
public sealed record StopPeersDocument
{
    /// <summary>The number of other stops.</summary>
    public required int Count { get; init; }

    /// <summary>Their median length.</summary>
    public required Milliseconds MedianMs { get; init; }

    /// <summary>What the work of the collection is measured by; null where the recording has no such number.</summary>
    [Words(nameof(Vocabulary.StopWork))]
    public required string? Work { get; init; }

    /// <summary>The work of this collection: bytes or objects.</summary>
    public required long? Amount { get; init; }

    /// <summary>The median over the others.</summary>
    public required long? MedianAmount { get; init; }
}

/// <summary>What is not recorded and would tell more.</summary>
public sealed record UnrecordedPartDocument
{
    /// <summary>What it is.</summary>
    public required string What { get; init; }

    /// <summary>The switch that records it.</summary>
    public required string Record { get; init; }
}
