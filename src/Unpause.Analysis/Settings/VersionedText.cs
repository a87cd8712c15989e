namespace Unpause.Analysis.Settings;

/// <summary>A text that applies to some versions.</summary>
/// <param name="Versions">The versions.</param>
/// <param name="Text">The text.</param>
internal sealed record VersionedText(VersionRange Versions, string Text)
{
    /// <summary>Parses a text of the catalogue: <c>3.13..: 2000</c>, or <c>45</c> for all versions.</summary>
    public static VersionedText Of(string text)
    {
        var end = text.IndexOf(": ", StringComparison.Ordinal);
        return end > 0 && text[..end].Contains("..", StringComparison.Ordinal) && !text[..end].Contains(' ', StringComparison.Ordinal)
            ? new(VersionRange.Parse(text[..end]), text[(end + 2)..])
            : new(VersionRange.All, text);
    }
}
