namespace Unpause.Recordings.Words;

/// <summary>HotSpot's own words for GC causes (<see cref="Collection.RuntimeCause"/>) that rules use.</summary>
public static class JvmReasons
{
    /// <summary>G1: a humongous object was allocated.</summary>
    public const string HumongousAllocation = "G1 Humongous Allocation";

    /// <summary>A thread left a critical section of JNI that collections had waited for.</summary>
    public const string LockerInitiated = "GCLocker Initiated GC";
}
