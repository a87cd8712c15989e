namespace Unpause.Requests.Attribution;

/// <summary>What became of one request; every request has exactly one.</summary>
internal enum RequestFate
{
    /// <summary>Within the threshold.</summary>
    NotSlow,

    /// <summary>Slow, and not slow without pauses and their backlog.</summary>
    SlowBecauseOfGc,

    /// <summary>Slow with a pause inside, but not slow because of it (or that was not judged).</summary>
    SlowWithPause,

    /// <summary>Slow without a pause inside, and not slow because of the backlog of one (or that was not judged).</summary>
    SlowWithoutPause,
}
