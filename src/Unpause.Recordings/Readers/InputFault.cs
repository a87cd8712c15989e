namespace Unpause.Recordings.Readers;

/// <summary>Why an input gave no recording.</summary>
public enum InputFault
{
    /// <summary>It does not exist or may not be read.</summary>
    CannotOpen,

    /// <summary>It has no bytes, or a known format's frame without any collection.</summary>
    Empty,

    /// <summary>None of the known formats.</summary>
    UnknownFormat,

    /// <summary>Its bytes are broken.</summary>
    Damaged,

    /// <summary>It was not read: the inputs before it fill the memory limit.</summary>
    LeftOut,
}
