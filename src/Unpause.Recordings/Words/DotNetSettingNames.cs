namespace Unpause.Recordings.Words;

/// <summary>
/// Names of settings that recordings of .NET show (<see cref="Source.Settings"/>); where the runtime has one, it is its own.
/// </summary>
public static class DotNetSettingNames
{
    /// <summary>1 where background collections are on.</summary>
    public const string Concurrent = "gcConcurrent";

    /// <summary>The heap's hard limit in bytes.</summary>
    public const string HardLimit = "GCHeapHardLimit";

    /// <summary>The least size of gen0, in bytes, where it was set.</summary>
    public const string Gen0Size = "gen0 minimum budget";

    /// <summary>From which size in bytes on an object is a large one.</summary>
    public const string LargeThreshold = "GCLOHThreshold";

    /// <summary>The memory load from which on the collector blocks and compacts, in percent, where it was set.</summary>
    public const string HighMemory = "GCHighMemPercent";

    /// <summary>1 where the number of heaps adapts to the application (DATAS).</summary>
    public const string Adapts = "GCDynamicAdaptationMode";

    /// <summary>Processors that the runtime sees.</summary>
    public const string Processors = "processors";
}
