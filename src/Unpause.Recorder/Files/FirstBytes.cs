using Microsoft.Win32.SafeHandles;

namespace Unpause.Recorder.Files;

/// <summary>Reads the beginning of a file that may be longer than it should, or grow.</summary>
internal static class FirstBytes
{
    /// <summary>The first bytes; null when they can't be read. No lock is asked for, as <c>cat</c> asks for none.</summary>
    public static byte[]? Of(SafeFileHandle file, int most)
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
}
