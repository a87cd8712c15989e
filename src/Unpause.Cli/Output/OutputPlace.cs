namespace Unpause.Cli;

/// <summary>How new content comes to the place of the old.</summary>
internal enum OutputPlace
{
    /// <summary>Written beside it, it takes its name.</summary>
    Beside,

    /// <summary>Written elsewhere, it is copied over it.</summary>
    Over,
}
