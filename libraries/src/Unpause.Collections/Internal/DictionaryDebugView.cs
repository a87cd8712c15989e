using System.Diagnostics;

namespace Unpause.Collections;

/// <summary>What the debugger shows of a dictionary: its pairs, at most a thousand.</summary>
internal sealed class DictionaryDebugView<TKey, TValue>(IEnumerable<KeyValuePair<TKey, TValue>> dictionary)
{
    private const int MaxShown = 1000;

    [DebuggerBrowsable(DebuggerBrowsableState.RootHidden)]
    public KeyValuePair<TKey, TValue>[] Items => [.. dictionary.Take(MaxShown)];
}
