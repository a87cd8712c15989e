using Unpause.Recordings;

namespace Unpause.Diagnosis.DotNet;

/// <summary>
/// What replaces a large object, told from its type and from who allocated it. The order of the table is the order in which
/// a row is asked: what is said of a caller is more exact than what is said of a type.
/// </summary>
internal static class LargeObjectReplacement
{
    private const int FramesLookedAt = 12;

    private static readonly (string Type, string Frame, string Advice)[] Table =
    [
        ("", "Convert.ToBase64", "Base64 in one piece: write it piece by piece into the XML or text with Base64XmlStream (Unpause.IO)"),
        ("", "System.Xml.", "XML in one piece: let the writer take a stream; binary content goes in with Base64XmlStream (Unpause.IO)"),
        ("", "System.IO.MemoryStream", "the inside of a MemoryStream, which doubles its array: PooledMemoryStream (Unpause.IO) has small pooled blocks"),
        ("", "SerializeToUtf8Bytes", "JSON in one array: serialise into a stream (JsonSerializer.Serialize(stream, value)), or into a PooledMemoryStream (Unpause.IO)"),
        ("", "System.Text.Json", "JSON in one piece: serialise into a stream (JsonSerializer.Serialize(stream, value)), or into a PooledMemoryStream (Unpause.IO)"),
        ("", "Newtonsoft.Json", "JSON in one piece: give the serialiser a JsonTextWriter over a stream, or over a PooledMemoryStream (Unpause.IO)"),
        ("", "System.Text.Encoding", "re-encoding by a whole array or string: Transcoder (Unpause.IO) goes through small pooled buffers"),
        ("", "Encoding.Get", "re-encoding by a whole array or string: Transcoder (Unpause.IO) goes through small pooled buffers"),
        ("", "System.Text.StringBuilder", "text in one string: write the builder's pieces to the destination (StringBuilder.GetChunks, TextWriter)"),
        ("", "System.IO.StreamReader.ReadToEnd", "a whole text as one string: read it line by line or in blocks"),
        ("", "System.IO.File.ReadAll", "a whole file in one array: read it as a stream, in blocks"),
        ("", "Generic.HashSet`", "the inside of a HashSet<T>: ChunkedHashSet<T> (Unpause.Collections) keeps it in pieces below the threshold"),
        ("", "Generic.Dictionary`", "the inside of a Dictionary<TKey, TValue>: ChunkedDictionary<TKey, TValue> (Unpause.Collections) keeps it in pieces below the threshold"),
        ("", "Generic.List`", "the inside of a List<T>, which doubles its array: ChunkedList<T> (Unpause.Collections) keeps it in pieces below the threshold"),
        ("", "Linq.Enumerable", "a sequence made into one array: pass the sequence on, or collect it in a ChunkedList<T> (Unpause.Collections)"),
        ("Slot[", "", "the inside of a HashSet<T>: ChunkedHashSet<T> (Unpause.Collections) keeps it in pieces below the threshold"),
        ("Entry[", "", "the inside of a HashSet<T> or Dictionary<TKey, TValue>: ChunkedHashSet<T> and ChunkedDictionary<TKey, TValue> (Unpause.Collections) keep it in pieces below the threshold"),
        ("System.Byte[]", "", "a buffer: rent it (ArrayPool<byte>.Shared), or write into a PooledMemoryStream (Unpause.IO)"),
        ("System.Char[]", "", "a text buffer: rent it (ArrayPool<char>.Shared), or go through small ones with Transcoder (Unpause.IO)"),
        ("System.String", "", "text in one string: write it piece by piece to its destination (TextWriter, Transcoder of Unpause.IO)"),
        ("[]", "", "an array: rent it (ArrayPool<T>.Shared), or use ChunkedList<T> (Unpause.Collections)"),
    ];

    /// <summary>What it is and what replaces it, as a phrase.</summary>
    public static string Of(AllocationSite site)
    {
        foreach (var (type, frame, advice) in Table)
        {
            if (type.Length > 0 && site.Type?.Contains(type, StringComparison.Ordinal) != true) continue;
            if (frame.Length == 0 || site.Stack.Take(FramesLookedAt).TakeWhile(IsLibrary).Any(method => method.Contains(frame, StringComparison.Ordinal))) return advice;
        }

        return "a large object: don't create it, rent it, or split it";
    }

    /// <summary>The first method of the program's own code; the innermost one when there is none, null without a stack.</summary>
    public static string? OwnCode(AllocationSite site) => site.Stack.FirstOrDefault(method => !IsLibrary(method)) ?? site.Stack.FirstOrDefault();

    private static bool IsLibrary(string method) => method.StartsWith("System.", StringComparison.Ordinal) || method.StartsWith("Microsoft.", StringComparison.Ordinal)
        || method.StartsWith("Newtonsoft.", StringComparison.Ordinal) || method.StartsWith("Interop", StringComparison.Ordinal);
}
