using System.Diagnostics;

namespace Unpause.Recorder.Processes;

/// <summary>
/// Inspects items, each and all together for a limited time. A process can block any reader of its memory map, or of a file that it names,
/// indefinitely and even against signals. Late items are left to their threads, which end with unpause.
/// </summary>
internal static class PatientWalk
{
    /// <summary>Maximum number of blocked threads.</summary>
    private const int MostThreads = 256;

    /// <summary>When all threads have been blocked for this long, further threads continue with the rest.</summary>
    private static readonly TimeSpan Prompt = TimeSpan.FromMilliseconds(20);

    private static readonly TimeSpan BetweenLooks = TimeSpan.FromMilliseconds(5);

    /// <summary>Inspects all items.</summary>
    /// <param name="look">Inspects one; null if there is no result. Called by several threads.</param>
    /// <param name="each">Time limit for one item.</param>
    /// <param name="all">Time limit for all items together.</param>
    /// <returns>The results, and the late items, both in the order of the items.</returns>
    public static (List<TFound> Found, List<TItem> Late) Through<TItem, TFound>(
        IReadOnlyList<TItem> items, Func<TItem, TFound?> look, TimeSpan each, TimeSpan all)
        where TFound : class => new Walk<TItem, TFound>(items, look).Run(each, all);

    private sealed class Walk<TItem, TFound>(IReadOnlyList<TItem> items, Func<TItem, TFound?> look)
        where TFound : class
    {
        private readonly Lock _lock = new();
        private readonly TFound?[] _found = new TFound?[items.Count];
        private readonly bool[] _isDone = new bool[items.Count];
        private readonly Dictionary<int, long> _underWay = [];
        private int _next, _starting, _done;
        private bool _left;

        public (List<TFound> Found, List<TItem> Late) Run(TimeSpan each, TimeSpan all)
        {
            var since = Stopwatch.GetTimestamp();
            while (true)
            {
                int more;
                lock (_lock)
                {
                    if (IsOver(each) || Stopwatch.GetElapsedTime(since) >= all)
                    {
                        _left = true;
                        var late = Enumerable.Range(0, items.Count).Where(index => !_isDone[index]).Select(index => items[index]);
                        return ([.. _found.OfType<TFound>()], [.. late]);
                    }

                    more = MoreThreads();
                    _starting += more;
                }

                for (; more > 0; more--) new Thread(Go) { IsBackground = true, Name = "look at processes" }.Start();
                Thread.Sleep(BetweenLooks);
            }
        }

        private bool IsOver(TimeSpan each)
        {
            if (_done == items.Count) return true;
            if (_starting > 0 || (_next < items.Count && _underWay.Count < MostThreads)) return false;
            return _underWay.Values.All(since => IsOlder(since, each));
        }

        /// <summary>Doubles the threads when all are blocked: a few slow items cost little, and many are soon all waited for.</summary>
        private int MoreThreads() => _next < items.Count && _starting == 0 && _underWay.Values.All(since => IsOlder(since, Prompt))
            ? Math.Min(Math.Max(1, _underWay.Count), MostThreads - _underWay.Count)
            : 0;

        private static bool IsOlder(long since, TimeSpan than) => Stopwatch.GetElapsedTime(since) >= than;

        private void Go()
        {
            var isFirst = true;
            while (true)
            {
                int index;
                lock (_lock)
                {
                    if (isFirst) _starting--;
                    isFirst = false;
                    if (_left || _next == items.Count) return;
                    index = _next++;
                    _underWay.Add(index, Stopwatch.GetTimestamp());
                }

                var seen = See(items[index]);
                lock (_lock)
                {
                    _underWay.Remove(index);
                    if (_left) return;
                    (_found[index], _isDone[index]) = (seen, true);
                    _done++;
                }
            }
        }

        private TFound? See(TItem item)
        {
            try
            {
                return look(item);
            }
            catch (Exception e) when (e is not OutOfMemoryException)
            {
                return null; // whatever a process did to the inspected data, the other processes are still inspected
            }
        }
    }
}
