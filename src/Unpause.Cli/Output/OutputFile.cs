using Microsoft.Win32.SafeHandles;

namespace Unpause.Cli;

/// <summary>
/// A file to write. What stands in it stays until all of the new content is there. Pipes and devices are written to as they are.
/// </summary>
internal abstract class OutputFile : IDisposable
{
    /// <summary>What to write to; nothing is made on the disk before this is asked for.</summary>
    /// <exception cref="OutputFailure">There is no room for it.</exception>
    public abstract Stream Stream { get; }

    /// <summary>The open file of <see cref="Stream"/>, for another process.</summary>
    /// <exception cref="IOException">It has none that could be given away.</exception>
    /// <exception cref="OutputFailure">There is no room for it.</exception>
    public abstract SafeFileHandle Handle { get; }

    /// <summary>Looks whether the file can be written, before any work, and changes nothing.</summary>
    /// <param name="path">As the user gave it.</param>
    /// <param name="option">The option that it was given with.</param>
    /// <param name="named">Whether the user named it: then it may be a pipe or a device.</param>
    /// <exception cref="UserMistake">It cannot be.</exception>
    public static OutputFile Open(string path, string option, bool named = true)
    {
        try
        {
            if (path is "/dev/stdout" or "/dev/fd/1" or "/proc/self/fd/1") return OwnOutputFile.OfStandardOutput(path);
            if (OperatingSystem.IsLinux() && GrantedFiles.Current is { } granted) return new GrantedOutputFile(granted, path);
            return OwnOutputFile.Open(path, named);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new UserMistake($"{option} {path} cannot be written: {SystemFault.Reason(exception)}");
        }
    }

    /// <summary>All is written: it takes the file's place.</summary>
    /// <exception cref="OutputFailure">It can't: what stood there is kept.</exception>
    public abstract void Keep();

    /// <summary>Closes the file; what was not kept is removed.</summary>
    public abstract void Dispose();
}
