namespace Unpause.Cli.Output;

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
