namespace Unpause.Recordings.Words;

/// <summary>Names of phases and counts of V8's collections that are ours, because V8 reports them under several.</summary>
public static class NodePhases
{
    /// <summary>Marking that the program's own thread did in steps, between its other work.</summary>
    public const string Steps = "incremental marking steps";

    /// <summary>Moving objects, with all phases within.</summary>
    public const string Evacuate = "evacuate";

    /// <summary>Work of V8's other threads for a collection, beside the program.</summary>
    public const string Background = "background work";

    /// <summary>The longest of the steps, in ms.</summary>
    public const string LongestStep = "longest incremental marking step ms";
}

/// <summary>The facts of single collections of V8 (<see cref="Collection.Marks"/>).</summary>
public static class NodeMarks
{
    /// <summary>
    /// How a mark begins that names why the marking was started which the collection ended, in V8's words (Node.js 20 and later:
    /// <c>reason</c> of <c>V8.GCIncrementalMarkingStart</c>).
    /// </summary>
    public const string Started = "marking started: ";

    /// <summary>Whether a collection's marking was started for a reason.</summary>
    /// <param name="reason">In V8's words.</param>
    public static bool IsStartedBy(Collection collection, string reason)
    {
        foreach (var mark in collection.Marks ?? [])
        {
            if (mark.StartsWith(Started, StringComparison.Ordinal) && mark.AsSpan(Started.Length).SequenceEqual(reason)) return true;
        }

        return false;
    }
}

/// <summary>Names of series in recordings of Node.js (<see cref="Recording.ProcessCounters"/>).</summary>
public static class NodeCounters
{
    /// <summary>Memory outside the heap that objects of it own, after each collection.</summary>
    public const string External = "external memory";
}
