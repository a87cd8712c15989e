namespace Unpause.Recordings.Readers;

/// <summary>
/// What a recogniser goes by. Formats with better evidence are tried first, so that none claims an input that it merely resembles.
/// </summary>
internal enum FormatEvidence
{
    /// <summary>Bytes that every input of the format begins with and no text has: binary formats, recognised at the start only.</summary>
    Magic,

    /// <summary>A whole line that nothing else prints.</summary>
    WholeLine,

    /// <summary>The shape of lines.</summary>
    LineShape,
}
