using Microsoft.Win32.SafeHandles;

namespace Unpause.Recorder.Probes;

/// <summary>Identifies a program's file: the same path may be another file in another container, or after a build.</summary>
/// <param name="Path">Its path as its own process sees it.</param>
/// <param name="Identity">The path with the file's length and modification time.</param>
internal readonly record struct GoProgramKey(string Path, string Identity)
{
    /// <summary>The key of an open file.</summary>
    /// <param name="handle">The file.</param>
    /// <param name="path">The path by which it was opened, or a link to it (/proc/PID/exe).</param>
    /// <exception cref="IOException">The link is gone.</exception>
    public static GoProgramKey Read(SafeFileHandle handle, string path)
    {
        var target = File.ResolveLinkTarget(path, returnFinalTarget: false);
        var file = target is null ? System.IO.Path.GetFullPath(path) : target.FullName;
        return new GoProgramKey(file, $"{file} {RandomAccess.GetLength(handle)} {File.GetLastWriteTimeUtc(handle).Ticks}");
    }
}
