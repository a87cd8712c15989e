namespace Unpause.Recordings.Readers.Jvm.Unified;

/// <summary>
/// The words of a timed message, such as <c>Pause Young (Normal) (G1 Evacuation Pause)</c>, taken apart once for each different text.
/// </summary>
/// <param name="Text">All of it.</param>
/// <param name="Name">The words before the first parenthesis.</param>
/// <param name="Word">What is known of the name, if it is a pause.</param>
/// <param name="Generation">What the details say of the generation; null when nothing.</param>
/// <param name="RuntimeCause">The cause, if one is printed.</param>
/// <param name="Marks">One of <see cref="JvmMarks"/> for each detail that has one.</param>
internal sealed record TimedText(string Text, string Name, PauseWord? Word, string? Generation, string? RuntimeCause, string[] Marks)
{
    /// <summary>The text as in the log; of a text that was cut, the part that was kept.</summary>
    public byte[] Utf8 { get; } = Encoding.UTF8.GetBytes(Text);

    /// <summary>What came after it the last time.</summary>
    public TimedText? Next { get; set; }

    /// <summary>The common word for <see cref="RuntimeCause"/>.</summary>
    public string? Cause { get; } = RuntimeCause is null ? null : JvmCauses.Normalise(RuntimeCause);

    /// <summary>The index of its name among the recording's phases; -1 as long as it is none.</summary>
    public int PhaseIndex { get; set; } = -1;

    /// <summary>The collector that alone prints such a pause; null when several do.</summary>
    public string? Collector { get; } = CollectorOf(Text, Name);

    /// <summary>Whether it is a stop-the-world pause.</summary>
    public bool IsPause { get; } = Name.StartsWith("Pause ", StringComparison.Ordinal) || Array.IndexOf(PauseWords.NativeImages, Name) >= 0;

    /// <summary>Whether the application ran beside it; generational Shenandoah (24-25) names one such phase differently.</summary>
    public bool IsConcurrent { get; } = Name.StartsWith("Concurrent ", StringComparison.Ordinal) || Name == "Coalescing and filling";

    /// <summary>Whether it is the one pause of its collection.</summary>
    public bool EndsCollection { get; } =
        Name is "Pause Young" or "Pause Full" || Array.IndexOf(PauseWords.NativeImages, Name) >= 0;

    /// <summary>Whether Shenandoah finished a concurrent cycle in a pause.</summary>
    public bool IsDegenerated { get; } = Name == "Pause Degenerated GC";

    /// <summary>G1's trace output records when its workers began and ended: points in time, no durations.</summary>
    public bool IsStamp { get; } = Text.StartsWith("GC Worker Start", StringComparison.Ordinal)
        || Text.StartsWith("GC Worker End", StringComparison.Ordinal);

    /// <summary>
    /// Whether it is the span of a whole concurrent cycle (G1: 9-16 <c>Concurrent Cycle</c>, 15-25 <c>Mark</c> or <c>Undo Cycle</c>).
    /// </summary>
    public bool IsCycle { get; } = Name is "Concurrent Cycle" or "Concurrent Mark Cycle" or "Concurrent Undo Cycle";

    /// <summary>Takes a text apart. Parentheses may nest: <c>(System.gc())</c>.</summary>
    public static TimedText Parse(string text)
    {
        var open = text.IndexOf(" (", StringComparison.Ordinal);
        if (open < 0) return new TimedText(text, text, PauseWords.Find(text), null, null, []);
        var name = text[..open];
        var word = PauseWords.Find(name);
        string? generation = null;
        string? cause = null;
        var marks = new List<string>();
        for (var position = open + 1; position < text.Length && text[position] == '(';)
        {
            var end = ClosingParenthesis(text, position);
            var inside = text[(position + 1)..end];
            if (PauseWords.FindDetail(inside) is { } detail)
            {
                generation = detail.Generation ?? generation;
                if (detail.Mark is { } mark) marks.Add(mark);
            }
            else if (inside.Length > 0 && !char.IsAsciiDigit(inside[0]))
            {
                cause = inside;
            }

            position = end + 2;
        }

        // G1 of 9 and 10 called the young pause that starts a cycle like CMS's own pause, but gave it a cause.
        if (cause is not null && name == "Pause Initial Mark") generation = Generations.Young;
        return new TimedText(text, name, word, generation, cause, [.. marks]);
    }

    private static string? CollectorOf(string text, string name) => name switch
    {
        "Pause Mark Start" or "Pause Mark End" or "Pause Relocate Start" => "ZGC",
        "Pause Cleanup" or "Pause Mixed" => "G1",
        "Pause Young" when text.StartsWith("Pause Young (Normal)", StringComparison.Ordinal)
            || text.StartsWith("Pause Young (Prepare Mixed)", StringComparison.Ordinal)
            || text.StartsWith("Pause Young (Mixed)", StringComparison.Ordinal)
            || text.StartsWith("Pause Young (Concurrent Start)", StringComparison.Ordinal)
            || text.EndsWith("(G1 Evacuation Pause)", StringComparison.Ordinal) => "G1",
        "Full GC" or "Pause Full GC" or "Incremental GC" or "Pause Incremental GC" => JvmCollectors.NativeImageSerial,
        "Pause Full" when text.EndsWith("(Ergonomics)", StringComparison.Ordinal) => JvmCollectors.Parallel,
        _ => name != "Pause Full" && Array.IndexOf(PauseWords.Shenandoah, name) >= 0 ? JvmCollectors.Shenandoah : null,
    };

    private static int ClosingParenthesis(string text, int position)
    {
        var depth = 0;
        for (var i = position; i < text.Length; i++)
        {
            if (text[i] == '(') depth++;
            else if (text[i] == ')' && --depth == 0) return i;
        }

        return text.Length - 1 > position ? text.Length - 1 : position + 1;
    }
}
