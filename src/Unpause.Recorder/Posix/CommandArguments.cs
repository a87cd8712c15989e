namespace Unpause.Recorder.Posix;

/// <summary>The program's arguments as the bytes that the user typed.</summary>
internal static class CommandArguments
{
    private const char Replacement = '\uFFFD';

    /// <summary>
    /// .NET decodes its own arguments as UTF-8 and replaces invalid bytes. The program's arguments are the end of unpause's, so the
    /// original bytes are taken from /proc/self/cmdline if that end matches; otherwise the text is encoded as UTF-8.
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

    // Decoders differ in the number of replacement characters for an invalid sequence, so the text around them is compared.
    private static bool SameButForReplacements(string text, byte[] bytes) =>
        string.Equals(Without(text), Without(Encoding.UTF8.GetString(bytes)), StringComparison.Ordinal);

    private static string Without(string text) => text.Replace(Replacement.ToString(), "", StringComparison.Ordinal);
}
