using Unpause.Requests.Columns;

namespace Unpause.Requests.Logs;

/// <summary>A variable of a log format.</summary>
/// <param name="Before">The text before it.</param>
/// <param name="Column">What it contains; null for the line's end, which is no variable.</param>
internal sealed record LogFormatPart(byte[] Before, TableColumn? Column);
