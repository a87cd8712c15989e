using Unpause.Recordings.Words;

namespace Unpause.Reports.Composition;

/// <summary>
/// A collection's type in the letters of PerfView's GCStats: generation, then B for background, F for one inside a
/// background one, N for the others, then I for induced, i for induced but not forced.
/// </summary>
internal static class CollectionType
{
    private const string NotForced = DotNetReasons.InducedNotForced;

    /// <summary>The letters; null for a collector without numbered generations.</summary>
    public static string? Format(Column<Collection> collections, CollectionFacts? facts, int index)
    {
        var collection = collections[index];
        if (collection.Generation is not (Generations.Gen0 or Generations.Gen1 or Generations.Gen2)) return null;
        if (facts?.Get(index, CollectionFact.Foreground) is not { } foreground) return null;
        var letter = collection.Kind == CollectionKind.Background ? 'B' : foreground == 1 ? 'F' : 'N';
        var induced = !collection.Induced ? "" : collection.RuntimeCause == NotForced ? "i" : "I";
        return $"{collection.Generation[^1]}{letter}{induced}";
    }
}
