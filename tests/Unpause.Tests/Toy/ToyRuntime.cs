using Unpause.Recordings;
using Unpause.Recordings.Readers;

namespace Unpause.Tests.Toy;

/// <summary>
/// A made-up runtime as a product's one would be added: names, a format with its reader, and a joiner. Its log has a line for each
/// collection: <c>toy nursery at 12 ms for 3 ms, eden 100 of 400 lived</c>.
/// </summary>
internal static class ToyRuntime
{
    public const string Id = "toy", Format = "toy-log", Nursery = "nursery", Everything = "everything";

    /// <summary>The parts of its heap.</summary>
    public static HeapSpace Eden { get; } = new(0, "eden", "eden", Nursery);

    /// <summary>Where survivors go.</summary>
    public static HeapSpace Attic { get; } = new(1, "attic", "the attic", Everything);

    public static RuntimeTraits Traits { get; } = new(Id, "Toy")
    {
        OneOf = "a Toy",
        AllOf = "Toys",
        Generations = [Nursery, Everything],
        Spaces = [Eden, Attic]
    };

    public static RuntimeDescriptor Row { get; } = new(
        Traits, [new(Format, FormatEvidence.WholeLine, block => block.StartsWith("toy "u8), () => new ToyReader())])
    {
        Inputs = "Toy logs",
        Join = LongestOnly,
    };

    /// <summary>Of several recordings of its own it keeps the longest.</summary>
    private static IReadOnlyList<Recording> LongestOnly(IReadOnlyList<Recording> recordings)
    {
        var longest = recordings.Where(recording => recording.Source.Runtime == Id).MaxBy(recording => recording.Collections.Count);
        return [.. recordings.Where(recording => recording.Source.Runtime != Id || recording == longest)];
    }
}
