using Microsoft.CodeAnalysis;

namespace Unpause.Analyzers.IO;

/// <summary>What the analyzers of Unpause.IO report.</summary>
internal static class StreamRules
{
    internal const string MemoryStreamId = "UNPAUSE002";
    internal const string TranscodingStringId = "UNPAUSE003";

    private const string Category = "Performance";
    private const string Help = "https://learn.microsoft.com/dotnet/standard/garbage-collection/large-object-heap";

    internal static readonly DiagnosticDescriptor MemoryStream = new(
        MemoryStreamId,
        "MemoryStream is filled and copied",
        "A MemoryStream doubles its array while it grows and ToArray copies it again; use 'PooledMemoryStream', and CopyTo or "
        + "GetReadOnlySequence where possible",
        Category, DiagnosticSeverity.Info, isEnabledByDefault: true, helpLinkUri: Help);

    internal static readonly DiagnosticDescriptor TranscodingString = new(
        TranscodingStringId,
        "Text made only to change the encoding",
        "The characters between the two encodings are garbage; use 'Transcoder'",
        Category, DiagnosticSeverity.Info, isEnabledByDefault: true, helpLinkUri: Help);
}
