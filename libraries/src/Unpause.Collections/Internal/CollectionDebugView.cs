using System.Diagnostics;

namespace Unpause.Collections;

/// <summary>What the debugger shows of a collection: its elements, at most a thousand.</summary>
internal sealed class CollectionDebugView<T>(IEnumerable<T> collection)
{
    private const int MaxShown = 1000;

    [DebuggerBrowsable(DebuggerBrowsableState.RootHidden)]
    public T[] Items => [.. collection.Take(MaxShown)];
}
