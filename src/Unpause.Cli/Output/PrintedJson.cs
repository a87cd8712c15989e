using System.Text.Json.Serialization.Metadata;
using Unpause.Reports.Documents.Json;

namespace Unpause.Cli.Output;

/// <summary>Writes JSON documents to standard output.</summary>
internal static class PrintedJson
{
    /// <summary>Writes a document.</summary>
    /// <exception cref="OutputFailure">Standard output can't be written.</exception>
    public static void Write<T>(T document, JsonTypeInfo<T> type)
    {
        using var output = StandardStreams.OpenOutput();
        IndentedJson.Write(output, document, type);
    }
}
