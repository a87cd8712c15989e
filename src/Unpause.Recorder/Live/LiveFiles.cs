namespace Unpause.Recorder.Live;

/// <summary>Files of a live recording.</summary>
internal static class LiveFiles
{
    /// <summary>Opens files one after the other as one stream.</summary>
    public static Stream Open(IReadOnlyList<string> files) =>
        new ConcatenatedStream([.. files.Select(file => new FilePart(file, 0, null))]);

    /// <summary>Copies a file into a folder, which is made when absent. Returns the copy's path.</summary>
    /// <exception cref="ObstacleException">The folder can't be written to.</exception>
    public static string Copy(string file, string folder)
    {
        try
        {
            Directory.CreateDirectory(folder);
            var copy = Path.Combine(folder, Path.GetFileName(file));
            using var source = new FileStream(file, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
            using var target = new FileStream(copy, FileMode.Create, FileAccess.Write, FileShare.Read);
            source.CopyTo(target);
            return copy;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new ObstacleException($"the recording can't be kept in {folder}: {e.Message}");
        }
    }
}
