using Unpause.Recordings.Words;

namespace Unpause.Recordings.Readers.DotNet.Collections;

/// <summary>Gives each different set of a collection's marks one list, so that they cost no memory a collection.</summary>
internal sealed class CollectionMarks
{
    private readonly Dictionary<(bool, uint, uint), IReadOnlyList<string>?> _known = [];

    /// <summary>The marks; null when there is none.</summary>
    public IReadOnlyList<string>? Of(bool compacting, uint generations, uint conditions)
    {
        var key = (compacting, generations, conditions);
        if (_known.TryGetValue(key, out var marks)) return marks;
        var words = CondemnedReasons.Words(generations, conditions);
        if (compacting) words.Insert(0, CommonMarks.Compacting);
        marks = words.Count == 0 ? null : words;
        if (_known.Count < Limits.Names) _known[key] = marks;
        return marks;
    }
}
