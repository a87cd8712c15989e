namespace Unpause.Recordings.Histograms;

/// <summary>A class right before and right after a full collection.</summary>
/// <param name="Type">The class.</param>
/// <param name="Library">Whether it is the runtime's own.</param>
/// <param name="All">Objects, including unreachable ones, mean over the rounds.</param>
/// <param name="Live">Reachable objects, mean over the rounds.</param>
public readonly record struct ClassPlunge(string Type, bool Library, ClassCount All, ClassCount Live)
{
    /// <summary>Objects that the collection freed.</summary>
    internal long Instances => Math.Max(0, All.Instances - Live.Instances);

    /// <summary>Bytes that the collection freed.</summary>
    internal long Bytes => Math.Max(0, All.Bytes - Live.Bytes);

    /// <summary>
    /// The share that is retained, 0 to 1: near 0 for short-lived objects, near 1 for long-lived ones. The application runs
    /// between the two counts, so live may exceed all.
    /// </summary>
    internal double LiveShare => All.Instances == 0 ? 1 : Math.Min(1, (double)Live.Instances / All.Instances);
}
