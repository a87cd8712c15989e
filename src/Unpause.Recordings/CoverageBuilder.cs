namespace Unpause.Recordings;

/// <summary>Counts while a reader reads how much it understands; ends in a <see cref="Coverage"/>.</summary>
internal sealed class CoverageBuilder
{
    private readonly List<NotUnderstoodLine> _examples = [];
    private readonly List<Note> _notes = [];

    /// <inheritdoc cref="Coverage.Lines"/>
    public long? Lines { get; set; }

    /// <inheritdoc cref="Coverage.LinesUnparsed"/>
    public long LinesUnparsed { get; private set; }

    /// <inheritdoc cref="Coverage.Notes"/>
    public IReadOnlyList<Note> Notes => _notes;

    /// <summary>Counts a line that was not understood and keeps it if it is among the first.</summary>
    public void NotUnderstood(long number, ReadOnlySpan<byte> line)
    {
        LinesUnparsed++;
        if (_examples.Count >= Limits.KeptExamples) return;
        var kept = line[..Math.Min(line.Length, Limits.KeptExampleBytes)];
        _examples.Add(new NotUnderstoodLine(number, System.Text.Encoding.UTF8.GetString(kept)));
    }

    /// <summary>Takes over the lines that another counted.</summary>
    public void Take(CoverageBuilder other)
    {
        LinesUnparsed += other.LinesUnparsed;
        _examples.AddRange(other._examples.Take(Limits.KeptExamples - _examples.Count));
    }

    /// <summary>Adds a note, once.</summary>
    public void Add(string text, bool unreadable = false)
    {
        var note = new Note(text, unreadable);
        if (_notes.Contains(note)) return;
        if (_notes.Count < Limits.KeptNotes) _notes.Add(note);
        // That something could not be read is never lost among other notes.
        else if (unreadable && !_notes.Exists(kept => kept.Unreadable)) _notes[^1] = note;
    }

    /// <summary>What was counted up to now.</summary>
    public Coverage Build() =>
        new() { Lines = Lines, LinesUnparsed = LinesUnparsed, Examples = [.. _examples], Notes = [.. _notes] };
}
