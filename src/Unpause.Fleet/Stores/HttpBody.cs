namespace Unpause.Fleet.Stores;

/// <summary>Reads the body of an answer whose length nobody has checked.</summary>
internal static class HttpBody
{
    private const int FirstBlock = 1 << 16;

    /// <summary>Reads all of it into memory, which grows with what has come.</summary>
    /// <param name="most">No answer has as many bytes, unpacked.</param>
    /// <param name="tooLong">What is thrown of one that has.</param>
    /// <returns>A buffer, and how many bytes of it are the body.</returns>
    public static async Task<(byte[] Bytes, int Length)> ReadAsync(
        HttpContent content, int most, Func<Exception> tooLong, CancellationToken stop)
    {
        var stream = await content.ReadAsStreamAsync(stop).ConfigureAwait(false);
        await using (stream.ConfigureAwait(false))
        {
            var bytes = new byte[Math.Min(FirstBlock, most)];
            var length = 0;
            while (await stream.ReadAsync(bytes.AsMemory(length), stop).ConfigureAwait(false) is > 0 and var read)
            {
                length += read;
                if (length >= most) throw tooLong();
                if (length == bytes.Length) Array.Resize(ref bytes, Math.Min(bytes.Length * 2, most));
            }

            return (bytes, length);
        }
    }
}
