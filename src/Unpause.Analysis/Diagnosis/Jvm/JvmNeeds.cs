namespace Unpause.Diagnosis.Jvm;

/// <summary>What the JVM's rules need to have been recorded, and which switch records it.</summary>
internal static class JvmNeeds
{
    private const string Unified = "JDK 9 and later";
    private const string Legacy = "JDK 8";
    private const string Longer = "record longer, with";

    private static readonly RecordingSwitch[] Details = [new("-Xlog:gc*", Unified), new("-XX:+PrintGCDetails", Legacy)];

    /// <summary>Each collection with its cause, pauses and sizes.</summary>
    public static readonly Requirement Collections = new(
        "the collector's log, or a flight recording: each collection with its cause, pauses and sizes",
        "The recording has no collections",
        [
            new("unpause run -- CMD"), new("unpause record PID"), .. Details,
            new("unpause record PID --jfr", "a flight recording; JDK 8u262 and later"),
        ]);

    /// <summary>Collections that marked the whole heap.</summary>
    public static readonly Requirement LiveSet = new(
        "a collection that marked the whole heap, which tells the live set",
        "The live set is only known after a collection that marked the whole heap",
        Details,
        Longer);

    /// <summary>Sizes of the spaces, and collections that marked the whole heap.</summary>
    public static readonly Requirement Lifetimes = new(
        "sizes of the spaces at each collection, and at least one collection that marked the whole heap",
        "The lifetime of objects needs sizes of the spaces and at least one collection that marked the whole heap",
        Details,
        Longer);

    /// <summary>Phases of G1's young pauses.</summary>
    public static readonly Requirement Phases = new(
        "the phases of G1's young pauses",
        "The log doesn't say what young pauses spend their time on, which G1 prints",
        [new("-Xlog:gc*,gc+phases=debug", Unified), new("-XX:+PrintGCDetails", Legacy)]);

    /// <summary>What pauses spend on references.</summary>
    public static readonly Requirement References = new(
        "the time that pauses spend on references",
        "The log doesn't say how long pauses spend on references",
        [new("-Xlog:gc*,gc+phases*=debug", Unified), new("-XX:+PrintReferenceGC -XX:+PrintGCDetails", Legacy)]);

    /// <summary>CPU times of collections.</summary>
    public static readonly Requirement CpuTimes = new(
        "CPU times of collections (user, sys, real)",
        "The log has no CPU times of collections, which G1, Parallel and Serial print",
        [new("-Xlog:gc+cpu", Unified), new("-XX:+PrintGCDetails", Legacy)]);

    /// <summary>Time to safepoint.</summary>
    public static readonly Requirement Safepoints = new(
        "how long stopping the threads took, for each stop",
        "The log doesn't say how long stopping the threads took",
        [new("-Xlog:safepoint", Unified), new("-XX:+PrintGCApplicationStoppedTime", Legacy)]);

    /// <summary>Time stamps.</summary>
    public static readonly Requirement Times = new(
        "times in the log",
        "Without times in the log there is no throughput",
        [new("-Xlog:gc*:file=gc.log:time,uptime,level,tags", Unified), new("-XX:+PrintGCDateStamps", Legacy)]);

    /// <summary>The JVM's options.</summary>
    public static readonly Requirement Options = new(
        "the options that the JVM was started with",
        "The log doesn't show the JVM's options",
        [
            new("-Xlog:gc*,arguments", "seen with JDK 25, not with 17"),
            new("-Xloggc:FILE", "JDK 8, which prints them at the head of each file")
        ]);

    /// <summary>Old-object samples with who holds them.</summary>
    public static readonly Requirement Holders = new(
        "old-object samples of a flight recording with their paths to a GC root",
        "The recording has sampled long-lived objects, but not who holds them",
        [new("unpause record PID --jfr --holders", "it stops the program for some tenths of a second")]);
}
