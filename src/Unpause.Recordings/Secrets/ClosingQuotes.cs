namespace Unpause.Recordings.Secrets;

/// <summary>Finds where quotes close. That a kind of quote closes nowhere behind a place is remembered, so that no text is slow.</summary>
internal sealed class ClosingQuotes(string text)
{
    private int _noDouble = int.MaxValue, _noSingle = int.MaxValue;

    /// <summary>The place of the quote that closes the one at a place; -1 when there is none before the end.</summary>
    public int After(int open, int end)
    {
        var quote = text[open];
        if (open >= (quote == '"' ? _noDouble : _noSingle)) return -1;
        for (var i = open + 1; i < end; i++)
        {
            if (text[i] == '\\') i++;
            else if (text[i] == quote) return i;
        }

        if (end < text.Length) return -1;
        if (quote == '"') _noDouble = open;
        else _noSingle = open;
        return -1;
    }
}
