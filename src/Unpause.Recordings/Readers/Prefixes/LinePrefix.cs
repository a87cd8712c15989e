namespace Unpause.Recordings.Readers.Prefixes;

/// <summary>What a container's runtime, a log collector or syslog put in front of a line.</summary>
/// <param name="Start">Where the line's own text begins.</param>
/// <param name="Length">Its length; a text in JSON ends before the line does.</param>
/// <param name="Json">Whether the text is a JSON string whose escapes must be decoded.</param>
/// <param name="UnixNanoseconds">When the line arrived, since 1970; null when the prefix doesn't say.</param>
/// <param name="GrainNanoseconds">How much later it may have been, because the time is cut.</param>
internal readonly record struct LinePrefix(int Start, int Length, bool Json, long? UnixNanoseconds, long GrainNanoseconds)
{
    /// <summary>The line's own text.</summary>
    public ReadOnlySpan<byte> Of(ReadOnlySpan<byte> line) => line.Slice(Start, Length);
}
