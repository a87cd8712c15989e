namespace Unpause.Analysis.Diagnosis;

/// <summary>
/// Why known code induces collections, by the methods in its call stack. Sources: dotnet/runtime (GC.CoreCLR.cs,
/// MemoryFailPoint.cs), dotnet/wpf (MemoryPressure.cs), the reference source of System.Web and
/// System.Runtime.Caching, and OpenJDK (sun.rmi.transport.GC, java.nio.Bits).
/// </summary>
internal static class InducedReasons
{
    private static readonly (string Part, string Reason)[] Known =
    [
        ("System.GC.AddMemoryPressure", "GC.AddMemoryPressure: native memory retained by managed objects has grown"),
        ("MS.Internal.MemoryPressure", "WPF's bitmaps retain native memory"),
        ("System.GC.GetTotalMemory", "GC.GetTotalMemory(true) collects until the heap size no longer changes"),
        ("System.GC.TryStartNoGCRegion", "GC.TryStartNoGCRegion collects to reserve the requested memory"),
        ("System.GC.StartNoGCRegionWorker", "GC.TryStartNoGCRegion collects to reserve the requested memory"),
        ("System.GC.RefreshMemoryLimit", "GC.RefreshMemoryLimit: the container's limit was read again"),
        ("System.Runtime.MemoryFailPoint", "MemoryFailPoint collects if the memory that it checks for is not available"),
        (
            "System.Web.Hosting.RecycleLimitMonitor",
            "ASP.NET's monitor of the process's private bytes (the application pool's memory limit)"),
        ("System.Web.Hosting.LowPhysicalMemory", "ASP.NET's monitor of the machine's memory"),
        ("System.Web.Hosting.AspNetMemoryMonitor", "ASP.NET's memory monitor"),
        ("System.Web.Caching.", "the memory limit of ASP.NET's cache"),
        ("System.Runtime.Caching.", "the memory limit of System.Runtime.Caching.MemoryCache"),
        ("sun.rmi.transport.GC", "RMI's distributed GC triggers one per hour (-Dsun.rmi.dgc.server.gcInterval)"),
        ("java.nio.Bits.reserveMemory", "direct buffers have reached their limit (-XX:MaxDirectMemorySize)"),
        ("BenchmarkDotNet.", "BenchmarkDotNet collects between its measurements"),
    ];

    // Common words in the names of such code; only the application's own types are matched.
    private static readonly (string Part, string Reason)[] Words =
    [
        ("MemoryPressure", "code that reacts to memory pressure"),
        ("LowMemory", "code that reacts to low memory"),
        ("MemoryMonitor", "a monitor of the process's memory"),
        ("MemoryLimit", "code that enforces a memory limit"),
        ("MemoryWatch", "a monitor of the process's memory"),
    ];

    /// <summary>The reason, as a clause; null if no method is known.</summary>
    public static string? Find(IReadOnlyList<string> stack) =>
        First(Known, stack, StringComparison.Ordinal) ?? First(Words, stack, StringComparison.OrdinalIgnoreCase);

    private static string? First((string Part, string Reason)[] table, IReadOnlyList<string> stack, StringComparison comparison)
    {
        foreach (var (part, reason) in table)
        {
            if (stack.Any(method => method.Contains(part, comparison))) return reason;
        }

        return null;
    }
}

/// <summary>The call chain from its origin to the call that induced collections.</summary>
/// <param name="Count">Number of collections induced by this chain.</param>
/// <param name="Origin">Its origin: <c>timer</c>, <c>request</c>, <c>finalizer</c>, <c>thread pool</c>,
/// <c>thread</c>; null if the stack doesn't show it.</param>
/// <param name="Steps">Methods from the outermost to the calling one, without platform internals. Untrusted: escape before
/// showing.</param>
/// <param name="AskedBy">The method that called the collector; null if the stack only has the collector's own methods.</param>
/// <param name="Reason">The known reason of such calls, as a clause; null if unknown.</param>
public sealed record InducedChain(long Count, string? Origin, IReadOnlyList<string> Steps, string? AskedBy, string? Reason)
{
    private static readonly (string Part, string Origin)[] Origins =
    [
        ("System.Threading.TimerQueue", "timer"), ("System.Threading.PeriodicTimer", "timer"), ("System.Timers.Timer", "timer"),
        ("System.GC.RunFinalizers", "finalizer"), (".Finalize", "finalizer"),
        ("java.util.TimerThread", "timer"), ("ScheduledThreadPoolExecutor", "timer"),
        ("Microsoft.AspNetCore.", "request"), ("System.Web.HttpApplication", "request"),
        ("System.Threading.ThreadPoolWorkQueue", "thread pool"),
        ("System.Threading.PortableThreadPool", "thread pool"),
        ("java.util.concurrent.ThreadPoolExecutor", "thread pool"),
        ("System.Threading.Thread.Start", "thread"), ("java.lang.Thread.run", "thread"),
    ];

    private static readonly string[] Plumbing =
    [
        "System.Threading.", "System.Runtime.CompilerServices.", "System.Environment.", "System.Timers.",
        "System.Runtime.ExceptionServices.", "java.lang.Thread.", "java.util.concurrent.",
    ];

    /// <summary>Follows a call's stack from its origin to the collector.</summary>
    public static InducedChain From(InducedCall call)
    {
        var steps = call.Stack.Where(method => !IsPlumbing(method)).Reverse().ToList();
        return new InducedChain(
            call.Count,
            Origins.FirstOrDefault(known => call.Stack.Any(method => method.Contains(known.Part, StringComparison.Ordinal))).Origin,
            steps,
            call.Stack.FirstOrDefault(method => !IsCollector(method)),
            InducedReasons.Find(call.Stack));
    }

    private static bool IsPlumbing(string method) => Plumbing.Any(prefix => method.StartsWith(prefix, StringComparison.Ordinal));

    /// <summary>Whether a method is a platform method that induces a collection.</summary>
    internal static bool IsCollector(string method) =>
        method.StartsWith("System.GC.", StringComparison.Ordinal) || method is "java.lang.System.gc" or "java.lang.Runtime.gc";
}
