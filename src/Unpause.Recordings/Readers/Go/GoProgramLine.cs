using System.Globalization;
using System.Text;

namespace Unpause.Recordings.Readers.Go;

/// <summary>
/// The line that our recorder writes among the gc lines of a process that it started, because gc lines do not identify their process:
/// <code># unpause go program PID STARTED VERSION COMMAND</code>
/// with the moment before its start in nanoseconds since 1970, and <c>go1.22.3</c> or <c>-</c>. PID is 0 where the command is the go
/// tool: the lines are of what it builds and starts.
/// </summary>
/// <param name="ProcessId">The process; 0 where it is one that the command starts.</param>
/// <param name="StartedUnixNanoseconds">When the command was started.</param>
/// <param name="Version">Of Go, <c>1.22.3</c>; null when unknown.</param>
/// <param name="Command">Its command line, words between blanks.</param>
public sealed record GoProgramLine(int ProcessId, long StartedUnixNanoseconds, string? Version, string Command)
{
    private static ReadOnlySpan<byte> Begin => "# unpause go program "u8;

    /// <summary>The line with its line end.</summary>
    public byte[] ToBytes()
    {
        var plain = new string([.. Command.Select(letter => char.IsControl(letter) ? '?' : letter)]);
        var version = Version is { } told && !told.Contains(' ', StringComparison.Ordinal) ? told : "-";
        return
        [
            .. Begin,
            .. Encoding.UTF8.GetBytes(string.Create(
                CultureInfo.InvariantCulture, $"{ProcessId} {StartedUnixNanoseconds} {version} {plain}\n")),
        ];
    }

    /// <summary>Reads such a line; null when it is none.</summary>
    internal static GoProgramLine? Read(ReadOnlySpan<byte> line)
    {
        if (!line.StartsWith(Begin)) return null;
        var cursor = new Utf8Cursor(line[Begin.Length..]);
        if (!cursor.TryTakeFixed(0, out var id) || id > int.MaxValue || !cursor.TryTake((byte)' ')) return null;
        if (!cursor.TryTakeFixed(0, out var started) || started > 2 * Limits.LongestNanoseconds || !cursor.TryTake((byte)' ')) return null;
        var end = cursor.Rest.IndexOf((byte)' ');
        if (end <= 0 || end > Limits.NameBytes) return null;
        var version = cursor.Rest[..end];
        var command = cursor.Rest[(end + 1)..];
        return new GoProgramLine(
            (int)id,
            started,
            version is [(byte)'-'] ? null : Encoding.UTF8.GetString(version.StartsWith("go"u8) ? version[2..] : version),
            Encoding.UTF8.GetString(command[..Math.Min(command.Length, Limits.NameBytes)]));
    }
}
