using Microsoft.Win32.SafeHandles;

namespace Unpause.Cli.Output;

/// <summary>
/// A file to write. The old content stays until the new content is complete. Pipes and devices are written to directly.
/// </summary>
internal abstract class OutputFile : IDisposable
{
    /// <summary>The stream to write to. Nothing is created on disk before the first access.</summary>
    /// <exception cref="OutputFailure">There is no room for it.</exception>
    public abstract Stream Stream { get; }

    /// <summary>The open file of <see cref="Stream"/>, for another process.</summary>
    /// <exception cref="IOException">It has none that could be given away.</exception>
    /// <exception cref="OutputFailure">There is no room for it.</exception>
    public abstract SafeFileHandle Handle { get; }

    /// <summary>Where the new content is, once it is kept: the path on the command line, or the free name that was chosen.</summary>
    public string KeptAs { get; protected set; } = "";

    /// <summary>Where the old content is, if it was kept; null otherwise.</summary>
    public string? OldKeptAs { get; protected set; }

    /// <summary>Checks before any work that the file can be written, without changing it.</summary>
    /// <param name="path">The path on the command line.</param>
    /// <param name="option">The option that has the path.</param>
    /// <param name="named">Whether the user named the file: then it may be a pipe or a device.</param>
    /// <param name="old">What happens to old content.</param>
    /// <exception cref="UserMistake">The file cannot be written.</exception>
    public static OutputFile Open(string path, string option, bool named = true, OldContent old = OldContent.Replaced)
    {
        try
        {
            if (path is "/dev/stdout" or "/dev/fd/1" or "/proc/self/fd/1") return OwnOutputFile.OfStandardOutput(path);
            if (OperatingSystem.IsWindows() && path.Equals("NUL", StringComparison.OrdinalIgnoreCase)) return OwnOutputFile.OfNothing(path);
            if (OperatingSystem.IsLinux() && GrantedFiles.Current is { } granted) return new GrantedOutputFile(granted, path);
            return OwnOutputFile.Open(path, named, old);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new UserMistake($"{option} {path} cannot be written: {SystemFault.Reason(exception)}");
        }
    }

    /// <summary>Replaces the old content by the complete new content.</summary>
    /// <exception cref="OutputFailure">The file cannot be replaced; its old content is kept.</exception>
    public abstract void Keep();

    /// <summary>Closes the file, and removes incomplete content.</summary>
    public abstract void Dispose();
}

/// <summary>What happens to the content that a file had.</summary>
internal enum OldContent
{
    /// <summary>It is replaced: it can be made again.</summary>
    Replaced,

    /// <summary>It is kept under the name with <c>.old</c>, as <c>perf record</c> does.</summary>
    Kept,

    /// <summary>It stays, and the new content takes the next free name: nobody named the file.</summary>
    Stays,
}

/// <summary>Where a result goes: standard output, or a file that appears whole or not at all.</summary>
internal sealed class WholeOutput : IDisposable
{
    private readonly OutputFile? _file;
    private readonly Stream? _printed;

    /// <summary>Opens standard output when there is no path, or <c>-</c>.</summary>
    /// <param name="path">As the user gave it.</param>
    /// <param name="option">The option that it was given with.</param>
    /// <exception cref="UserMistake">The file cannot be written.</exception>
    /// <exception cref="OutputFailure">Standard output is closed.</exception>
    public WholeOutput(string? path, string option)
    {
        if (path is not (null or "-"))
        {
            _file = OutputFile.Open(path, option);
            return;
        }

        StandardStreams.RequireOutput();
        _printed = StandardStreams.OpenOutput();
    }

    /// <summary>What to write to.</summary>
    public Stream Stream => _printed ?? _file!.Stream;

    /// <summary>The result is whole.</summary>
    /// <exception cref="OutputFailure">The file cannot be replaced; its old content is kept.</exception>
    public void Keep()
    {
        _printed?.Dispose();
        _file?.Keep();
    }

    /// <inheritdoc/>
    public void Dispose() => _file?.Dispose();
}
