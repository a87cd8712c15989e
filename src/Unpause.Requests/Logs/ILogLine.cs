namespace Unpause.Requests.Logs;

/// <summary>Reads the lines of one format, in order.</summary>
internal interface ILogLine
{
    /// <summary>Reads one line; never throws on what it contains.</summary>
    LineOutcome Read(ReadOnlySpan<byte> line, RequestSetBuilder builder);
}
