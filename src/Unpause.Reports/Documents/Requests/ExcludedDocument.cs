namespace Unpause.Reports.Documents;

/// <summary>Ignored requests by reason.</summary>
public sealed record ExcludedDocument
{
    /// <summary>Requests served by other processes, or by an unknown process.</summary>
    public required long OtherProcesses { get; init; }

    /// <summary>Requests from before or after the recording.</summary>
    public required long OutsideRecording { get; init; }

    /// <summary>Requests with impossible times.</summary>
    public required long InvalidTimes { get; init; }

    /// <summary>Streams instead of requests, as declared or by their duration.</summary>
    public required long Streams { get; init; }
}
