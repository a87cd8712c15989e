namespace Unpause.Analysis.Holes;

/// <summary>A pause that meets a drawn trace.</summary>
/// <param name="Recording">Index of its recording.</param>
/// <param name="StartUnixNanoseconds">Its start on the requests' clock.</param>
/// <param name="DurationNanoseconds">Its length.</param>
/// <param name="Generation">The generation collected, or null.</param>
internal readonly record struct ShownPause(int Recording, long StartUnixNanoseconds, long DurationNanoseconds, string? Generation);
