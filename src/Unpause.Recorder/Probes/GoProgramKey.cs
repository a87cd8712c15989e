using Microsoft.Win32.SafeHandles;

namespace Unpause.Recorder.Probes;

/// <summary>Tells programs' files apart: one path may be another file in another container, or after a build.</summary>
/// <param name="Path">Where it stands, as its own process sees it.</param>
/// <param name="Identity">The path with the file's length and when it was written.</param>
internal readonly record struct GoProgramKey(string Path, string Identity)
{
    /// <summary>The key of an open file.</summary>
    /// <param name="handle">The file.</param>
    /// <param name="path">What it was opened by: its path or a link to it (/proc/PID/exe).</param>
    /// <exception cref="IOException">The link is gone.</exception>
    public static GoProgramKey Of(SafeFileHandle handle, string path)
    {
        var target = File.ResolveLinkTarget(path, returnFinalTarget: false);
        var file = target is null ? System.IO.Path.GetFullPath(path) : target.FullName;
        return new GoProgramKey(file, $"{file} {RandomAccess.GetLength(handle)} {File.GetLastWriteTimeUtc(handle).Ticks}");
    }
}
