using System.Text;

namespace Unpause.Recorder.Posix;

/// <summary>The program's arguments as the bytes that the user typed.</summary>
internal static class CommandArguments
{
    private const char Replacement = '\uFFFD';

    /// <summary>
    /// .NET decodes its own arguments as UTF-8 and replaces what is not. The program's are the tail of ours, so the
    /// original bytes are taken from /proc/self/cmdline when that tail agrees; otherwise the text is encoded as UTF-8.
    /// </summary>
    public static List<byte[]> Encode(IReadOnlyList<string> command, ReadOnlySpan<byte> ownCommandLine)
    {
        var own = Bytes.SplitAtZeros(ownCommandLine);
        var offset = own.Count - command.Count;
        var encoded = new List<byte[]>(command.Count);
        for (var i = 0; i < command.Count; i++)
        {
            var lossy = command[i].Contains(Replacement, StringComparison.Ordinal);
            encoded.Add(lossy && offset >= 0 && SameButForReplacements(command[i], own[offset + i])
                ? own[offset + i]
                : Encoding.UTF8.GetBytes(command[i]));
        }

        return encoded;
    }

    // How many replacement characters stand for a broken sequence differs between decoders: compare what is around them.
    private static bool SameButForReplacements(string text, byte[] bytes) =>
        string.Equals(Without(text), Without(Encoding.UTF8.GetString(bytes)), StringComparison.Ordinal);

    private static string Without(string text) => text.Replace(Replacement.ToString(), "", StringComparison.Ordinal);
}
