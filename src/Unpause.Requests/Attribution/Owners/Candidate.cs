namespace Unpause.Requests.Attribution.Owners;

/// <summary>A process that served requests and may be the recorded one.</summary>
/// <param name="Process">Its index among <see cref="ServingProcesses.All"/>.</param>
/// <param name="Served">What is known of it.</param>
/// <param name="Tie">What ties it to the recording.</param>
/// <param name="Requests">Its requests.</param>
/// <param name="Inside">Of them, those that came while the recording ran.</param>
internal sealed record Candidate(int Process, Service Served, Tie Tie, long Requests, long Inside)
{
    /// <summary>How many of its requests end inside pauses; null when that was not counted.</summary>
    public EndingsInPauses? Endings { get; init; }

    /// <summary>How many start inside pauses, where the process itself recorded the times; null when that was not counted.</summary>
    public EndingsInPauses? Beginnings { get; init; }

    /// <summary>Whether the data say that it is the recorded one.</summary>
    public bool Fits => Endings is { Fits: true };
}
