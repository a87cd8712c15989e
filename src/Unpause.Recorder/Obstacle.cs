namespace Unpause.Recorder;

/// <summary>What prevents or limits the recording of a process.</summary>
/// <param name="What">The reason, one sentence without a full stop.</param>
/// <param name="Instead">What to do or type instead; null when there is no advice.</param>
/// <param name="Hard">Whether nothing can be recorded; otherwise less is recorded.</param>
public sealed record Obstacle(string What, string? Instead = null, bool Hard = true)
{
    /// <summary>Its kind, for callers that add advice of their own.</summary>
    public ObstacleKind Kind { get; init; }

    /// <inheritdoc/>
    public override string ToString() => Instead is null ? What : $"{What}: {Instead}";
}

/// <summary>Kinds of obstacles for which a caller has more advice.</summary>
public enum ObstacleKind
{
    /// <summary>Any other.</summary>
    Other,

    /// <summary>No runtime in the process supports the request.</summary>
    OtherRuntime,
}

/// <summary>A live process cannot be recorded or inspected; the message is one sentence for the user.</summary>
public sealed class ObstacleException(Obstacle obstacle) : Exception(obstacle.ToString())
{
    /// <summary>An obstacle without advice.</summary>
    internal ObstacleException(string what) : this(new Obstacle(what))
    {
    }

    /// <summary>The reason and the advice.</summary>
    public Obstacle Obstacle { get; } = obstacle;
}
