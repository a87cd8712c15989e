using Unpause.Recordings.Readers;

namespace Unpause.Recordings.Loading;

/// <summary>
/// Searches for a known format: at the start of the input, then block by block, because GC lines may begin after
/// megabytes of other output. Blocks that contain nothing are skipped.
/// </summary>
public static class FormatSearch
{
    /// <summary>Advances the stream to the block in which a format was recognised.</summary>
    /// <param name="stream">Positioned at the input's start.</param>
    /// <param name="atStart">Recognises the input's first block.</param>
    /// <param name="inside">Recognises a later block, which begins at a line's start.</param>
    /// <exception cref="InvalidDataException">The input is packed and its packing is damaged.</exception>
    public static Result<T> Run<T>(PeekedStream stream, Func<ReadOnlySpan<byte>, T?> atStart, Func<ReadOnlySpan<byte>, T?> inside)
        where T : class
    {
        var block = stream.Peek(Limits.DetectionBytes);
        if (block.IsEmpty) return new Result<T>(null, true, false, 0, 0, []);
        var binary = block.IndexOfAnyInRange((byte)0, (byte)8) >= 0;
        var format = atStart(block);
        byte[] start = format is null ? block.ToArray() : [];
        long passed = 0;
        long lines = 0;
        while (format is null)
        {
            // A torn line may hide what is looked for, so it is left for the next block.
            var lineEnd = block.LastIndexOf((byte)'\n');
            var skipped = lineEnd >= 0 && block.Length == Limits.DetectionBytes ? lineEnd + 1 : block.Length;
            lines += block[..skipped].Count((byte)'\n');
            stream.Skip(skipped);
            passed += skipped;
            block = stream.Peek(Limits.DetectionBytes);
            if (block.IsEmpty) break;
            format = inside(block);
        }

        return new Result<T>(format, false, binary, passed, lines, start);
    }

    /// <summary>What was found.</summary>
    /// <param name="Format">The format; null when none was recognised.</param>
    /// <param name="Empty">The input has no bytes.</param>
    /// <param name="Binary">The input's first block contains bytes that no text has.</param>
    /// <param name="PassedBytes">Bytes before the block that was recognised.</param>
    /// <param name="PassedLines">Line ends in those bytes.</param>
    /// <param name="Start">The input's first block, where it was not recognised, to find out what else it is.</param>
    public sealed record Result<T>(T? Format, bool Empty, bool Binary, long PassedBytes, long PassedLines, byte[] Start)
        where T : class
    {
        /// <summary>Why there is no format, as a phrase.</summary>
        /// <param name="sought">What was looked for: <c>GC lines</c>.</param>
        public string Describe(string sought) => OtherFiles.Describe(Start) ?? (Empty, Binary) switch
        {
            (true, _) => "empty",
            (_, true) => "binary data of unknown format",
            _ => string.Create(CultureInfo.InvariantCulture, $"no {sought} in {PassedBytes:N0} bytes of text"),
        };
    }
}
