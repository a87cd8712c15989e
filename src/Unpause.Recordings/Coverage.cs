namespace Unpause.Recordings;

/// <summary>How much of the input was understood: shown first in every report.</summary>
public sealed record Coverage
{
    /// <summary>Lines read; null for binary formats.</summary>
    public long? Lines { get; init; }

    /// <summary>Lines of the log's own kind that were not understood. Lines of the application in a mixed output are not counted.</summary>
    public long LinesUnparsed { get; init; }

    /// <summary>The first lines that were not understood.</summary>
    public IReadOnlyList<NotUnderstoodLine> Examples { get; init; } = [];

    /// <summary>What else a reader of the report must know: losses, cuts, assumptions.</summary>
    public IReadOnlyList<Note> Notes { get; init; } = [];

    /// <summary>Whether a part of the input could not be read (exit code 4).</summary>
    public bool Unreadable => Notes.Any(note => note.Unreadable);

    /// <summary>The same with one more note, unless it is there already.</summary>
    public Coverage With(string text, bool unreadable = false)
    {
        var note = new Note(text, unreadable);
        return Notes.Count < Limits.KeptNotes && !Notes.Contains(note) ? this with { Notes = [.. Notes, note] } : this;
    }

    /// <summary>The same with other words for what is quoted.</summary>
    public Coverage With(Func<string, string> words) => this with
    {
        Examples = [.. Examples.Select(example => example with { Text = words(example.Text) })],
        Notes = [.. Notes.Select(note => note with { Text = words(note.Text) })],
    };

    /// <summary>The same with the lines that another part of the input has which were not understood.</summary>
    public Coverage With(Coverage other) => this with
    {
        LinesUnparsed = LinesUnparsed + other.LinesUnparsed,
        Examples = [.. Examples, .. other.Examples.Take(Limits.KeptExamples - Examples.Count)],
    };
}

/// <summary>Counts while a reader reads how much it understands; ends in a <see cref="Coverage"/>.</summary>
public sealed class CoverageBuilder
{
    private readonly List<NotUnderstoodLine> _examples = [];
    private readonly List<Note> _notes = [];
    private long _lostPauses;

    /// <inheritdoc cref="Coverage.Lines"/>
    public long? Lines { get; set; }

    /// <inheritdoc cref="Coverage.LinesUnparsed"/>
    public long LinesUnparsed { get; private set; }

    /// <inheritdoc cref="Coverage.Notes"/>
    public IReadOnlyList<Note> Notes => _notes;

    /// <summary>Counts a line that was not understood and keeps it if it is among the first.</summary>
    /// <param name="number">1-based number in the input.</param>
    /// <param name="line">The line.</param>
    /// <param name="isRead">Whether its duration was read all the same: a torn timestamp, a newer version's field.</param>
    public void NotUnderstood(long number, ReadOnlySpan<byte> line, bool isRead = false)
    {
        LinesUnparsed++;
        if (!isRead && LostPause.Is(line)) _lostPauses++;
        if (_examples.Count >= Limits.KeptExamples) return;
        var kept = line[..Math.Min(line.Length, Limits.KeptExampleBytes)];
        _examples.Add(new NotUnderstoodLine(number, System.Text.Encoding.UTF8.GetString(kept)));
    }

    /// <summary>Takes over the lines that another counted.</summary>
    public void Take(CoverageBuilder other)
    {
        LinesUnparsed += other.LinesUnparsed;
        _lostPauses += other._lostPauses;
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
    public Coverage Build()
    {
        if (_lostPauses > 0)
        {
            var name = _lostPauses == 1 ? "line names a collection and a duration" : "lines name a collection and a duration";
            Add($"{_lostPauses.ToString("N0", CultureInfo.InvariantCulture)} {name}, but could not be read: pauses may be missing", true);
        }

        return new() { Lines = Lines, LinesUnparsed = LinesUnparsed, Examples = [.. _examples], Notes = [.. _notes] };
    }
}

/// <summary>A line that a reader did not know.</summary>
/// <param name="Number">1-based line number in the input.</param>
/// <param name="Text">The line's beginning. Hostile: escape before showing.</param>
public sealed record NotUnderstoodLine(long Number, string Text);

/// <summary>What a recording knows of pauses: that there are none is known only where they would have been recorded.</summary>
public enum PauseKnowledge
{
    /// <summary>Pauses are recorded; with none, there was none.</summary>
    Known,

    /// <summary>The format, or this file of it, does not record them.</summary>
    NotRecorded,

    /// <summary>They could not be read: a part of the recording is damaged or was not understood.</summary>
    Lost,
}
