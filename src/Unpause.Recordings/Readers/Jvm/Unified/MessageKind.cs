namespace Unpause.Recordings.Readers.Jvm.Unified;

/// <summary>The meaning of a message that is not a timed one.</summary>
internal enum MessageKind : byte
{
    /// <summary>Known, and not part of a recording.</summary>
    Known,

    /// <summary>G1: <c>Eden regions: 36-&gt;0(35)</c>.</summary>
    EdenRegions,

    /// <summary>G1: <c>Survivor regions: 2-&gt;3(5)</c>.</summary>
    SurvivorRegions,

    /// <summary>G1: <c>Old regions: 2-&gt;2</c>.</summary>
    OldRegions,

    /// <summary>G1: <c>Humongous regions: 2-&gt;2</c>, <c>Archive regions: 1-&gt;1</c>.</summary>
    OtherRegions,

    /// <summary>Serial, Parallel, ParNew: <c>DefNew: 17472K(19648K)-&gt;353K(19648K) Eden: … From: …</c>.</summary>
    YoungSpace,

    /// <summary>Native images: <c>Eden: 14.50M-&gt;0.00M</c>.</summary>
    NativeEden,

    /// <summary>Native images: <c>Survivor: 1.00M-&gt;1.50M</c>.</summary>
    NativeSurvivors,

    /// <summary>Native images: <c>Maximum heap size: 19200M</c>, before the first collection.</summary>
    NativeMaximum,

    /// <summary>Serial, Parallel, CMS: <c>Tenured: 18619K(43712K)-&gt;18619K(43712K)</c>.</summary>
    OldSpace,

    /// <summary><c>User=0.01s Sys=0.00s Real=0.00s</c>.</summary>
    Cpu,

    /// <summary>ZGC: <c>Minor Collection (Allocation Rate) 84M(66%)-&gt;30M(23%) 0.002s</c>.</summary>
    ZCollection,

    /// <summary>ZGC: a row of the heap table, whose columns are four moments of the collection.</summary>
    ZLive,

    /// <summary>ZGC: as above.</summary>
    ZAllocated,

    /// <summary>ZGC: as above.</summary>
    ZPromoted,

    /// <summary>ZGC: as above, with the most and the least of the whole collection behind them.</summary>
    ZUsed,

    /// <summary>ZGC: how many threads waited for memory at each of the four moments.</summary>
    ZStalls,

    /// <summary>G1 up to 21: the young collection ran out of regions to copy into.</summary>
    ToSpaceExhausted,

    /// <summary>CMS: the old space had no room for what a young collection promoted.</summary>
    PromotionFailed,

    /// <summary>CMS: a full collection took over from a concurrent cycle.</summary>
    ConcurrentModeFailure,

    /// <summary>CMS: as above, because of an explicit GC.</summary>
    ConcurrentModeInterrupted,

    /// <summary>A concurrent cycle was broken off.</summary>
    Aborted,

    /// <summary><c>Desired survivor size 2621440 bytes, new threshold 15 (max threshold 15)</c>.</summary>
    TenuringThreshold,

    /// <summary><c>- age   1:     356736 bytes,     356736 total</c>.</summary>
    Age,

    /// <summary>JDK 13-25: <c>Safepoint "G1PauseRemark", Time since last: …</c>.</summary>
    Safepoint,

    /// <summary>JDK 9-12: <c>Total time for which application threads were stopped: …</c>.</summary>
    StoppedTime,

    /// <summary>JDK 9-12: the operation of the safepoint that is entered.</summary>
    EnteringSafepoint,

    /// <summary>ZGC: the tenuring threshold that it chose.</summary>
    ZTenuringThreshold,

    /// <summary>G1: from how many bytes on it begins to mark.</summary>
    MarkingThreshold,

    /// <summary>Shenandoah: how long allocating threads were paced.</summary>
    Pacing,

    /// <summary>Shenandoah: why the next cycle starts.</summary>
    Trigger,

    Version,

    /// <summary>G1: the region size.</summary>
    RegionSize,

    /// <summary>The heap's largest size.</summary>
    MaxCapacity,

    /// <summary>A setting, as <c>name: value</c>.</summary>
    Setting,

    /// <summary>The JVM's options: <c>jvm_args: -Xmx64m -XX:+UseG1GC</c>.</summary>
    Arguments,

    /// <summary>The program and its arguments.</summary>
    Command,

    /// <summary>Epsilon: what has been allocated so far.</summary>
    EpsilonHeap,

    Using,
}
