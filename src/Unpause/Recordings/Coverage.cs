namespace Unpause.Recordings;

/// <summary>How much of the input was understood: said first in every report.</summary>
public sealed class Coverage
{
    private readonly List<NotUnderstoodLine> _examples = [];
    private readonly List<Note> _notes = [];

    /// <summary>Lines read; null for binary formats.</summary>
    public long? Lines { get; internal set; }

    /// <summary>Lines of the log's own kind that were not understood. Lines of the application in a mixed output are not counted.</summary>
    public long LinesNotUnderstood { get; private set; }

    /// <summary>The first lines that were not understood.</summary>
    public IReadOnlyList<NotUnderstoodLine> Examples => _examples;

    /// <summary>What else a reader of the report must know: losses, cuts, assumptions.</summary>
    public IReadOnlyList<Note> Notes => _notes;

    /// <summary>Whether a part of the input could not be read (exit code 4).</summary>
    public bool Unreadable => _notes.Exists(note => note.Unreadable);

    /// <summary>Counts a line that was not understood and keeps it if it is among the first.</summary>
    internal void NotUnderstood(long number, ReadOnlySpan<byte> line)
    {
        LinesNotUnderstood++;
        if (_examples.Count >= Limits.KeptExamples) return;
        var kept = line[..Math.Min(line.Length, Limits.KeptExampleBytes)];
        _examples.Add(new NotUnderstoodLine(number, System.Text.Encoding.UTF8.GetString(kept)));
    }

    /// <summary>Takes over the lines that another counted.</summary>
    internal void Take(Coverage other)
    {
        LinesNotUnderstood += other.LinesNotUnderstood;
        _examples.AddRange(other._examples.Take(Limits.KeptExamples - _examples.Count));
    }

    /// <summary>Adds a note, once.</summary>
    internal void Add(string text, bool unreadable = false)
    {
        var note = new Note(text, unreadable);
        if (_notes.Count < Limits.KeptNotes && !_notes.Contains(note)) _notes.Add(note);
    }
}
