namespace AllocatingProgram;

/// <summary>The ways in which the program allocates.</summary>
internal static class Workload
{
    private const int Kept = 20_000;

    [ThreadStatic]
    private static object? s_sink;

    public static void Run(string mode, int rounds, int old)
    {
        switch (mode)
        {
            case "mix": Mix(rounds); break;
            case "small": Small(rounds); break;
            case "large": Large(rounds, old); break;
            case "pooled": Pooled(rounds, old); break;
            case "pinned": Pinned(rounds); break;
            case "leak": Leak(rounds); break;
            case "finalizers": Finalizers(rounds, dispose: false); break;
            case "disposed": Finalizers(rounds, dispose: true); break;
            case "inside": LargeInsides.Run(rounds, old); break;
            case "through": Through(rounds, old); break;
            case "orders": HeldOrders.Run(rounds, old, bounded: false); break;
            case "orders-bounded": HeldOrders.Run(rounds, old, bounded: true); break;
            case "cache": SessionCache.Run(rounds, old); break;
            case "induced": Induced(rounds, old); break;
            case "inducers": Inducers.Run(rounds, old); break;
            case "region": Inducers.Regions(rounds, old); break;
            case "young-pins": YoungPins.Run(rounds, pinned: true); break;
            case "young-unpinned": YoungPins.Run(rounds, pinned: false); break;
            case "queues": Queues.Run(rounds); break;
            case "holes": Holes.Run(rounds); break;
            case "sized": Sized(rounds, old); break;
            default: throw new ArgumentException($"Unknown mode '{mode}'.");
        }
    }

    /// <summary>Small objects with survivors of middle age, and some large arrays: every generation has work.</summary>
    private static void Mix(int rounds)
    {
        var survivors = new object[Kept];
        for (var round = 0; round < rounds; round++)
        {
            for (var i = 0; i < 2_000; i++) survivors[((round * 2_000) + i) % Kept] = new byte[100 + (i % 400)];
            if (round % 8 == 0) s_sink = new byte[200_000];
        }

        GC.KeepAlive(survivors);
    }

    /// <summary>Objects that die at once.</summary>
    private static void Small(int rounds)
    {
        for (var round = 0; round < rounds; round++)
        {
            for (var i = 0; i < 2_000; i++) s_sink = new byte[200];
        }
    }

    /// <summary>Temporary arrays above the large object threshold, beside an old generation that must be marked each time.</summary>
    private static void Large(int rounds, int oldObjects)
    {
        var old = OldGeneration(oldObjects);
        for (var round = 0; round < rounds; round++) Fill(new byte[400_000], round);
        GC.KeepAlive(old);
    }

    /// <summary>Temporary arrays of 100,000 to 285,000 bytes, as a service has whose answers are of different lengths.</summary>
    private static void Sized(int rounds, int oldObjects)
    {
        var old = OldGeneration(oldObjects);
        for (var round = 0; round < rounds; round++) Fill(new byte[100_000 + (round * 7_919 % 185_000)], round);
        GC.KeepAlive(old);
    }

    /// <summary>The same work as <see cref="Large(int, int)"/>, with the arrays rented.</summary>
    private static void Pooled(int rounds, int oldObjects)
    {
        var old = OldGeneration(oldObjects);
        for (var round = 0; round < rounds; round++)
        {
            var rented = System.Buffers.ArrayPool<byte>.Shared.Rent(400_000);
            Fill(rented, round);
            s_sink = new byte[200];
            System.Buffers.ArrayPool<byte>.Shared.Return(rented);
        }

        GC.KeepAlive(old);
    }

    /// <summary>Buffers pinned here and there among objects that die: holes that cannot be compacted away.</summary>
    private static void Pinned(int rounds)
    {
        var handles = new List<System.Runtime.InteropServices.GCHandle>();
        var kept = new Queue<byte[]>();
        for (var round = 0; round < rounds; round++)
        {
            for (var i = 0; i < 500; i++)
            {
                var buffer = new byte[2_000];
                kept.Enqueue(buffer);
                if (i % 50 == 0)
                {
                    handles.Add(System.Runtime.InteropServices.GCHandle.Alloc(buffer, System.Runtime.InteropServices.GCHandleType.Pinned));
                }
            }

            while (kept.Count > 20_000) kept.Dequeue();
        }

        foreach (var handle in handles) handle.Free();
    }

    /// <summary>Small objects, some of which are never let go.</summary>
    private static void Leak(int rounds)
    {
        var kept = new List<byte[]>();
        for (var round = 0; round < rounds; round++)
        {
            for (var i = 0; i < 2_000; i++) s_sink = new byte[200];
            for (var i = 0; i < 100; i++) kept.Add(new byte[500]);
        }

        GC.KeepAlive(kept);
    }

    /// <summary>Objects whose finalizers are slower than the program makes them; or disposed of, so that none has to run.</summary>
    private static void Finalizers(int rounds, bool dispose)
    {
        for (var round = 0; round < rounds; round++)
        {
            for (var i = 0; i < 2_000; i++) s_sink = new byte[200];
            for (var i = 0; i < 20; i++)
            {
                var handle = new SlowHandle();
                if (dispose) handle.Dispose();
            }
        }
    }

    /// <summary>Objects that live as long as a queue of them is: they reach gen2 and die there, and it does not grow.</summary>
    private static void Through(int rounds, int length)
    {
        var queue = new Queue<byte[]>();
        for (var round = 0; round < rounds; round++)
        {
            for (var i = 0; i < 1_000; i++) queue.Enqueue(new byte[200]);
            while (queue.Count > length) queue.Dequeue();
        }

        GC.KeepAlive(queue);
    }

    /// <summary>A library that asks for collections.</summary>
    private static void Induced(int rounds, int oldObjects)
    {
        var old = OldGeneration(oldObjects);
        for (var round = 0; round < rounds; round++)
        {
            for (var i = 0; i < 2_000; i++) s_sink = new byte[200];
            if (round % 10 == 9) MemoryMonitor.Check();
        }

        GC.KeepAlive(old);
    }

    private static void Fill(byte[] array, int round) => array.AsSpan().Fill((byte)round);

    internal static object[] OldGeneration(int count)
    {
        var old = new object[count];
        for (var i = 0; i < old.Length; i++) old[i] = new object[] { i, new byte[16] };
        return old;
    }
}
