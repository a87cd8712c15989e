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
