namespace Unpause.Analysis.Diagnosis.Jvm;

/// <summary>
/// What to do about System.gc(), by its caller. NIO calls it when the limit of direct buffers is reached, and waits for the buffers to be
/// freed: java.base, java/nio/Bits.java (reserveMemory). With -XX:+DisableExplicitGC that ends in OutOfMemoryError (measured with JDK 17).
/// </summary>
internal static class SystemGcAdvice
{
    private const string ReservesMemory = "java.nio.Bits.reserveMemory";

    /// <summary>The advice, best first.</summary>
    public static IReadOnlyList<Advice> Advise(Recording recording)
    {
        var callers = recording.InducedBy ?? [];
        var byBuffers = callers.Where(call => call.Stack.Any(IsOfBuffers)).Sum(call => call.Count);
        if (byBuffers * 2 > callers.Sum(call => call.Count)) return [LargerLimit(recording)];
        var remove = new Advice(
            "Find the code that calls System.gc() or Runtime.gc() and remove the call: each stops the application for the whole heap.",
            callers.Count == 0 ? "unpause record PID --jfr" : null);
        return callers.Count == 0
            ? [remove, new(
                "If NIO's direct buffers call it (java.nio.Bits.reserveMemory in the stack), raise their limit, -XX:MaxDirectMemorySize, "
                + "or reuse the buffers. Do not disable explicit GC then: direct buffers are freed by it, and the program would end with "
                + "OutOfMemoryError. RMI calls it every hour (sun.rmi.dgc.server.gcInterval).")]
            : byBuffers == 0
            ? [remove, new(
                "Or disable explicit GC (JDK 5 and later): no direct buffer was among the recorded callers. Check that before you do.",
                "-XX:+DisableExplicitGC"), .. Concurrent(recording.Source.Collector)]
            : [remove];
    }

    /// <summary>
    /// Only where none of the callers is NIO: while a concurrent cycle runs, it gives up waiting for direct buffers, and throws
    /// OutOfMemoryError (measured with JDK 17).
    /// </summary>
    internal static IEnumerable<Advice> Concurrent(string? collector) => collector switch
    {
        "G1" or "CMS" =>
        [
            new(
                "Or let explicit GCs run concurrently (CMS from JDK 6, G1 from JDK 7): the caller still waits for the cycle, the others "
                + "don't.",
                "-XX:+ExplicitGCInvokesConcurrent"),
        ],
        "Serial" or JvmCollectors.Parallel =>
        [
            new(
                "Or use G1, which can run explicit GCs concurrently (JDK 7 and later).",
                "-XX:+UseG1GC -XX:+ExplicitGCInvokesConcurrent"),
        ],
        _ => [],
    };

    private static Advice LargerLimit(Recording recording)
    {
        const long Least = 1L << 30;
        var wanted = Math.Max(Least, 2 * Math.Min(recording.HeapMaximumBytes ?? 0, Least << 4));
        return new(
            "NIO's direct buffers reached their limit, and call System.gc() to free unused ones. Raise the limit (default: the maximum "
            + "heap size), at the cost of that much memory outside the heap, or reuse the buffers. Do not disable explicit GC: the program "
            + "would end with OutOfMemoryError.",
            $"-XX:MaxDirectMemorySize={wanted >> 20}m");
    }

    private static bool IsOfBuffers(string frame) => frame.Contains(ReservesMemory, StringComparison.Ordinal);
}
