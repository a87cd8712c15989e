namespace Unpause.Recorder;

/// <summary>A live process cannot be recorded or asked; the message is a sentence for the user.</summary>
public sealed class ObstacleException(Obstacle obstacle) : Exception(obstacle.ToString())
{
    /// <summary>An obstacle without advice.</summary>
    internal ObstacleException(string what) : this(new Obstacle(what))
    {
    }

    /// <summary>What is in the way.</summary>
    public Obstacle Obstacle { get; } = obstacle;
}
