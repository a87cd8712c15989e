using System.Globalization;
using Unpause.Recordings;

namespace Unpause.Diagnosis.DotNet;

/// <summary>Some of a recording's collections with their pauses: what rules count and cite.</summary>
internal sealed class CollectionPauses
{
    private const int CitedNumbers = 5;
    private readonly List<long> _numbers = [];

    private CollectionPauses()
    {
    }

    /// <summary>Collections.</summary>
    public int Count { get; private set; }

    /// <summary>All their pauses.</summary>
    public Total TotalNanoseconds { get; private set; }

    /// <summary>The longest of their pauses.</summary>
    public long MaxNanoseconds { get; private set; }

    /// <summary>The number of the collection with the longest pause.</summary>
    public long? LongestNumber { get; private set; }

    /// <summary>How often each of the runtime's words for a cause comes, the commonest first.</summary>
    public IReadOnlyList<(string Cause, int Count)> Causes { get; private set; } = [];

    /// <summary>The first collections' numbers, as text: <c>gc 3, 7, 12 …</c>.</summary>
    public string Cited =>
        $"gc {string.Join(", ", _numbers.Select(number => number.ToString(CultureInfo.InvariantCulture)))}{(Count > _numbers.Count ? " …" : "")}";

    /// <summary>Gathers the collections that a condition picks.</summary>
    public static CollectionPauses Of(Recording recording, Predicate<Collection> picks)
    {
        var pauses = new CollectionPauses();
        var picked = new bool[recording.Collections.Count];
        var causes = new Dictionary<string, int>(StringComparer.Ordinal);
        for (var i = 0; i < recording.Collections.Count; i++)
        {
            var collection = recording.Collections[i];
            picked[i] = picks(collection);
            if (!picked[i]) continue;
            pauses.Count++;
            if (pauses._numbers.Count < CitedNumbers) pauses._numbers.Add(collection.Number);
            var cause = collection.RuntimeCause ?? "unknown";
            causes[cause] = causes.GetValueOrDefault(cause) + 1;
        }

        foreach (var pause in recording.Pauses)
        {
            if (picked[pause.Collection]) pauses.Add(pause, recording.Collections[pause.Collection].Number);
        }

        pauses.Causes = [.. causes.Select(pair => (pair.Key, pair.Value)).OrderByDescending(pair => pair.Value).ThenBy(pair => pair.Key, StringComparer.Ordinal)];
        return pauses;
    }

    /// <summary>Share of the recording's time in percent; null without a duration.</summary>
    public double? Percent(Recording recording) =>
        recording.DurationNanoseconds is > 0 ? 100.0 * TotalNanoseconds / recording.DurationNanoseconds.Value : null;

    private void Add(in Pause pause, long number)
    {
        TotalNanoseconds += pause.DurationNanoseconds;
        if (pause.DurationNanoseconds <= MaxNanoseconds) return;
        MaxNanoseconds = pause.DurationNanoseconds;
        LongestNumber = number;
    }
}
