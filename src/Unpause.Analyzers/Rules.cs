using Microsoft.CodeAnalysis;

namespace Unpause.Analyzers;

/// <summary>What the analyzers report.</summary>
internal static class Rules
{
    internal const string LargeCollectionId = "UNPAUSE001";
    internal const string MemoryStreamId = "UNPAUSE002";
    internal const string TranscodingStringId = "UNPAUSE003";
    internal const string InducedCollectionId = "UNPAUSE004";

    private const string Category = "Performance";
    private const string Help = "https://learn.microsoft.com/dotnet/standard/garbage-collection/large-object-heap";

    internal static readonly DiagnosticDescriptor LargeCollection = new(
        LargeCollectionId,
        "Collection reaches the large object heap",
        "'{0}' with room for {1} elements makes arrays of at least 85,000 bytes, which only a gen2 collection frees; use '{2}'",
        Category, DiagnosticSeverity.Warning, isEnabledByDefault: true, helpLinkUri: Help);

    internal static readonly DiagnosticDescriptor MemoryStream = new(
        MemoryStreamId,
        "MemoryStream is filled and copied",
        "A MemoryStream doubles its array while it grows and ToArray copies it again; use 'PooledMemoryStream', and CopyTo or "
        + "GetReadOnlySequence where possible",
        Category, DiagnosticSeverity.Info, isEnabledByDefault: true, helpLinkUri: Help);

    internal static readonly DiagnosticDescriptor TranscodingString = new(
        TranscodingStringId,
        "String made only to change the encoding",
        "The string between GetString and GetBytes is garbage; use 'Transcoder'",
        Category, DiagnosticSeverity.Info, isEnabledByDefault: true, helpLinkUri: Help);

    internal static readonly DiagnosticDescriptor InducedCollection = new(
        InducedCollectionId,
        "Code asks for a garbage collection",
        "GC.Collect() stops all threads for a full blocking collection",
        Category, DiagnosticSeverity.Warning, isEnabledByDefault: true,
        helpLinkUri: "https://learn.microsoft.com/dotnet/standard/garbage-collection/induced");
}
