namespace Unpause.Recordings.Histograms;

/// <summary>A class in two histograms.</summary>
/// <param name="Type">The class.</param>
/// <param name="Library">Whether it is the runtime's own.</param>
/// <param name="Before">In the first.</param>
/// <param name="After">In the second.</param>
public readonly record struct ClassChange(string Type, bool Library, ClassCount Before, ClassCount After)
{
    /// <summary>By how many objects the second has more; negative when fewer.</summary>
    internal long Instances => After.Instances - Before.Instances;

    /// <summary>By how many bytes the second has more.</summary>
    internal long Bytes => After.Bytes - Before.Bytes;
}
