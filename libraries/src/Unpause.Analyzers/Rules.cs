using Microsoft.CodeAnalysis;

namespace Unpause.Analyzers;

/// <summary>What the analyzers of Unpause.Collections report.</summary>
internal static class Rules
{
    internal const string LargeCollectionId = "UNPAUSE001";
    internal const string InducedCollectionId = "UNPAUSE004";
    internal const string FlattenedChunksId = "UNPAUSE005";

    private const string Category = "Performance";
    private const string Help = "https://learn.microsoft.com/dotnet/standard/garbage-collection/large-object-heap";

    internal static readonly DiagnosticDescriptor LargeCollection = new(
        LargeCollectionId,
        "Collection reaches the large object heap",
        "'{0}' with room for {1} elements makes arrays of at least 85,000 bytes, which only a gen2 collection frees; use '{2}'",
        Category, DiagnosticSeverity.Warning, isEnabledByDefault: true, helpLinkUri: Help);

    internal static readonly DiagnosticDescriptor InducedCollection = new(
        InducedCollectionId,
        "Code asks for a garbage collection",
        "GC.Collect() stops all threads for a full blocking collection",
        Category, DiagnosticSeverity.Warning, isEnabledByDefault: true,
        helpLinkUri: "https://learn.microsoft.com/dotnet/standard/garbage-collection/induced");

    // A chunked collection may as well be small: a suggestion, which builds don't show.
    internal static readonly DiagnosticDescriptor FlattenedChunks = new(
        FlattenedChunksId,
        "Chunked collection is copied into one array",
        "'{0}' copies all elements of '{1}' into one array, which is a large object again; keep them in chunks (a chunked collection of "
        + "its own, its Sort, a loop over ChunkSpans)",
        Category, DiagnosticSeverity.Info, isEnabledByDefault: true, helpLinkUri: Help);
}
