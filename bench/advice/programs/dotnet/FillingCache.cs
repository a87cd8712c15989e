using System.Collections.Concurrent;

namespace Unpause.Advice;

/// <summary>
/// A cache of a wanted size that fills all the time that the program runs: each young collection copies the new entries, and gen2 grows
/// although nothing leaks. Fixed: the size is bounded, and old entries are evicted.
/// </summary>
internal static class FillingCache
{
    private const int Bound = 4_000;

    private static readonly ConcurrentDictionary<int, Entry> Cached = new();

    /// <summary>One unit: a new entry, and the garbage of the request that made it.</summary>
    public static Action Start(bool isFixed)
    {
        var key = 0;
        return () =>
        {
            var rows = new string[20];
            for (var i = 0; i < rows.Length; i++) rows[i] = new string('x', 40 + (i % 7));
            Cached[++key] = new Entry(key, rows);
            if (isFixed) Cached.TryRemove(key - Bound, out _);
        };
    }

    private sealed record Entry(int Key, string[] Rows);
}
