using System.Globalization;
using System.Text;

namespace Unpause.Reports;

/// <summary>Makes text from a recording safe to show: it is hostile.</summary>
public static class PlainText
{
    /// <summary>
    /// Replaces control characters (escape sequences among them), line ends, and marks that reorder text by U+FFFD.
    /// </summary>
    public static string Clean(string text)
    {
        var bad = 0;
        while (bad < text.Length && !IsUnsafe(text[bad])) bad++;
        if (bad == text.Length) return text;
        var clean = new StringBuilder(text.Length);
        foreach (var character in text) clean.Append(IsUnsafe(character) ? '\uFFFD' : character);
        return clean.ToString();
    }

    private static bool IsUnsafe(char character) =>
        char.IsControl(character)
        || character is '\uFFFE' or '\uFFFF' or '\u2028' or '\u2029' or (>= '\u202A' and <= '\u202E') or (>= '\u2066' and <= '\u2069')
        || CharUnicodeInfo.GetUnicodeCategory(character) == UnicodeCategory.Format;
}
