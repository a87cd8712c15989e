using Microsoft.Win32.SafeHandles;

namespace Unpause.Recorder.Files;

/// <summary>Reads the start of a file that may be longer than expected, or grow.</summary>
internal static class FirstBytes
{
    /// <summary>The first bytes; null when they can't be read. Takes no lock, like <c>cat</c>.</summary>
    public static byte[]? Read(SafeFileHandle file, int most)
    {
        try
        {
            var bytes = new byte[Math.Min(most, RandomAccess.GetLength(file))];
            var length = 0;
            while (length < bytes.Length && RandomAccess.Read(file, bytes.AsSpan(length), length) is var read and > 0) length += read;
            return bytes[..length];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>The first bytes of a file of unknown length, such as those in /proc.</summary>
    /// <exception cref="IOException">It can't be read.</exception>
    public static byte[] UpTo(SafeFileHandle file, int most)
    {
        const int First = 16 * 1024;
        var bytes = new byte[Math.Min(most, First)];
        var length = 0;
        while (RandomAccess.Read(file, bytes.AsSpan(length), length) is var read and > 0)
        {
            length += read;
            if (length == most) break;
            if (length == bytes.Length) Array.Resize(ref bytes, (int)Math.Min(most, 2L * length));
        }

        return bytes[..length];
    }
}
