namespace Unpause.Analysis.Events;

/// <summary>
/// About how many objects CPython's young collections examined: of generation 0 those allocated since the collection before, of
/// generation 1 those allocated since the last one of it or an older one (Modules/gcmodule.c: survivors move up by one generation).
/// The count is of allocations less deallocations, so what a collection freed may be more.
/// </summary>
internal sealed class ExaminedObjects
{
    /// <summary>Examining an object takes about 0.1 µs; 50 times that is what freed objects run or release, or no CPU.</summary>
    private const long MostNanosecondsEach = 5_000;

    /// <summary>Shorter collections are not judged: an interrupt would count too much in them.</summary>
    private const long Least = 1_000_000;

    private readonly Recording _recording;
    private readonly Dictionary<int, long> _ofGen1 = [];

    /// <summary>The generations whose collections usually take so long for each object; a single one may have lost the CPU.</summary>
    private readonly HashSet<string> _slow = [];

    public ExaminedObjects(Recording recording)
    {
        _recording = recording;
        if (recording.Source.Collector != PythonCollectors.Generational) return;
        long? since = null;
        for (var i = 0; i < recording.Collections.Count; i++)
        {
            var collection = recording.Collections[i];
            var allocated = collection.AllocatedObjects;
            if (collection.Generation == Generations.Gen1 && since + allocated is { } all) _ofGen1[i] = all;
            since = collection.Generation is Generations.Gen1 or Generations.Gen2 ? 0 : since + allocated;
        }

        foreach (var generation in new[] { Generations.Gen0, Generations.Gen1 })
        {
            if (IsUsuallySlow(generation)) _slow.Add(generation);
        }
    }

    /// <summary>About how many objects a collection examined; null when not recorded, or of the whole heap.</summary>
    public long? Count(int index)
    {
        if (_recording.Source.Collector != PythonCollectors.Generational) return null;
        var collection = _recording.Collections[index];
        long? allocated = collection.Generation switch
        {
            Generations.Gen0 => collection.AllocatedObjects,
            Generations.Gen1 => _ofGen1.TryGetValue(index, out var all) ? all : null,
            _ => null,
        };
        return allocated is { } count ? Math.Max(count, collection.FreedObjects ?? 0) : null;
    }

    /// <summary>
    /// Whether a collection that freed objects took far longer than examining them can take, as most of its generation did.
    /// </summary>
    public bool RanOtherCode(Pause pause) =>
        _slow.Count > 0 && _slow.Contains(_recording.Collections[pause.Collection].Generation ?? "") && IsJudged(pause) && IsSlow(pause);

    private bool IsUsuallySlow(string generation)
    {
        var (slow, judged) = (0, 0);
        foreach (var chunk in _recording.Pauses.ChunkSpans)
        {
            foreach (ref readonly var pause in chunk)
            {
                if (_recording.Collections[pause.Collection].Generation != generation || !IsJudged(pause)) continue;
                judged++;
                if (IsSlow(pause)) slow++;
            }
        }

        return slow * 2 > judged;
    }

    private bool IsJudged(Pause pause) => _recording.Collections[pause.Collection].FreedObjects > 0;

    private bool IsSlow(Pause pause) => pause.DurationNanoseconds >= Least && Count(pause.Collection) is { } count
        && pause.DurationNanoseconds > count * MostNanosecondsEach;
}
