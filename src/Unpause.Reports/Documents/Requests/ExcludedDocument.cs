namespace Unpause.Reports.Documents;

/// <summary>Requests that were left out, by why.</summary>
public sealed record ExcludedDocument
{
    /// <summary>Served by others than the recorded processes, or nobody can tell by whom.</summary>
    public required long OtherProcesses { get; init; }

    /// <summary>From before or after the recording.</summary>
    public required long OutsideRecording { get; init; }

    /// <summary>With times that cannot be.</summary>
    public required long InvalidTimes { get; init; }

    /// <summary>No requests but streams, by what they say of themselves or by their length.</summary>
    public required long Streams { get; init; }
}
