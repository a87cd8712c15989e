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
    public static string? Of(IReadOnlyList<string> stack) =>
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
