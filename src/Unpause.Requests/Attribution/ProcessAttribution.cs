using Unpause.Requests.Attribution.Clocks;
using Unpause.Requests.Attribution.Queues;

namespace Unpause.Requests.Attribution;

/// <summary>How one process's requests were aligned with its recording.</summary>
/// <param name="Recording">Index of the recording, in the order given.</param>
/// <param name="Requests">Requests that arrived while it was recorded.</param>
/// <param name="Outside">Requests of this process from before or after the recording, left out.</param>
/// <param name="Clock">Offset, drift and error of the clocks.</param>
/// <param name="Queue">The queue that the process is, by its requests' times.</param>
/// <param name="Pauses">Pauses that could be placed, after merging those that touch.</param>
/// <param name="PausesBelowErrorBound">Pauses left out because they are shorter than the clocks' error.</param>
/// <param name="NanosecondsBelowErrorBound">Their time.</param>
public sealed record ProcessAttribution(
    int Recording,
    long Requests,
    long Outside,
    ClockAlignment Clock,
    QueueModel Queue,
    int Pauses,
    int PausesBelowErrorBound,
    long NanosecondsBelowErrorBound)
{
    /// <summary>Pauses from stretches whose clock is unknown: which requests they affected is unknown.</summary>
    internal int PausesWithoutPlace { get; init; }

    /// <summary>How long before a pause is logged the process has stopped answering, on average; 0 when that cannot be seen.</summary>
    public long UnloggedStartNanoseconds { get; init; }

    /// <summary>How many queues fit within chance of the best one.</summary>
    public int QueueCandidates { get; init; } = 1;
}
