namespace Unpause.Recorder;

/// <summary>What is in the way of recording a process.</summary>
/// <param name="What">One sentence without its full stop: what is in the way.</param>
/// <param name="Instead">What to do or type instead; null when the sentence says it all.</param>
/// <param name="Hard">Whether nothing is recorded because of it; otherwise less is recorded.</param>
public sealed record Obstacle(string What, string? Instead = null, bool Hard = true)
{
    /// <summary>What kind it is.</summary>
    public ObstacleKind Kind { get; init; }

    /// <inheritdoc/>
    public override string ToString() => Instead is null ? What : $"{What}: {Instead}";
}
