namespace Unpause.Recorder;

/// <summary>Kinds of obstacles for which a caller has more advice.</summary>
public enum ObstacleKind
{
    /// <summary>Any other.</summary>
    Other,

    /// <summary>No runtime in the process supports the request.</summary>
    OtherRuntime,
}
