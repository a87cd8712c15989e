namespace Unpause.Cli;

/// <summary>Where a result goes: standard output, or a file that appears whole or not at all.</summary>
internal sealed class WholeOutput : IDisposable
{
    private readonly string? _path;
    private readonly string? _unfinished;

    /// <summary>Opens standard output when there is no path.</summary>
    /// <exception cref="UserMistake">The file cannot be written.</exception>
    public WholeOutput(string? path)
    {
        _path = path;
        if (path is null)
        {
            Stream = Console.OpenStandardOutput();
            return;
        }

        _unfinished = path + ".unfinished";
        try
        {
            Stream = new FileStream(_unfinished, FileMode.Create, FileAccess.Write, FileShare.None);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new UserMistake($"-o {path} cannot be written: {exception.Message}");
        }
    }

    /// <summary>What to write to.</summary>
    public Stream Stream { get; }

    /// <summary>The result is whole.</summary>
    public void Keep()
    {
        Stream.Dispose();
        if (_path is not null) File.Move(_unfinished!, _path, overwrite: true);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        Stream.Dispose();
        if (_unfinished is not null) File.Delete(_unfinished);
    }
}
