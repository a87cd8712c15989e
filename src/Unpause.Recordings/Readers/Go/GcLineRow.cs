namespace Unpause.Recordings.Readers.Go;

/// <summary>A row of <see cref="GcLineShapes"/>.</summary>
internal sealed class GcLineRow
{
    private const int MillisecondDigits = 6, MicrosecondDigits = 3;

    /// <summary>A row.</summary>
    /// <param name="shape">The shape.</param>
    /// <param name="versions">The versions of Go that print it, first and last.</param>
    /// <param name="phases">The names of the durations in the order of the line.</param>
    /// <param name="stops">Which of the durations the world is stopped for; adjacent ones are one pause.</param>
    /// <param name="isWholeLine">Whether the text is the line up to its end, so that the line can be taken out of a stream.</param>
    /// <param name="text">The text.</param>
    public GcLineRow(
        GcLineShape shape, string versions, IReadOnlyList<string> phases, IReadOnlyList<int> stops, bool isWholeLine, string text)
    {
        (Shape, Versions, Phases, Stops, IsWholeLine) = (shape, versions, phases, stops, isWholeLine);
        Tokens = GcToken.Parse(text, out var head);
        HeadTokens = head;
        ClockDigits = text.Contains(" us", StringComparison.Ordinal) ? MicrosecondDigits : MillisecondDigits;
        HasStart = Tokens.Any(token => token is { Literal: null, Field: GcField.Start });
        HasScannedRoots = Tokens.Any(token => token is { Literal: null, Field: GcField.Stacks });
        HasObjects = Tokens.Any(token => token is { Literal: null, Field: GcField.ObjectsBefore });
    }

    public GcLineShape Shape { get; }

    /// <summary>The versions of Go that print it, first and last.</summary>
    public string Versions { get; }

    /// <summary>The names of the durations in the order of the line.</summary>
    public IReadOnlyList<string> Phases { get; }

    /// <summary>Which of the durations the world is stopped for; adjacent ones are one pause.</summary>
    public IReadOnlyList<int> Stops { get; }

    /// <summary>Whether the tokens are the line up to its end.</summary>
    public bool IsWholeLine { get; }

    /// <summary>The line's parts.</summary>
    public GcToken[] Tokens { get; }

    /// <summary>The first tokens, which make a line one of gctrace.</summary>
    public int HeadTokens { get; }

    /// <summary>Durations are printed in units of 10 to this power of nanoseconds.</summary>
    public int ClockDigits { get; }

    /// <summary>Whether it has a timestamp.</summary>
    public bool HasStart { get; }

    /// <summary>Whether it has stacks and globals.</summary>
    public bool HasScannedRoots { get; }

    /// <summary>Whether it counts objects.</summary>
    public bool HasObjects { get; }
}
