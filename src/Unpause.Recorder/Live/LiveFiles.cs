using System.Runtime.Versioning;

namespace Unpause.Recorder.Live;

/// <summary>Files of a live recording.</summary>
[SupportedOSPlatform("linux")]
internal static class LiveFiles
{
    /// <summary>Opens files one after the other as one stream.</summary>
    public static Stream Open(IReadOnlyList<string> files) =>
        new ConcatenatedStream([.. files.Select(file => new FilePart(file, 0, null))]);

    /// <summary>Copies files into a folder, which is made when absent, as files of ours alone; nothing there is overwritten.</summary>
    /// <param name="files">The files.</param>
    /// <param name="folder">The folder.</param>
    /// <param name="name">The copies' name; from the second on a number is put after it.</param>
    /// <exception cref="ObstacleException">The folder can't be written to.</exception>
    public static void Keep(IReadOnlyList<string> files, string folder, string name)
    {
        using var kept = LiveFolder.Kept(folder);
        try
        {
            for (var i = 0; i < files.Count; i++)
            {
                var copy = i == 0 ? name : $"{name}.{i}";
                using var source = new FileStream(files[i], FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
                using var target = new FileStream(
                    kept.MakeFile(copy) ?? throw new IOException($"{copy} can't be made there"), FileAccess.Write, 0);
                source.CopyTo(target);
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new ObstacleException($"the recording can't be kept in {folder}: {SystemFault.Reason(e)}");
        }
    }
}
