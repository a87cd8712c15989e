namespace Unpause.Recorder.Runtimes.Node;

/// <summary>The version of a build of Node.js, from its own text.</summary>
internal static class NodeVersion
{
    /// <summary>The first major version whose inspector is known to give V8's trace events.</summary>
    public const int FirstInspected = 12;

    private const int BlockBytes = 1 << 20, MostBytes = 256 << 20, LongestVersion = 16;

    /// <summary>Where builds name their own headers: <c>…/download/release/v20.20.2/node-v20.20.2-headers.tar.gz</c>.</summary>
    private static ReadOnlySpan<byte> Headers => "/node-v"u8;

    /// <summary>Of files that were looked at: many processes have the same.</summary>
    private static readonly Dictionary<(long, DateTime), string?> Known = [];

    /// <summary>The version; null when the file does not have it.</summary>
    public static string? Of(string path)
    {
        try
        {
            using var file = File.OpenHandle(path);
            var key = (RandomAccess.GetLength(file), File.GetLastWriteTimeUtc(file));
            lock (Known)
            {
                if (!Known.TryGetValue(key, out var version)) Known[key] = version = Find(file);
                return version;
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private static string? Find(Microsoft.Win32.SafeHandles.SafeFileHandle file)
    {
        var block = new byte[BlockBytes];
        for (long at = 0; at < MostBytes; at += BlockBytes - Headers.Length - LongestVersion)
        {
            var text = block.AsSpan(0, RandomAccess.Read(file, block, at));
            if (text.Length <= Headers.Length) return null;
            for (int found; (found = text.IndexOf(Headers)) >= 0;)
            {
                text = text[(found + Headers.Length)..];
                var end = text.IndexOfAnyExcept("0123456789."u8);
                if (end is > 0 and <= LongestVersion && text[end..].StartsWith("-headers"u8))
                    return Encoding.ASCII.GetString(text[..end]);
            }
        }

        return null;
    }
}
