using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Unpause.Advice;

/// <summary>Each cause is one program.</summary>
internal static class Causes
{
    private static readonly Random Numbers = new(17);
    private static object? _kept;
    private static Timer? _timer;
    private static long _closed;

    /// <summary>Units of work that are done later than called for; 0 where there are none.</summary>
    public static long DoneLater => _closed / HandlesOfUnit;

    private const int HandlesOfUnit = 300;

    /// <summary>GC.Collect() in each request. Fixed: without.</summary>
    public static Action Forced(bool isFixed)
    {
        _kept = Enumerable.Range(0, 200_000).Select(number => new Node(number)).ToArray();
        return () =>
        {
            for (var i = 0; i < 40; i++) Rows(500);
            if (!isFixed) GC.Collect();
        };
    }

    /// <summary>A health check reads the size of the heap with a collection first, by a timer. Fixed: without.</summary>
    public static Action HealthCheck(bool isFixed)
    {
        _kept = Enumerable.Range(0, 200_000).Select(number => new Node(number)).ToArray();
        _timer = new Timer(_ => GC.GetTotalMemory(forceFullCollection: !isFixed), null, 200, 200);
        return () =>
        {
            for (var i = 0; i < 10; i++) Rows(500);
        };
    }

    /// <summary>A list that only grows: a leak. Fixed: it is bounded.</summary>
    public static Action Growing(bool isFixed)
    {
        var sessions = new Queue<Node[]>();
        _kept = sessions;
        return () =>
        {
            sessions.Enqueue(Rows(20));
            Rows(280);
            // No machine reaches the larger bound in some seconds: there the list would no longer grow.
            if (sessions.Count > (isFixed ? 1_000 : 2_000_000)) sessions.Dequeue();
        };
    }

    /// <summary>A cache of a wanted size, whose entries are replaced at random.</summary>
    public static Action Cache(bool isFixed)
    {
        var entries = new Node[20_000][];
        _kept = entries;
        return () =>
        {
            entries[Numbers.Next(entries.Length)] = Rows(60);
            if (!isFixed) Rows(100);
        };
    }

    /// <summary>A large buffer in each request. Fixed: it is rented.</summary>
    public static Action LargeObjects(bool isFixed)
    {
        _kept = Enumerable.Range(0, 300_000).Select(number => new Node(number)).ToArray();
        return () =>
        {
            var buffer = isFixed ? ArrayPool<byte>.Shared.Rent(400_000) : new byte[400_000];
            for (var i = 0; i < buffer.Length; i += 64) buffer[i] = (byte)i;
            if (isFixed) ArrayPool<byte>.Shared.Return(buffer);
        };
    }

    /// <summary>Objects with finalizers of some microseconds. Fixed: disposed of.</summary>
    public static Action Finalizers(bool isFixed) => () =>
    {
        for (var i = 0; i < HandlesOfUnit; i++)
        {
            var handle = new Handle();
            if (isFixed) handle.Dispose();
        }

        Rows(50);
    };

    /// <summary>Buffers whose owners have quick finalizers: each survives one collection more. Fixed: disposed of.</summary>
    public static Action Undisposed(bool isFixed) => () =>
    {
        for (var i = 0; i < 40; i++)
        {
            var bitmap = new Bitmap();
            if (isFixed) bitmap.Dispose();
        }

        Rows(50);
    };

    /// <summary>Wrappers with GC.AddMemoryPressure of much more than they have. Fixed: of as much as they have.</summary>
    public static Action MemoryPressure(bool isFixed)
    {
        _kept = Enumerable.Range(0, 200_000).Select(number => new Node(number)).ToArray();
        return () =>
        {
            _ = new Image(isFixed ? 4_096 : 20_000_000);
            Rows(2_000);
        };
    }

    /// <summary>300,000 entries of a ConditionalWeakTable: each collection scans dependent handles. Fixed: a field of the object.</summary>
    public static Action DependentHandles(bool isFixed)
    {
        var table = new ConditionalWeakTable<Node, Node>();
        var nodes = Enumerable.Range(0, 300_000).Select(number => new Node(number)).ToArray();
        foreach (var node in nodes)
        {
            if (isFixed) node.Next = new Node(1);
            else table.Add(node, new Node(1));
        }

        _kept = (nodes, table);
        return () => Rows(500);
    }

    /// <summary>Buffers that stay pinned while others are allocated. Fixed: reused, on the pinned object heap.</summary>
    public static Action Pinned(bool isFixed)
    {
        var handles = new Queue<GCHandle>();
        var buffers = new Queue<byte[]>();
        for (var i = 0; isFixed && i < 20_000; i++) buffers.Enqueue(GC.AllocateUninitializedArray<byte>(512, pinned: true));
        return () =>
        {
            for (var i = 0; i < 20; i++)
            {
                if (isFixed) buffers.Enqueue(buffers.Dequeue());
                else handles.Enqueue(GCHandle.Alloc(new byte[512], GCHandleType.Pinned));
                Rows(10);
            }

            while (handles.Count > 20_000) handles.Dequeue().Free();
        };
    }

    /// <summary>Many short-lived objects; started with a gen0 that is too small. Fixed: half of them.</summary>
    public static Action SmallObjects(bool isFixed)
    {
        _kept = Enumerable.Range(0, 1_000).Select(number => new Node(number)).ToArray();
        return () => Rows(isFixed ? 500 : 1_000);
    }

    /// <summary>Requests whose objects live for some collections and then die in gen2. Fixed: they die at once.</summary>
    public static Action MediumLived(bool isFixed)
    {
        var open = new Queue<Node[]>();
        _kept = open;
        return () =>
        {
            open.Enqueue(Rows(100));
            if (open.Count > (isFixed ? 10 : 15_000)) open.Dequeue();
            Rows(20);
        };
    }

    /// <summary>Blocking waits fill the thread pool, and work items wait. Fixed: they don't block.</summary>
    public static Action StarvedPool(bool isFixed) => () =>
    {
        var tasks = Enumerable.Range(0, 12).Select(_ => isFixed
            ? Task.Run(async () => { await Task.Delay(60); Rows(50); })
            : Task.Run(() => { Task.Delay(60).Wait(); Rows(50); })).ToArray();
        Task.WaitAll(tasks);
    };

    private static Node[] Rows(int count)
    {
        var rows = new Node[count];
        for (var i = 0; i < count; i++) rows[i] = new Node(i);
        return rows;
    }

    private sealed class Node(int value)
    {
        public int Value { get; } = value;

        public Node? Next { get; set; }
    }

    private sealed class Image
    {
        private readonly long _bytes;

        public Image(long bytes)
        {
            _bytes = bytes;
            GC.AddMemoryPressure(bytes);
        }

        ~Image() => GC.RemoveMemoryPressure(_bytes);
    }

    private sealed class Handle : IDisposable
    {
        private readonly byte[] _content = new byte[100];

        ~Handle() => Close();

        public void Dispose()
        {
            Close();
            GC.SuppressFinalize(this);
        }

        private void Close()
        {
            for (var i = 0; i < 2_000; i++) _content[i % 100] ^= (byte)i;
            _closed++;
        }
    }

    private sealed class Bitmap : IDisposable
    {
        private static long _freed;
        private readonly byte[] _pixels = new byte[8_000];

        ~Bitmap() => _freed += _pixels.Length;

        public void Dispose()
        {
            _freed += _pixels.Length;
            GC.SuppressFinalize(this);
        }
    }
}
