namespace Unpause.Recordings.Words;

/// <summary>HotSpot's collectors (<see cref="Source.Collector"/>) whose names more than one room needs.</summary>
public static class JvmCollectors
{
    /// <summary>Regions, young ones and old ones with the most garbage first; the default since JDK 9.</summary>
    public const string G1 = "G1";

    /// <summary>Allocates and never collects.</summary>
    public const string Epsilon = "Epsilon";

    /// <summary>One thread, for small heaps and machines.</summary>
    public const string Serial = "Serial";

    public const string Parallel = "Parallel";

    /// <summary>Concurrent mark and sweep, up to JDK 13.</summary>
    public const string ConcurrentMarkSweep = "CMS";

    public const string Z = "ZGC";

    public const string Shenandoah = "Shenandoah";

    /// <summary>The Serial collector of GraalVM's native images, which is not HotSpot's.</summary>
    public const string NativeImageSerial = "Serial of native images";
}
