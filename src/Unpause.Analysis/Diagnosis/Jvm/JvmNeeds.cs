namespace Unpause.Analysis.Diagnosis.Jvm;

/// <summary>What the rules for the JVM need in a recording, and which switch records it.</summary>
internal static class JvmNeeds
{
    private const string Unified = "JDK 9 and later";
    private const string Legacy = "JDK 8";
    private const string Longer = "record longer, with";

    private static readonly RecordingSwitch[] Details = [new("-Xlog:gc*", Unified), new("-XX:+PrintGCDetails", Legacy)];

    /// <summary>Each collection with its cause, pauses and sizes.</summary>
    public static readonly Requirement Collections = new(
        "a GC log or a flight recording: each collection with its cause, pauses and sizes",
        "The recording has no collections",
        [
            new("unpause run -- CMD"), new("unpause record PID"), .. Details,
            new("unpause record PID --jfr", "a flight recording; JDK 8u262 and later"),
        ]);

    /// <summary>Collections that marked the whole heap.</summary>
    public static readonly Requirement LiveSet = new(
        "a collection that marked the whole heap, which gives the live set",
        "The live set is unknown until a collection marks the whole heap",
        Details,
        Longer);

    /// <summary>Sizes of the spaces, and collections that marked the whole heap.</summary>
    public static readonly Requirement Lifetimes = new(
        "sizes of the spaces at each collection, and at least one collection that marked the whole heap",
        "Object lifetimes need the sizes of the spaces and at least one collection that marked the whole heap",
        Details,
        Longer);

    /// <summary>Sizes of the spaces at each young collection.</summary>
    public static readonly Requirement Spaces = new(
        "sizes of the spaces at each young collection",
        "The log has no sizes of the spaces",
        Details);

    /// <summary>Phases of G1's young pauses.</summary>
    public static readonly Requirement Phases = new(
        "the phases of G1's young pauses",
        "The log has no phases of young pauses, which G1 can log",
        [new("-Xlog:gc*,gc+phases=debug", Unified), new("-XX:+PrintGCDetails", Legacy)]);

    /// <summary>Reference processing time of pauses.</summary>
    public static readonly Requirement References = new(
        "reference processing time of the pauses",
        "The log has no reference processing times",
        [new("-Xlog:gc*,gc+phases*=debug", Unified), new("-XX:+PrintReferenceGC -XX:+PrintGCDetails", Legacy)]);

    /// <summary>CPU times of collections.</summary>
    public static readonly Requirement CpuTimes = new(
        "CPU times of collections (user, sys, real)",
        "The log has no CPU times of collections, which G1, Parallel and Serial can log",
        [new("-Xlog:gc+cpu", Unified), new("-XX:+PrintGCDetails", Legacy)]);

    /// <summary>Time to safepoint.</summary>
    public static readonly Requirement Safepoints = new(
        "the time to safepoint of each stop",
        "The log has no time to safepoint",
        [new("-Xlog:safepoint", Unified), new("-XX:+PrintGCApplicationStoppedTime", Legacy)]);

    /// <summary>Timestamps.</summary>
    public static readonly Requirement Times = new(
        "timestamps in the log",
        "The log has no timestamps, so its throughput is unknown",
        [new("-Xlog:gc*:file=gc.log:time,uptime,level,tags", Unified), new("-XX:+PrintGCDateStamps", Legacy)]);

    /// <summary>The JVM's options.</summary>
    public static readonly Requirement Options = new(
        "the JVM options",
        "The log does not contain the JVM options",
        [
            new("-Xlog:gc*,arguments", "works with JDK 25, not with JDK 17"),
            new("-Xloggc:FILE", "JDK 8, which writes them at the top of each file")
        ]);

    /// <summary>Old-object samples with their retainers.</summary>
    public static readonly Requirement Retainers = new(
        "old-object samples of a flight recording with their paths to a GC root",
        "The recording has samples of long-lived objects, but not what retains them",
        [new("unpause record PID --jfr --retainers", "pauses the application for some tenths of a second")]);
}
