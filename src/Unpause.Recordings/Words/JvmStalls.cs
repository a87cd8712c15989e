namespace Unpause.Recordings.Words;

/// <summary>Names of stalls of JVM recordings that rules use; others have the names that HotSpot prints.</summary>
public static class JvmStalls
{
    /// <summary>Shenandoah: the many short waits of all threads in one cycle, added up.</summary>
    public const string Pacing = "Pacing";
}
