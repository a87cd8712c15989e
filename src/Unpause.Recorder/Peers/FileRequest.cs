using System.Globalization;
using System.Runtime.Versioning;
using System.Security.Cryptography;
using System.Text;

namespace Unpause.Recorder.Peers;

/// <summary>A request for a file: <c>TOKEN make NAME</c> or <c>TOKEN open NAME</c> (agents/python/FORMAT.md, Requesting files).</summary>
/// <param name="Makes">A new file; otherwise an existing one.</param>
/// <param name="Name">Its name without a folder, in the agent's format.</param>
/// <param name="ProcessId">The process id in the name.</param>
[SupportedOSPlatform("linux")]
internal sealed record FileRequest(bool Makes, string Name, int ProcessId)
{
    /// <summary>Maximum length of a line.</summary>
    public const int MostBytes = 256;

    private const string Prefix = "python-";
    private const int LongestName = 100;

    private static readonly string[] Extensions = [".upgc", RunNotes.Extension];

    /// <summary>Parses a line without its end. Null when the request is not allowed, or lacks the token.</summary>
    public static FileRequest? Parse(ReadOnlySpan<byte> line, ReadOnlySpan<byte> token)
    {
        // In constant time, so that the duration reveals nothing about the token.
        if (line.Length < token.Length || !CryptographicOperations.FixedTimeEquals(line[..token.Length], token)) return null;
        var rest = line[token.Length..];
        var makes = rest.StartsWith(" make "u8);
        if (!makes && !rest.StartsWith(" open "u8)) return null;
        var name = rest[" make ".Length..];
        return IsPlain(name) && ProcessOf(Encoding.ASCII.GetString(name)) is { } process
            ? new FileRequest(makes, Encoding.ASCII.GetString(name), process)
            : null;
    }

    private static bool IsPlain(ReadOnlySpan<byte> name) =>
        name.Length <= LongestName && name.IndexOfAnyExcept("abcdefghijklmnopqrstuvwxyz0123456789.-"u8) < 0;

    private static int? ProcessOf(string name)
    {
        var extension = Array.Find(Extensions, end => name.EndsWith(end, StringComparison.Ordinal));
        if (extension is null || !name.StartsWith(Prefix, StringComparison.Ordinal)) return null;
        var dash = name.IndexOf('-', Prefix.Length);
        if (dash < 0 || dash + 1 >= name.Length - extension.Length) return null;
        var digits = name.AsSpan(Prefix.Length, dash - Prefix.Length);
        return int.TryParse(digits, NumberStyles.None, CultureInfo.InvariantCulture, out var process) ? process : null;
    }
}
