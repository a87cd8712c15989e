using System.Text;

namespace Unpause.Recordings.Secrets;

/// <summary>The parts of one text that are to be hidden; they may overlap and come in any order.</summary>
internal sealed class HiddenRanges
{
    private readonly List<(int Start, int End)> _ranges = [];

    /// <summary>Hides what is between two places.</summary>
    public void Add(int start, int end)
    {
        if (end > start) _ranges.Add((start, end));
    }

    /// <summary>The text with each part replaced; parts that touch are one.</summary>
    public string Apply(string text)
    {
        if (_ranges.Count == 0) return text;
        _ranges.Sort();
        var shown = new StringBuilder(text.Length);
        var done = -1;
        foreach (var (start, end) in _ranges)
        {
            if (start > done)
            {
                var from = Math.Max(done, 0);
                shown.Append(text, from, start - from).Append(Redaction.Hidden);
            }

            done = Math.Max(done, end);
        }

        return shown.Append(text, done, text.Length - done).ToString();
    }
}
