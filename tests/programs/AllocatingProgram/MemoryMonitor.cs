using System.Runtime.CompilerServices;

namespace AllocatingProgram;

/// <summary>Stands for a framework that watches memory and asks for collections.</summary>
internal static class MemoryMonitor
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Check() => Notify();

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Notify() => GC.Collect();
}
