namespace Unpause.Recordings.Readers;

/// <summary>Fills a buffer from a stream that may return less than requested.</summary>
internal static class WholeRead
{
    /// <summary>Reads as much as there is; a fault of the stream is its end, and noted.</summary>
    /// <param name="stream">The bytes.</param>
    /// <param name="coverage">Where a fault is noted.</param>
    /// <returns>How much of the target was filled.</returns>
    public static int Fill(Stream stream, Span<byte> target, CoverageBuilder coverage)
    {
        var got = 0;
        try
        {
            while (got < target.Length)
            {
                var read = stream.Read(target[got..]);
                if (read == 0) break;
                got += read;
            }
        }
        catch (Exception exception) when (exception is IOException or InvalidDataException)
        {
            coverage.Add($"Reading stopped: {exception.Message}", unreadable: true);
        }

        return got;
    }
}
