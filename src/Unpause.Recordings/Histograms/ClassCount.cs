namespace Unpause.Recordings.Histograms;

/// <summary>How many objects of a class there are.</summary>
/// <param name="Type">The class, as the source has it. Hostile: escape before showing.</param>
/// <param name="Instances">Objects.</param>
/// <param name="Bytes">Their own size.</param>
public readonly record struct ClassCount(string Type, long Instances, long Bytes);
