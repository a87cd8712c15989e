namespace Unpause.Recordings.Words;

/// <summary>The counter of threads that were made to help the collector when they allocated.</summary>
public static class AssistCounter
{
    /// <summary>CPU time in which allocating threads helped to mark, in ms, of one collection: they wait for it.</summary>
    public const string Milliseconds = "mark assist CPU ms";
}
