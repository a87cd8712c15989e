using System.Diagnostics;

namespace Unpause.Recorder.Processes;

/// <summary>
/// Looks at one thing after the other, and at none longer than a while: a process can make whoever reads its memory map, or a file that
/// it names, wait for ever, also against signals. What answers too late is left to its thread, which ends with us.
/// </summary>
internal static class PatientWalk
{
    private const int MostLate = 64;

    /// <summary>Looks at all.</summary>
    /// <param name="items">What to look at.</param>
    /// <param name="look">Looks at one; null where there is nothing to see.</param>
    /// <param name="each">How long one may take.</param>
    /// <returns>What was seen, and what did not let itself be seen in time.</returns>
    public static (List<TFound> Found, List<TItem> Late) Through<TItem, TFound>(
        IReadOnlyList<TItem> items, Func<TItem, TFound?> look, TimeSpan each)
        where TFound : class
    {
        var found = new List<TFound>();
        var late = new List<TItem>();
        for (var from = 0; from < items.Count && late.Count < MostLate;)
        {
            var walk = new Walk<TItem, TFound>(items, from, look);
            from = walk.Run(each, found);
            if (from < items.Count) late.Add(items[from++]);
        }

        return (found, late);
    }

    private sealed class Walk<TItem, TFound>(IReadOnlyList<TItem> items, int from, Func<TItem, TFound?> look)
        where TFound : class
    {
        private readonly Lock _lock = new();
        private readonly ManualResetEventSlim _over = new();
        private readonly List<TFound> _found = [];
        private int _at = from;
        private long _since = Stopwatch.GetTimestamp();
        private bool _left;

        /// <summary>Goes on to the end, or to what takes too long. Returns where that is.</summary>
        public int Run(TimeSpan each, List<TFound> found)
        {
            new Thread(Go) { IsBackground = true, Name = "look at processes" }.Start();
            while (true)
            {
                var over = _over.Wait(each / 10);
                lock (_lock)
                {
                    if (!over && Stopwatch.GetElapsedTime(_since) < each) continue;
                    _left = true;
                    found.AddRange(_found);
                    return over ? items.Count : _at;
                }
            }
        }

        private void Go()
        {
            while (true)
            {
                lock (_lock)
                {
                    if (_left) return;
                    if (_at == items.Count) break;
                    _since = Stopwatch.GetTimestamp();
                }

                var seen = See(items[_at]);
                lock (_lock)
                {
                    if (_left) return;
                    if (seen is not null) _found.Add(seen);
                    _at++;
                }
            }

            _over.Set();
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
