namespace Unpause.Recordings.Words;

/// <summary>HotSpot's collectors (<see cref="Source.Collector"/>) whose names more than one room needs.</summary>
public static class JvmCollectors
{
    /// <summary>Parallel.</summary>
    public const string Parallel = "Parallel";

    /// <summary>Shenandoah.</summary>
    public const string Shenandoah = "Shenandoah";
}
