namespace Unpause.Recorder.Probes;

/// <summary>Tells programs' files apart: one path may be another file in another container, or after a build.</summary>
/// <param name="Path">Where it stands, as its own process sees it.</param>
/// <param name="Identity">The path with the file's length and when it was written.</param>
internal readonly record struct GoProgramKey(string Path, string Identity)
{
    /// <summary>The key of a file or of a link to it (/proc/PID/exe); null when it is gone or not ours to see.</summary>
    public static GoProgramKey? Of(string path)
    {
        try
        {
            var target = File.ResolveLinkTarget(path, returnFinalTarget: false);
            var file = target is null ? System.IO.Path.GetFullPath(path) : target.FullName;
            using var handle = File.OpenHandle(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
            return new GoProgramKey(file, $"{file} {RandomAccess.GetLength(handle)} {File.GetLastWriteTimeUtc(handle).Ticks}");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
