namespace Unpause.Requests.Json;

/// <summary>Distinguishes JSON formats by the property names in a block.</summary>
internal static class JsonRecognition
{
    /// <summary>Whether a block begins with a bracket, or contains a line that does.</summary>
    public static bool MayBeJson(ReadOnlySpan<byte> block)
    {
        var start = block.TrimStart("\uFEFF \t\r\n"u8);
        return (start.Length > 0 && start[0] is (byte)'{' or (byte)'[') || block.IndexOf("\n{"u8) >= 0 || block.IndexOf("\n["u8) >= 0;
    }

    /// <summary>Whether a block contains any of three texts.</summary>
    public static bool HasAny(ReadOnlySpan<byte> block, ReadOnlySpan<byte> a, ReadOnlySpan<byte> b, ReadOnlySpan<byte> c) =>
        block.IndexOf(a) >= 0 || block.IndexOf(b) >= 0 || block.IndexOf(c) >= 0;
}
