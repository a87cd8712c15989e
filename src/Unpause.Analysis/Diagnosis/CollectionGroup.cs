using Unpause.Analysis.Events;
using Unpause.Collections;

namespace Unpause.Analysis.Diagnosis;

/// <summary>A subset of the collections of a recording with their pauses, which rules count and cite. Times in nanoseconds.</summary>
internal sealed class CollectionGroup
{
    private const int NumbersCited = 5;
    private readonly Recording _recording;
    private readonly Func<int, Collection, bool> _matches;
    private PauseCondition _matchesPause = static (in _, _) => true;

    private CollectionGroup(Recording recording, Func<int, Collection, bool> matches) => (_recording, _matches) = (recording, matches);

    /// <summary>Number of collections.</summary>
    public int Count { get; private set; }

    /// <summary>Number of their pauses.</summary>
    public int PauseCount { get; private set; }

    /// <summary>Total time of their pauses.</summary>
    public Total PauseTotalNanoseconds { get; private set; }

    /// <summary>Length of their longest pause; 0 without any.</summary>
    public long PauseMaxNanoseconds { get; private set; }

    /// <summary>Their longest pause; null without any.</summary>
    public Pause? Longest { get; private set; }

    /// <summary>The runtime's number of the collection with the longest pause; null without any.</summary>
    public long? LongestNumber => Longest is { } pause ? _recording.Collections[pause.Collection].Number : null;

    /// <summary>The runtime's numbers of the first few, as text: <c>3, 7, 12 …</c>.</summary>
    public string Numbers { get; private set; } = "";

    /// <summary>Number of all collections of the recording.</summary>
    public int All => _recording.Collections.Count;

    /// <summary>The share of all collections, 0 to 1.</summary>
    public double Share => All == 0 ? 0 : (double)Count / All;

    /// <summary>Their pauses as a share of the recorded time, in percent; null without a duration.</summary>
    public double? PercentOfTime =>
        _recording.ObservedNanoseconds is > 0 and { } duration ? 100.0 * PauseTotalNanoseconds.Value / duration : null;

    /// <summary>Number of collections per cause as the runtime names it, most frequent first.</summary>
    public IReadOnlyList<(string Cause, int Count)> Causes
    {
        get
        {
            var causes = new Dictionary<string, int>(StringComparer.Ordinal);
            for (var i = 0; i < _recording.Collections.Count; i++)
            {
                var collection = _recording.Collections[i];
                if (!_matches(i, collection)) continue;
                var cause = collection.RuntimeCause ?? "unknown";
                causes[cause] = causes.GetValueOrDefault(cause) + 1;
            }

            return [.. causes.Select(pair => (pair.Key, pair.Value))
                .OrderByDescending(pair => pair.Value)
                .ThenBy(pair => pair.Key, StringComparer.Ordinal)];
        }
    }

    /// <summary>The collections that meet a condition, with all their pauses.</summary>
    public static CollectionGroup Select(Recording recording, Func<Collection, bool> matches) =>
        Select(recording, (_, collection) => matches(collection));

    /// <summary>The collections that meet a condition on index and collection, with all their pauses.</summary>
    public static CollectionGroup Select(Recording recording, Func<int, Collection, bool> matches)
    {
        var group = new CollectionGroup(recording, matches);
        group.AddCollections();
        // Most conditions match no collection: then the pauses, which may be very many, need not be read.
        if (group.Count > 0) group.AddPauses(static (in Pause _, Collection _) => true);
        return group;
    }

    /// <summary>The pauses that meet a condition, with their collections.</summary>
    public static CollectionGroup OfPauses(Recording recording, PauseCondition matches)
    {
        ChunkedList<bool>? found = null;
        foreach (var chunk in recording.Pauses.ChunkSpans)
        {
            foreach (ref readonly var pause in chunk)
            {
                if (found is not null && found[pause.Collection]) continue;
                if (!matches(pause, recording.Collections[pause.Collection])) continue;
                found ??= NoneOf(recording.Collections.Count);
                found[pause.Collection] = true;
            }
        }

        // Most conditions match no pause: then neither memory nor a second pass is needed.
        if (found is not { } has) return new CollectionGroup(recording, static (_, _) => false);
        var group = new CollectionGroup(recording, (index, _) => has[index]) { _matchesPause = matches };
        group.AddCollections();
        group.AddPauses(matches);
        return group;
    }

    private static ChunkedList<bool> NoneOf(int collections)
    {
        var none = new ChunkedList<bool>();
        for (var i = 0; i < collections; i++) none.Add(false);
        return none;
    }

    /// <summary>Whether any collection had a cause, as the runtime names it; the summary knows it without a pass over all.</summary>
    public static bool AnyFor(Analysis.AnalysedProcess process, string runtimeCause)
    {
        foreach (var cause in process.Summary.Collections.ByCause)
        {
            if (cause.RuntimeCause == runtimeCause) return true;
        }

        return false;
    }

    /// <summary>Whether a stop was made by a pause of the group.</summary>
    internal bool Concerns(FeltStop felt)
    {
        if (felt.Pause < 0) return false;
        var pause = _recording.Pauses[felt.Pause];
        return Has(pause.Collection) && _matchesPause(pause, _recording.Collections[pause.Collection]);
    }

    /// <summary>Whether the collection at an index belongs to the group.</summary>
    public bool Has(int collection) => _matches(collection, _recording.Collections[collection]);

    private void AddCollections()
    {
        var numbers = new List<long>();
        var index = 0;
        foreach (var chunk in _recording.Collections.ChunkSpans)
        {
            foreach (var collection in chunk)
            {
                if (!_matches(index++, collection)) continue;
                Count++;
                if (numbers.Count < NumbersCited) numbers.Add(collection.Number);
            }
        }

        Numbers = string.Join(", ", numbers) + (Count > NumbersCited ? " …" : "");
    }

    private void AddPauses(PauseCondition matches)
    {
        var total = default(Total);
        foreach (var chunk in _recording.Pauses.ChunkSpans)
        {
            foreach (ref readonly var pause in chunk)
            {
                var collection = _recording.Collections[pause.Collection];
                if (!_matches(pause.Collection, collection) || !matches(pause, collection)) continue;
                PauseCount++;
                total += pause.DurationNanoseconds;
                if (pause.DurationNanoseconds > PauseMaxNanoseconds) (PauseMaxNanoseconds, Longest) = (pause.DurationNanoseconds, pause);
            }
        }

        PauseTotalNanoseconds = total;
    }

    /// <summary>Whether a pause is one of a group's.</summary>
    internal delegate bool PauseCondition(in Pause pause, Collection collection);
}
