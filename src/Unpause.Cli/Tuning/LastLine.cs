using System.Text;
using Unpause.Reports;

namespace Unpause.Cli.Tuning;

/// <summary>The last line of a program's output, which usually has the error.</summary>
internal static class LastLine
{
    private const string Nothing = "it printed nothing";
    private const int MostBytes = 4096, MostCharacters = 200;

    /// <summary>The last line with text in it.</summary>
    /// <param name="path">A file of ours.</param>
    public static string Of(string path)
    {
        try
        {
            using var file = File.OpenRead(path);
            file.Position = Math.Max(0, file.Length - MostBytes);
            var block = new byte[MostBytes];
            var text = Encoding.UTF8.GetString(block, 0, file.ReadAtLeast(block, MostBytes, throwOnEndOfStream: false));
            var line = text.Split('\n').LastOrDefault(line => line.Trim().Length > 0)?.Trim();
            if (line is null) return Nothing;
            return PlainText.Clean(line.Length > MostCharacters ? line[..MostCharacters] + "…" : line);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return Nothing;
        }
    }
}
