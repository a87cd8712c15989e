namespace Unpause.Cli.Output;

/// <summary>How new content replaces the old.</summary>
internal enum OutputPlace
{
    /// <summary>Written to a new file in the same folder, which is then renamed.</summary>
    Beside,

    /// <summary>Written to a temporary file, whose content is then copied over the old.</summary>
    Over,
}
