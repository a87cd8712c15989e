namespace Unpause.Recordings.Readers;

/// <summary>A whole profile in memory, for formats in which later parts explain earlier ones.</summary>
internal static class ProfileBytes
{
    private const int FirstBytes = 1 << 20;

    /// <summary>
    /// Takes in a stream to its end; memory grows with the bytes that are there, up to <see cref="Limits.ProfileBytes"/>.
    /// </summary>
    /// <param name="stream">Unpacked.</param>
    /// <param name="fault">Why nothing is given, as a phrase; null when all is.</param>
    public static ReadOnlyMemory<byte> Read(Stream stream, out string? fault)
    {
        var bytes = new byte[FirstBytes];
        var length = 0;
        fault = null;
        try
        {
            while (stream.Read(bytes.AsSpan(length)) is var read and > 0)
            {
                length += read;
                if (length < bytes.Length) continue;
                if (length >= Limits.ProfileBytes)
                {
                    fault = $"it is larger than {Quantities.Bytes((double)Limits.ProfileBytes)} unpacked";
                    return default;
                }

                Array.Resize(ref bytes, Math.Min(2 * length, Limits.ProfileBytes));
            }
        }
        catch (Exception exception) when (exception is IOException or InvalidDataException)
        {
            fault = $"it cannot be read to its end: {exception.Message}";
            return default;
        }

        return bytes.AsMemory(0, length);
    }
}
