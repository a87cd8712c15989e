using Unpause.Cli.Sessions;

namespace Unpause.Cli.Rights;

/// <summary>The requests of the unprivileged reader to the privileged process.</summary>
internal enum FileQuestion : byte
{
    /// <summary>Expands an input that the user named into files, with a number each.</summary>
    Expand = 1,

    /// <summary>The bytes of an input, by its number.</summary>
    Open,

    /// <summary>Whether an output can be written; it has a number from then on.</summary>
    OpenOutput,

    /// <summary>A file to write an output to.</summary>
    BeginOutput,

    /// <summary>That takes the output's place.</summary>
    KeepOutput,

    /// <summary>The output is done with.</summary>
    CloseOutput,

    /// <summary>What was recorded.</summary>
    Recorded,
}
