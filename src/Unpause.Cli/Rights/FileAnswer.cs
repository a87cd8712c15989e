namespace Unpause.Cli.Rights;

/// <summary>The kinds of answers to a <see cref="FileQuestion"/>.</summary>
internal enum FileAnswer : byte
{
    /// <summary>Yes; that is all.</summary>
    Done = 1,

    /// <summary>A part; more follows.</summary>
    Part,

    /// <summary>A <see cref="UserMistake"/>.</summary>
    Mistake,

    /// <summary>An <see cref="IOException"/>.</summary>
    Fault,

    /// <summary>An <see cref="OutputFailure"/>.</summary>
    Failure,
}
