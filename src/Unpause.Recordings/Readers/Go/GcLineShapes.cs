using System.Text;

namespace Unpause.Recordings.Readers.Go;

/// <summary>
/// The shapes that gctrace lines have had, and the only place that knows them: the reader takes its values by this table, and
/// <c>unpause run</c> finds by it which bytes of stderr are gc lines. Sources: Go's src/runtime/mgc0.c (1.0 to 1.4) and
/// src/runtime/mgc.go and extern.go (1.5 and later; unchanged up to 1.26).
/// </summary>
/// <remarks>
/// In a text, <c>{Name}</c> is a <see cref="GcField"/> and <c>|</c> ends what makes a line one of gctrace: what begins so and goes on
/// otherwise is a broken line. The newest shape is tried first, because it is the most frequent.
/// </remarks>
internal static class GcLineShapes
{
    /// <summary>What every line since 1.5 begins with, and nothing else does.</summary>
    public const string Head = "gc {Number} @{Start}s |{CpuPercent}%: ";

    private const string Cpu = "{SweepTerminationCpu}+{AssistCpu}/{DedicatedCpu}/{IdleCpu}+{MarkTerminationCpu} ms cpu, ";
    private const string Heap = "{Heap0}->{Heap1}->{Heap2} MB, {Goal} MB goal, ";
    private const string End = "{Further}{Processors} P{Forced}";

    private static readonly string[] Phases = ["sweep termination", "mark and scan", "mark termination"];

    // Since 1.5 the world is stopped for the first and the last; before, for all.
    private static readonly int[] Ends = [0, 2], EndsOfFive = [0, 4], All3 = [0, 1, 2], All4 = [0, 1, 2, 3];

    /// <summary>Head of the lines up to 1.4, which have no timestamp.</summary>
    private const string OldHead = "gc{Number}({Processors}): |";

    /// <summary>
    /// The table: shape, versions, names of the durations, which of them stop the world, whether the text is the whole line, the text.
    /// </summary>
    public static GcLineRow[] All { get; } =
    [
        new(GcLineShape.Go118AndLater, GoSettings.VersionsWithMemoryLimit, Phases, Ends, true,
            Head + "{Clock0}+{Clock1}+{Clock2} ms clock, " + Cpu + Heap + "{Stacks} MB stacks, {Globals} MB globals, " + End),
        new(GcLineShape.Go16To117, "1.6–1.17", Phases, Ends, true,
            Head + "{Clock0}+{Clock1}+{Clock2} ms clock, " + Cpu + Heap + End),
        new(GcLineShape.Go15, "1.5", ["sweep termination", "scan", "install write barrier", "mark", "mark termination"], EndsOfFive, true,
            Head
            + "{Clock0}+{Clock1}+{Clock2}+{Clock3}+{Clock4} ms clock, "
            + "{SweepTerminationCpu}+{ScanCpu}+{BarrierCpu}+{AssistCpu}/{DedicatedCpu}/{IdleCpu}+{MarkTerminationCpu} ms cpu, "
            + Heap + End),
        new(GcLineShape.Go13To14, "1.3–1.4", ["stop", "sweep", "mark", "wait"], All4, false,
            OldHead + "{Clock0}+{Clock1}+{Clock2}+{Clock3} us, {Heap0} -> {Heap1} MB"),
        new(GcLineShape.Go10To12, "1.0–1.2", ["mark", "sweep", "cleanup"], All3, false,
            OldHead + "{Clock0}+{Clock1}+{Clock2} ms, {Heap0} -> {Heap1} MB {ObjectsBefore} -> {ObjectsAfter} ("),
        new(GcLineShape.Go10To12, "1.0–1.2", ["mark", "sweep", "cleanup"], All3, false,
            OldHead + "{Clock0}+{Clock1}+{Clock2} ms {Heap0} -> {Heap1} MB {ObjectsBefore} -> {ObjectsAfter} ("),
    ];

    /// <summary>The lines' head alone.</summary>
    public static GcToken[] HeadTokens { get; } = GcToken.Parse(Head, out _);
}

/// <summary>The shapes that gctrace lines have had.</summary>
internal enum GcLineShape
{
    /// <summary><c>gc13(2): 48+24+2 ms, 263 -> 124 MB …</c>: mark, sweep, cleanup.</summary>
    Go10To12,

    /// <summary><c>gc1(1): 5+0+186+0 us, 0 -> 0 MB, …</c>: stop, sweep, mark, wait.</summary>
    Go13To14,

    /// <summary>
    /// <c>gc 204 @31.872s 32%: 1.0+1.0+0+119+3.0 ms clock, …</c>: sweep termination, scan, write barrier, mark, mark termination.
    /// </summary>
    Go15,

    /// <summary><c>gc 5 @0.1s 3%: 0.02+1.1+0.01 ms clock, …</c>: sweep termination, mark, mark termination.</summary>
    Go16To117,

    /// <summary>As before, with <c># MB stacks, # MB globals</c>.</summary>
    Go118AndLater,
}

/// <summary>A part of a gctrace line's shape: a field, or fixed text.</summary>
/// <param name="Literal">The text; null for a field.</param>
/// <param name="Field">The field, where there is no text.</param>
internal readonly record struct GcToken(byte[]? Literal, GcField Field)
{
    /// <summary>Reads a text of the table.</summary>
    /// <param name="text">Text with fields in braces; <c>|</c> is no token.</param>
    /// <param name="head">Number of tokens before <c>|</c>; 0 without one.</param>
    public static GcToken[] Parse(string text, out int head)
    {
        var tokens = new List<GcToken>();
        head = 0;
        while (text.Length > 0)
        {
            var end = text[0] switch
            {
                '|' => 1,
                '{' => text.IndexOf('}', StringComparison.Ordinal) + 1,
                _ => text.AsSpan().IndexOfAny('{', '|') is var next and >= 0 ? next : text.Length,
            };
            if (text[0] == '|') head = tokens.Count;
            else if (text[0] == '{') tokens.Add(new GcToken(null, Enum.Parse<GcField>(text[1..(end - 1)])));
            else tokens.Add(new GcToken(Encoding.ASCII.GetBytes(text[..end]), default));
            text = text[end..];
        }

        return [.. tokens];
    }
}

/// <summary>A row of <see cref="GcLineShapes"/>.</summary>
internal sealed class GcLineRow
{
    private const int MillisecondDigits = 6, MicrosecondDigits = 3;

    /// <summary>A row.</summary>
    /// <param name="versions">The versions of Go that print it, first and last.</param>
    /// <param name="phases">The names of the durations in the order of the line.</param>
    /// <param name="stops">Which of the durations the world is stopped for; adjacent ones are one pause.</param>
    /// <param name="isWholeLine">Whether the text is the line up to its end, so that the line can be taken out of a stream.</param>
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
