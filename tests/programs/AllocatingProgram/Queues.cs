using System.Collections.Concurrent;
using System.Runtime.CompilerServices;

namespace AllocatingProgram;

/// <summary>Collections of .NET whose insides become large objects: first what waits in them grows, then it is dropped.</summary>
internal static class Queues
{
    private const int Items = 60_000;

    public static void Run(int rounds)
    {
        for (var round = 0; round < rounds; round++)
        {
            GC.KeepAlive(Events());
            GC.KeepAlive(Jobs());
            GC.KeepAlive(Undo());
            GC.KeepAlive(Deadlines());
            GC.KeepAlive(Sessions());
            GC.KeepAlive(Names());
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ConcurrentQueue<long> Events()
    {
        var queue = new ConcurrentQueue<long>();
        for (var i = 0; i < Items; i++) queue.Enqueue(i);
        return queue;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static Queue<long> Jobs()
    {
        var queue = new Queue<long>();
        for (var i = 0; i < Items; i++) queue.Enqueue(i);
        return queue;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static Stack<long> Undo()
    {
        var stack = new Stack<long>();
        for (var i = 0; i < Items; i++) stack.Push(i);
        return stack;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static PriorityQueue<long, int> Deadlines()
    {
        var queue = new PriorityQueue<long, int>();
        for (var i = 0; i < Items; i++) queue.Enqueue(i, i);
        return queue;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ConcurrentDictionary<int, int> Sessions()
    {
        var sessions = new ConcurrentDictionary<int, int>();
        for (var i = 0; i < 20_000; i++) sessions[i] = i;
        return sessions;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static SortedList<int, long> Names()
    {
        var names = new SortedList<int, long>();
        for (var i = 0; i < 30_000; i++) names.Add(i, i);
        return names;
    }
}
