namespace Unpause.Diagnosis;

/// <summary>
/// Why known code asks for collections, by the methods in its call stack. Sources: dotnet/runtime (GC.CoreCLR.cs,
/// MemoryFailPoint.cs), dotnet/wpf (MemoryPressure.cs), the reference source of System.Web and
/// System.Runtime.Caching, and OpenJDK (sun.rmi.transport.GC, java.nio.Bits).
/// </summary>
internal static class InducedReasons
{
    private static readonly (string Part, string Reason)[] Known =
    [
        ("System.GC.AddMemoryPressure", "GC.AddMemoryPressure: native memory that managed objects hold has grown"),
        ("MS.Internal.MemoryPressure", "WPF's bitmaps hold native memory"),
        ("System.GC.GetTotalMemory", "GC.GetTotalMemory(true) collects until the size no longer changes"),
        ("System.GC.TryStartNoGCRegion", "GC.TryStartNoGCRegion collects to have the room that it promises"),
        ("System.GC.StartNoGCRegionWorker", "GC.TryStartNoGCRegion collects to have the room that it promises"),
        ("System.GC.RefreshMemoryLimit", "GC.RefreshMemoryLimit: the container's limit was read again"),
        ("System.Runtime.MemoryFailPoint", "MemoryFailPoint collects when the memory that it checks for is short"),
        (
            "System.Web.Hosting.RecycleLimitMonitor",
            "ASP.NET's monitor of the process's private bytes (the application pool's memory limit)"),
        ("System.Web.Hosting.LowPhysicalMemory", "ASP.NET's monitor of the machine's memory"),
        ("System.Web.Hosting.AspNetMemoryMonitor", "ASP.NET's memory monitor"),
        ("System.Web.Caching.", "the memory limit of ASP.NET's cache"),
        ("System.Runtime.Caching.", "the memory limit of System.Runtime.Caching.MemoryCache"),
        ("sun.rmi.transport.GC", "RMI's distributed collection asks once an hour (-Dsun.rmi.dgc.server.gcInterval)"),
        ("java.nio.Bits.reserveMemory", "direct buffers have reached their limit (-XX:MaxDirectMemorySize)"),
        ("BenchmarkDotNet.", "BenchmarkDotNet collects between its measurements"),
    ];

    // Words that authors give to such code; only the program's own types are asked.
    private static readonly (string Part, string Reason)[] Words =
    [
        ("MemoryPressure", "code that reacts to memory pressure"),
        ("LowMemory", "code that reacts to low memory"),
        ("MemoryMonitor", "a monitor of the process's memory"),
        ("MemoryLimit", "code that keeps a memory limit"),
        ("MemoryWatch", "a monitor of the process's memory"),
    ];

    /// <summary>The reason, as a clause; null when no method is known.</summary>
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
