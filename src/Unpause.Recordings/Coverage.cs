namespace Unpause.Recordings;

/// <summary>How much of the input was understood: shown first in every report.</summary>
public sealed record Coverage
{
    /// <summary>Lines read; null for binary formats.</summary>
    internal long? Lines { get; init; }

    /// <summary>Lines of the log's own kind that were not understood. Lines of the application in a mixed output are not counted.</summary>
    internal long LinesUnparsed { get; init; }

    /// <summary>The first lines that were not understood.</summary>
    internal IReadOnlyList<NotUnderstoodLine> Examples { get; init; } = [];

    /// <summary>What else a reader of the report must know: losses, cuts, assumptions.</summary>
    internal IReadOnlyList<Note> Notes { get; init; } = [];

    /// <summary>Whether a part of the input could not be read (exit code 4).</summary>
    public bool Unreadable => Notes.Any(note => note.Unreadable);

    /// <summary>The same with one more note, unless it is there already.</summary>
    internal Coverage With(string text, bool unreadable = false)
    {
        var note = new Note(text, unreadable);
        return Notes.Count < Limits.KeptNotes && !Notes.Contains(note) ? this with { Notes = [.. Notes, note] } : this;
    }

    /// <summary>The same with other words for what is quoted.</summary>
    internal Coverage With(Func<string, string> words) => this with
    {
        Examples = [.. Examples.Select(example => example with { Text = words(example.Text) })],
        Notes = [.. Notes.Select(note => note with { Text = words(note.Text) })],
    };

    /// <summary>The same with the lines that another part of the input has which were not understood.</summary>
    internal Coverage With(Coverage other) => this with
    {
        LinesUnparsed = LinesUnparsed + other.LinesUnparsed,
        Examples = [.. Examples, .. other.Examples.Take(Limits.KeptExamples - Examples.Count)],
    };
}
