using System.Runtime.Versioning;

namespace Unpause.Recorder.Live;

[SupportedOSPlatform("linux")]
internal static class LiveFiles
{
    /// <summary>A JVM's log rotates at 1 GiB, but the file belongs to its user, who may write to it too.</summary>
    private const long MostKept = 4L << 30;

    /// <summary>Opens files in sequence as one stream.</summary>
    public static Stream Open(IReadOnlyList<string> files) =>
        new ConcatenatedStream([.. files.Select(file => new FilePart(file, 0, null))]);

    /// <summary>Copies files to a folder, created if necessary, as private files; nothing there is overwritten.</summary>
    /// <param name="name">Name of the copies; from the second on with a number.</param>
    /// <exception cref="ObstacleException">The folder is not writable, or has not enough space.</exception>
    public static void Keep(IReadOnlyList<string> files, string folder, string name)
    {
        using var kept = LiveFolder.Kept(folder);
        var left = MostKept;
        try
        {
            for (var i = 0; i < files.Count; i++)
            {
                var copy = i == 0 ? name : $"{name}.{i}";
                using var source = new FileStream(files[i], FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
                var length = source.Length;
                left -= length;
                if (left < 0) throw new IOException($"it is larger than {MostKept >> 30} GiB");
                if (length > kept.FreeBytes - RunFolder.LeastFreeBytes) throw new IOException("the disk is full");
                using var target = new FileStream(
                    kept.MakeFile(copy) ?? throw new IOException($"{copy} can't be created there"), FileAccess.Write, 0);
                Copy(source, target, length);
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new ObstacleException($"the recording can't be kept in {folder}: {SystemFault.Reason(e)}");
        }
    }

    /// <summary>Copies a given length: the writer of the source may continue.</summary>
    public static void Copy(Stream source, Stream target, long length)
    {
        const int BlockBytes = 64 * 1024;
        var block = new byte[BlockBytes];
        while (length > 0 && source.Read(block, 0, (int)Math.Min(block.Length, length)) is var read and > 0)
        {
            target.Write(block, 0, read);
            length -= read;
        }
    }
}
