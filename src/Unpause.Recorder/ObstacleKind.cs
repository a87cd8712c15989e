namespace Unpause.Recorder;

/// <summary>What kind an obstacle is, where somebody has more to say about it.</summary>
public enum ObstacleKind
{
    /// <summary>Any.</summary>
    Other,

    /// <summary>The process runs no runtime that can do what was asked.</summary>
    OtherRuntime,
}
