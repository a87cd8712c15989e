namespace Unpause.Fleet.Annotations;

/// <summary>A note that something changed.</summary>
/// <param name="At">When.</param>
/// <param name="End">The end of it; the same where it is a moment.</param>
/// <param name="Text">What; may be empty.</param>
internal sealed record DeployAnnotation(DateTimeOffset At, DateTimeOffset End, string Text, IReadOnlyList<string> Tags)
{
    private const int MostShownChars = 120;

    /// <summary>Its text, or without one its tags, in one short line.</summary>
    public string Line()
    {
        var line = new StringBuilder();
        foreach (var letter in Text.Length > 0 ? Text : string.Join(", ", Tags))
        {
            var isSpace = char.IsWhiteSpace(letter) || char.IsControl(letter);
            if (isSpace && (line.Length == 0 || line[^1] == ' ')) continue;
            line.Append(isSpace ? ' ' : letter);
            if (line.Length > MostShownChars) break;
        }

        if (line.Length <= MostShownChars) return line.ToString().TrimEnd();
        var end = MostShownChars - 1;
        // Half a surrogate pair is no letter.
        if (char.IsHighSurrogate(line[end - 1])) end--;
        return line.ToString(0, end).TrimEnd() + "…";
    }
}
