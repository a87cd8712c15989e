namespace Unpause.Recorder;

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
