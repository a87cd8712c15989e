namespace Unpause.Recordings.Readers.Python;

/// <summary>
/// Tells from the order of generations which collections CPython cannot have begun by itself, for recordings without causes. It collects a
/// generation only after the one below was collected more often than the threshold since (Modules/gcmodule.c, gc_collect_generations), and
/// thresholds are not negative: after a collection of generation 2, the next one of generation 1 or 2 needs one below it in between.
/// </summary>
internal sealed class CollectionOrder
{
    private const int Count = 3;

    /// <summary>Collections of the generation below since the last of this or an older one; null before the first.</summary>
    private readonly int?[] _below = new int?[Count];

    /// <summary>Takes the next collection in order of time; true when code called <c>gc.collect()</c>.</summary>
    public bool Take(byte generation)
    {
        if (generation >= Count) return false;
        var induced = generation > 0 && _below[generation] == 0;
        for (var i = 0; i <= generation; i++) _below[i] = 0;
        if (generation + 1 < Count) _below[generation + 1]++;
        return induced;
    }
}
