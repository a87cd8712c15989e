using Unpause.Analysis.Allocations;
using Unpause.Recordings.Allocations;

namespace Unpause.Analysis.Diagnosis.DotNet;

/// <summary>What a kind of large objects is, and what replaces it, judged by type and call stack.</summary>
/// <param name="Name">What such objects are, in the plural.</param>
/// <param name="Advice">What replaces them, as a phrase.</param>
/// <param name="Code">The code of the replacement; null where words are enough.</param>
internal sealed record LargeObjectReplacement(string Name, string Advice, string? Code = null)
{
    private const int FramesLookedAt = 12;
    private const int Base64Frames = 4;

    private static readonly LargeObjectReplacement Base64 = new("Base64 strings",
        "the whole text is built before it is written; Base64XmlStream of Unpause.IO encodes into the XML element as bytes arrive",
        "using var binary = new Base64XmlStream(writer);\nJsonSerializer.Serialize(binary, value);");

    private static readonly LargeObjectReplacement Xml = new(
        "whole XML texts", "let the writer use a stream; write binary content with Base64XmlStream of Unpause.IO");

    private static readonly LargeObjectReplacement MemoryStreams = new("backing arrays of MemoryStream",
        "it doubles its array and copies it again in ToArray; PooledMemoryStream of Unpause.IO uses small pooled blocks",
        "using var stream = new PooledMemoryStream();");

    private static readonly LargeObjectReplacement Json = new("whole JSON texts",
        "serialise into the destination stream, or into a PooledMemoryStream of Unpause.IO", "JsonSerializer.Serialize(stream, value);");

    private static readonly LargeObjectReplacement Encoded = new(
        "re-encoded texts", "they pass through a whole array or string; Transcoder of Unpause.IO uses small pooled buffers");

    private static readonly LargeObjectReplacement Texts = new(
        "whole texts", "write the parts to the destination (StringBuilder.GetChunks, TextWriter), read line by line or in blocks");

    private static readonly LargeObjectReplacement Files = new("whole files", "read them as a stream, in blocks");

    private static readonly LargeObjectReplacement Sequences = new(
        "arrays of whole sequences", "pass the sequence on, or collect it in a ChunkedList<T> of Unpause.Collections");

    private static readonly LargeObjectReplacement Buffers = new("byte arrays, char arrays and strings",
        "rent the buffer (ArrayPool<byte>.Shared), or write to a PooledMemoryStream (Unpause.IO), which "
        + "uses small pooled blocks; write text in parts",
        "using var stream = new PooledMemoryStream();");

    private static readonly LargeObjectReplacement Arrays = new(
        "other arrays", "rent them (ArrayPool<T>.Shared), or keep the items in a ChunkedList<T> of Unpause.Collections");

    private static readonly LargeObjectReplacement Others = new(
        "other objects", "ChunkedList<T> and ChunkedHashSet<T> of Unpause.Collections keep their items in chunks below the threshold");

    /// <summary>The first match decides: a method on the stack is more specific than a type.</summary>
    private static readonly (string Type, string Frame, LargeObjectReplacement Replacement)[] Table =
    [
        ("", "Convert.ToBase64", Base64),
        ("", "System.Xml.", Xml),
        ("", "System.IO.MemoryStream", MemoryStreams),
        ("", "SerializeToUtf8Bytes", Json),
        ("", "System.Text.Json", Json),
        ("", "Newtonsoft.Json", Json),
        ("", "System.Text.Encoding", Encoded),
        ("", "Encoding.Get", Encoded),
        ("", "System.Text.StringBuilder", Texts),
        ("", "System.IO.StreamReader.ReadToEnd", Texts),
        ("", "System.IO.File.ReadAll", Files),
        ("", "Linq.Enumerable", Sequences),
        ("System.Byte[]", "", Buffers),
        ("System.Char[]", "", Buffers),
        ("System.String", "", Buffers),
        ("[]", "", Arrays),
    ];

    /// <summary>What replaces the objects of a site.</summary>
    public static LargeObjectReplacement Choose(AllocationSite site)
    {
        if (IsBase64(site)) return Base64;
        if (LargeContainers.Find(site, FramesLookedAt) is { } container && !IsOfSerialiser(site)) return container;
        foreach (var (type, frame, replacement) in Table)
        {
            if (type.Length > 0 && site.Type?.Contains(type, StringComparison.Ordinal) != true) continue;
            if (frame.Length == 0
                || site.Stack.Take(FramesLookedAt).TakeWhile(IsLibrary).Any(method => method.Contains(frame, StringComparison.Ordinal)))
            {
                return replacement;
            }
        }

        return Others;
    }

    /// <summary>True for a method of the platform or of a serialiser: its caller is the code to change.</summary>
    public static bool IsLibrary(string method) =>
        UserFrames.IsPlatform(method) || method.StartsWith("Newtonsoft.", StringComparison.Ordinal);

    /// <summary>
    /// True where the collection belongs to a serialiser or another library: the advice for that library takes precedence.
    /// </summary>
    private static bool IsOfSerialiser(AllocationSite site)
    {
        foreach (var (type, frame, _) in Table)
        {
            if (type.Length > 0) return false;
            if (site.Stack.Take(FramesLookedAt).TakeWhile(IsLibrary).Any(method => method.Contains(frame, StringComparison.Ordinal)))
            {
                return frame != "Linq.Enumerable";
            }
        }

        return false;
    }

    /// <summary>The conversion itself is inlined into its caller, so the caller's name decides.</summary>
    private static bool IsBase64(AllocationSite site) =>
        site.Type is "System.String" or "System.Char[]"
        && site.Stack.Take(Base64Frames).Any(frame => frame.Contains("Base64", StringComparison.Ordinal));
}
