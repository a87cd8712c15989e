namespace Unpause.Recordings.Words;

/// <summary>What stops are made for, in plain words.</summary>
/// <param name="Start">How the runtime's own word for the operation begins; the first row that fits counts.</param>
/// <param name="Name">What it is, as it stands in a list: <c>heap inspection</c>.</param>
/// <param name="WithoutCollection">Whether it is the collector's, and yet no collection.</param>
internal sealed record StopReason(string Start, string Name, bool WithoutCollection = false)
{
    /// <summary>What a stop is for that the collector made and whose operation says no more.</summary>
    public const string Collection = "collection";

    /// <summary>What a stop is for whose operation the recording doesn't name.</summary>
    public const string Untold = "reason not recorded";
}
