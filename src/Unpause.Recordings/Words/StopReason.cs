namespace Unpause.Recordings.Words;

/// <summary>What stops are made for, in plain words.</summary>
/// <param name="Start">How the runtime's own word for the operation begins; the first row that fits counts.</param>
/// <param name="Name">What it is, as an entry of a list: <c>heap inspection</c>.</param>
/// <param name="WithoutCollection">Whether it is the collector's, and yet no collection.</param>
public sealed record StopReason(string Start, string Name, bool WithoutCollection = false)
{
    /// <summary>The reason of a stop that the GC made and whose operation has no more detail.</summary>
    public const string Collection = "collection";

    /// <summary>The reason of a stop whose operation is not recorded.</summary>
    public const string NotRecorded = "reason not recorded";
}
