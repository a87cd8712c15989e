using System.Buffers.Text;

namespace Unpause.Recordings.Readers.Go;

/// <summary>
/// A line of <c>GODEBUG=gcpacertrace=1</c>, wherever it is in a line of output: one when marking starts, one when it ends, and one when
/// sweeping is done. Sources: startCycle and endCycle of runtime/mgc.go (1.5 to 1.17) and runtime/mgcpacer.go (1.18 and later).
/// </summary>
/// <param name="Event">What it reports.</param>
/// <param name="CpuPercent">CPU share of GC while it marked, without idle workers: 25 % of workers, and mark assists.</param>
/// <param name="StartBytes">Heap when marking started.</param>
/// <param name="EndBytes">Heap when marking ended.</param>
internal readonly record struct PacerLine(PacerEvent Event, double? CpuPercent = null, long? StartBytes = null, long? EndBytes = null)
{
    private const double Percent = 100;

    private static ReadOnlySpan<byte> Mark => "pacer: "u8;

    /// <summary>Whether a line is one.</summary>
    public static bool IsIn(ReadOnlySpan<byte> line) => Find(line) is not null;

    /// <summary>Finds one in a line of text; null where there is none.</summary>
    public static PacerLine? Find(ReadOnlySpan<byte> line)
    {
        while (line.IndexOf(Mark) is var at and >= 0)
        {
            line = line[(at + Mark.Length)..];
            if (Read(line) is { } found) return found;
        }

        return null;
    }

    private static PacerLine? Read(ReadOnlySpan<byte> text)
    {
        var cursor = new Utf8Cursor(text);
        if (cursor.TryTake("assist ratio="u8))
        {
            return TryNumber(cursor.Rest, out _) && cursor.TrySkipPast(" (scan "u8) ? new PacerLine(PacerEvent.Start) : null;
        }

        if (cursor.TryTake("sweep done at heap size "u8)) return new PacerLine(PacerEvent.Swept);
        if (cursor.TryTake("H_m_prev="u8)) return ReadTerms(cursor.Rest);
        if (!cursor.TryTakeInteger(out var share) || !cursor.TryTake("% CPU ("u8)) return null;
        if (!cursor.TryTakeInteger(out _) || !cursor.TryTake(" exp.) for "u8) || !IsShare(share)) return null;
        if (!cursor.TrySkipPast(" B exp.) in "u8) || !cursor.TryTakeInteger(out var start) || !cursor.TryTake(" B -> "u8)
            || !cursor.TryTakeInteger(out var end) || !cursor.TryTake(" B"u8))
        {
            return new PacerLine(PacerEvent.End, share);
        }

        return new PacerLine(PacerEvent.End, share, Size(start), Size(end));
    }

    /// <summary>Up to 1.17 it prints the terms of the design document: H_T, H_a, and u_a, the CPU share.</summary>
    private static PacerLine? ReadTerms(ReadOnlySpan<byte> text)
    {
        if (!TryTerm(text, " u_a="u8, out var share) || !IsShare(share * Percent)) return null;
        return new PacerLine(
            PacerEvent.End,
            share * Percent,
            TryTerm(text, " H_T="u8, out var start) ? Size(start) : null,
            TryTerm(text, " H_a="u8, out var end) ? Size(end) : null);
    }

    private static bool TryTerm(ReadOnlySpan<byte> text, ReadOnlySpan<byte> name, out double value)
    {
        value = 0;
        return text.IndexOf(name) is var at and >= 0 && TryNumber(text[(at + name.Length)..], out value);
    }

    private static bool TryNumber(ReadOnlySpan<byte> text, out double value) =>
        Utf8Parser.TryParse(text, out value, out _) && double.IsFinite(value);

    private static bool IsShare(double percent) => percent is >= 0 and <= Percent;

    private static long? Size(double bytes) => bytes is > 0 and <= Limits.HeapBytes ? (long)bytes : null;
}

/// <summary>What a line of the pacer reports.</summary>
internal enum PacerEvent
{
    /// <summary>Marking starts.</summary>
    Start,

    /// <summary>Marking ended.</summary>
    End,

    /// <summary>Sweeping is done.</summary>
    Swept,
}

/// <summary>The CPU share of GC while it marked, cycle by cycle.</summary>
internal sealed class PacerShares
{
    private readonly CounterSeries _series = new("CPU of GC while marking", "percent");
    private long _count;
    private double _sum, _max;

    /// <summary>About how much memory it takes.</summary>
    public long MemoryBytes => _series.MemoryBytes;

    /// <summary>Adds a cycle.</summary>
    /// <param name="at">When it ended; null where that is not known.</param>
    public void Add(long? at, double percent)
    {
        _series.Add(at, percent);
        (_count, _sum, _max) = (_count + 1, _sum + percent, Math.Max(_max, percent));
    }

    /// <summary>Adds them to a recording.</summary>
    /// <param name="others">Counters beside them.</param>
    public void AddTo(RecordingBuilder recording, params ReadOnlySpan<CounterSeries> others)
    {
        if (_count == 0) return;
        recording.ProcessCounters = CounterSeries.Build(0, [_series, .. others]);
        recording.Coverage.Add(
            $"While GC marked it used {Quantities.Percent(_sum / _count)} of the CPU time on average and at most "
            + $"{Quantities.Percent(_max)} (gcpacertrace, {Quantities.Count(_count, "cycle")}). 25 % are its workers: "
            + "what is above that is mark assists, in which goroutines that allocate wait.");
    }
}
