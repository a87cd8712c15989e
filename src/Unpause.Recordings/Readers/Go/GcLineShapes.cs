using Unpause.Recordings.Words;

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
