namespace Unpause.Requests.Attribution.Queues;

/// <summary>How requests in flight share the workers.</summary>
public enum QueueDiscipline
{
    /// <summary>
    /// A request has a worker to itself from its turn to its end; turns come in order of arrival (worker pools, event loops).
    /// </summary>
    FirstComeFirstServed,

    /// <summary>All requests in flight share the workers evenly (threads on cores, threads under an interpreter lock).</summary>
    Shared,

    /// <summary>Requests do not wait for each other.</summary>
    Unlimited,
}
