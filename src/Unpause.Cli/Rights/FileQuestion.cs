namespace Unpause.Cli;

/// <summary>What the process that reads asks the one with the rights for.</summary>
internal enum FileQuestion : byte
{
    /// <summary>What an input that the user named is: files, with a number each.</summary>
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
