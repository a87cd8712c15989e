using System.Text;

namespace Unpause.Recordings.Readers.Go;

/// <summary>A part of a gctrace line's shape: a field, or fixed text.</summary>
/// <param name="Literal">The text; null for a field.</param>
/// <param name="Field">The field, where there is no text.</param>
internal readonly record struct GcToken(byte[]? Literal, GcField Field)
{
    /// <summary>Reads a text of the table.</summary>
    /// <param name="text">Text with fields in braces; <c>|</c> is no token.</param>
    /// <param name="head">Number of tokens before <c>|</c>; 0 without one.</param>
    public static GcToken[] Parse(string text, out int head)
    {
        var tokens = new List<GcToken>();
        head = 0;
        while (text.Length > 0)
        {
            var end = text[0] switch
            {
                '|' => 1,
                '{' => text.IndexOf('}', StringComparison.Ordinal) + 1,
                _ => text.AsSpan().IndexOfAny('{', '|') is var next and >= 0 ? next : text.Length,
            };
            if (text[0] == '|') head = tokens.Count;
            else if (text[0] == '{') tokens.Add(new GcToken(null, Enum.Parse<GcField>(text[1..(end - 1)])));
            else tokens.Add(new GcToken(Encoding.ASCII.GetBytes(text[..end]), default));
            text = text[end..];
        }

        return [.. tokens];
    }
}
