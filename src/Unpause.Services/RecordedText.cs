using System.Globalization;

namespace Unpause.Services;

/// <summary>
/// Text from a recording, for an agent. It may be written to look like an instruction or like the end of the data. So control
/// characters except line ends (JSON writes them as <c>\n</c>; code to copy has them), marks of direction and invisible characters
/// become visible escapes (<c>\u001b</c>), and a long text is cut.
/// </summary>
internal static class RecordedText
{
    /// <summary>The text with escapes, cut to a number of characters.</summary>
    public static string Shorten(string text, int most)
    {
        var shown = new StringBuilder();
        foreach (var rune in text.EnumerateRunes())
        {
            var part = IsInvisible(rune) ? $"\\u{rune.Value:x4}" : rune.ToString();
            if (shown.Length + part.Length > most) return shown.Append('…').ToString();
            shown.Append(part);
        }

        return shown.ToString();
    }

    private static bool IsInvisible(Rune rune) => rune.Value != '\n'
        && Rune.GetUnicodeCategory(rune) is UnicodeCategory.Control or UnicodeCategory.Format or UnicodeCategory.LineSeparator
            or UnicodeCategory.ParagraphSeparator or UnicodeCategory.PrivateUse or UnicodeCategory.Surrogate
            or UnicodeCategory.OtherNotAssigned;
}
