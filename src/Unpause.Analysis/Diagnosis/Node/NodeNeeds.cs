namespace Unpause.Analysis.Diagnosis.Node;

/// <summary>What rules of Node.js need, and what records it.</summary>
internal static class NodeNeeds
{
    /// <summary>Phases, and the parts of the heap after each collection.</summary>
    public static readonly Requirement Trace = new(
        "the trace events of V8: phases of collections and the parts of the heap", "The recording has no parts of the heap",
        [new("unpause run -- CMD")]);

    /// <summary>When the event loop was blocked.</summary>
    public static readonly Requirement EventLoop = new(
        "when the event loop was blocked, from the first HTTP request on", "The recording has no times of the event loop",
        [new("unpause run -- CMD")]);

    /// <summary>Why V8 collected.</summary>
    public static readonly Requirement Reasons = new(
        "why each collection started", "The recording does not name why V8 collected",
        [new("unpause run -- CMD"), new("--trace-gc", "an argument of node; it prints to standard output")]);

    /// <summary>V8's limit.</summary>
    public static readonly Requirement Limit = new(
        "the limit of V8's heap", "The recording does not show the limit of V8's heap", [new("unpause run -- CMD")]);

    /// <summary>Sizes of the heap.</summary>
    public static readonly Requirement Sizes = new(
        "the size of the heap after each full collection", "The recording has no sizes of the heap",
        [new("unpause run -- CMD"), new("--trace-gc", "an argument of node; it prints to standard output")]);

    /// <summary>Marking on the program's thread.</summary>
    public static readonly Requirement Steps = new(
        "steps of incremental marking", "The recording has no steps of marking with their times",
        [new("unpause run -- CMD"), new("--trace-gc", "an argument of node; it prints to standard output")]);
}
