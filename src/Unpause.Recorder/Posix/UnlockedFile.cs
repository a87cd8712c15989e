namespace Unpause.Recorder.Posix;

/// <summary>Reads a file without taking a lock, like <c>cat</c>.</summary>
[SupportedOSPlatform("linux")]
internal static unsafe class UnlockedFile
{
    /// <summary>The file's first bytes; null when it can't be read.</summary>
    public static byte[]? Read(string path, int most)
    {
        var descriptor = LibC.Open(path, LibC.OCloseOnExec | LibC.ONonBlock);
        if (descriptor < 0) return null;
        try
        {
            var bytes = new byte[most];
            var length = 0;
            fixed (byte* start = bytes)
            {
                while (length < most && LibC.Read(descriptor, start + length, most - length) is var read and > 0) length += (int)read;
            }

            return bytes[..length];
        }
        finally
        {
            LibC.Close(descriptor);
        }
    }
}
