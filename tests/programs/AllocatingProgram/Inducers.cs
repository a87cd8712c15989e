using System.Runtime.CompilerServices;

namespace AllocatingProgram;

/// <summary>Code that asks for collections in different ways: one often and cheaply, another seldom and dearly.</summary>
internal static class Inducers
{
    private static object? s_sink;

    public static void Run(int rounds, int oldObjects)
    {
        var old = Workload.OldGeneration(oldObjects);
        for (var round = 0; round < rounds; round++)
        {
            Allocate();
            if (round % 10 == 9) Tidy();
            if (round % 100 == 99) Shrink();
            if (round % 50 == 49) Hint();
        }

        GC.KeepAlive(old);
    }

    /// <summary>Sections in which the program wants no collection.</summary>
    public static void Regions(int rounds, int oldObjects)
    {
        var old = Workload.OldGeneration(oldObjects);
        for (var round = 0; round < rounds; round++)
        {
            Allocate();
            Trade();
        }

        GC.KeepAlive(old);
    }

    private static void Allocate()
    {
        for (var i = 0; i < 2_000; i++) s_sink = new byte[200];
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Tidy() => GC.Collect(0);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Shrink() => GC.Collect(2, GCCollectionMode.Aggressive, blocking: true, compacting: true);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Hint() => GC.Collect(2, GCCollectionMode.Optimized, blocking: false);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Trade()
    {
        if (!GC.TryStartNoGCRegion(8 << 20)) return;
        for (var i = 0; i < 1_000; i++) s_sink = new byte[200];
        GC.EndNoGCRegion();
    }
}
