namespace Unpause.Recordings.Words;

/// <summary>Names of phases and counts of V8's collections that are ours, because V8 reports them under several.</summary>
public static class NodePhases
{
    /// <summary>Marking that the program's own thread did in steps, between its other work.</summary>
    public const string Steps = "incremental marking steps";

    /// <summary>Work of V8's other threads for a collection, beside the program.</summary>
    public const string Background = "background work";

    /// <summary>The longest of the steps, in ms.</summary>
    public const string LongestStep = "longest incremental marking step ms";
}
