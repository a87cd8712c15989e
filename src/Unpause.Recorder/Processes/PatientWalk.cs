using System.Diagnostics;

namespace Unpause.Recorder.Processes;

/// <summary>
/// Looks at things, at none longer than a while, and at all together no longer than a while: a process can make whoever reads its memory
/// map, or a file that it names, wait for ever, also against signals. What answers too late is left to its thread, which ends with us.
/// </summary>
internal static class PatientWalk
{
    /// <summary>Threads that may wait at the same time.</summary>
    private const int MostThreads = 256;

    /// <summary>When all threads have waited for so long, others go on with the rest.</summary>
    private static readonly TimeSpan Prompt = TimeSpan.FromMilliseconds(20);

    private static readonly TimeSpan BetweenLooks = TimeSpan.FromMilliseconds(5);

    /// <summary>Looks at all.</summary>
    /// <param name="items">What to look at.</param>
    /// <param name="look">Looks at one; null where there is nothing to see. Threads call it at the same time.</param>
    /// <param name="each">How long one may take.</param>
    /// <param name="all">How long all may take together.</param>
    /// <returns>What was seen, and what was not in time; both in the order of the items.</returns>
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

        /// <summary>As many again as wait, where all wait: a few slow ones cost little, and many are soon all waited for.</summary>
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
                return null; // whatever a process has made of what we read, the others are seen
            }
        }
    }
}
