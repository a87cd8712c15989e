namespace Unpause.Recordings.Readers.Jvm.Legacy;

/// <summary>Follows the brackets of a legacy log from line to line and hands finished pauses to the <see cref="LegacyProcess"/>.</summary>
internal sealed class LegacyScanner(LegacyProcess process)
{
    private readonly (BlockKind Kind, int Start)[] _blocks = new (BlockKind, int)[Limits.OpenBlocks];
    private readonly LegacyPause[] _pauses = [new(), new()];
    private readonly ShenandoahLines _shenandoah = new(process.Process);
    private int _depth;
    private int _openPauses;
    private JvmStamp? _histogramStamp;
    private bool _timesExpected;
    private JvmStamp? _lineStamp;
    private int _textStart;

    /// <summary>The text of every stop's line (JDK 5-8).</summary>
    public static ReadOnlySpan<byte> StoppedText => "Total time for which application threads were stopped: "u8;

    /// <summary>Where finished pauses go.</summary>
    public LegacyProcess Process => process;

    /// <summary>Wall time of the JVM's start, by the last line with both timestamps; null before one.</summary>
    public long? StartedUnixNanoseconds
    {
        get => process.Process.UnixNanosecondsAtStart;
        set => process.Process.UnixNanosecondsAtStart = value;
    }

    /// <summary>Whether a pause has begun and not ended.</summary>
    public bool IsOpen => _openPauses > 0;

    private LegacyPause? Pause => _openPauses == 0 ? null : _pauses[_openPauses - 1];

    /// <summary>Reads a line; false when something in it should be understood and isn't.</summary>
    public bool Read(ReadOnlySpan<byte> line, JvmStamp? stamp, int textStart)
    {
        (_lineStamp, _textStart) = (process.Process.OnOwnClock(stamp), textStart);
        if (line.IndexOf("stopped: "u8) >= 0) return ReadStop(line);
        if (HistogramRow.Is(line)) return true;
        if (_shenandoah.TryRead(line[textStart..], _lineStamp, out var wellRead)) return wellRead;
        if (_openPauses == 0 && !InHistogramAlone) _depth = 0;
        for (var i = 0; i < _depth; i++) _blocks[i].Start = -1;
        var understood = true;
        if (stamp is not null && StartsPause(line[textStart..]) && (InHistogramAlone || (_openPauses > 0 && !MayHoldAnother)))
        {
            // The open block's end was lost.
            _openPauses = _depth = 0;
            understood = false;
        }

        var position = 0;
        while (position < line.Length)
        {
            var index = line[position..].IndexOfAny((byte)'[', (byte)']');
            var end = index < 0 ? line.Length : position + index;
            var text = line[position..end];
            if (!text.IsEmpty) ReadText(text);
            if (index < 0) break;
            if (line[end] == '[' && line[(end + 1)..].StartsWith("0x"u8))
            {
                // A range of addresses, which ends with a parenthesis in PrintHeapAtGC's lines.
                var close = line[end..].IndexOfAny((byte)')', (byte)']');
                if (close < 0) break;
                position = end + close + 1;
                continue;
            }

            understood &= line[end] == '[' ? Open(line, end) : Close(line, end, text);
            position = end + 1;
        }

        return understood;
    }

    public Recording Finish()
    {
        if (IsOpen) process.Process.Recording.Coverage.Add("the last collection is incomplete: it is left out");
        return process.Finish();
    }

    /// <summary>CMS may collect the young generation inside its remark (CMSScavengeBeforeRemark).</summary>
    private bool MayHoldAnother =>
        _openPauses == 1 && Pause is { Kind: BlockKind.Collection or BlockKind.CmsRemark, Young: null, MarksOld: true };

    /// <summary>Whether a class histogram is being printed beside its collection, not inside.</summary>
    private bool InHistogramAlone => _openPauses == 0 && _depth == 1 && _blocks[0].Kind == BlockKind.ClassHistogram;

    private static bool StartsPause(ReadOnlySpan<byte> text) => text is [(byte)'[', ..] && BlockTable.IsPause(BlockTable.KindOf(text[1..]));

    private bool ReadStop(ReadOnlySpan<byte> line)
    {
        var index = line.IndexOf(StoppedText);
        if (index < 0) return false;
        var at = StampBefore(line, index) ?? _lineStamp;
        if (at is { } known) process.Process.Observe(known);
        var read = process.Safepoints.TryApplySeconds(line[(index + StoppedText.Length)..], at?.Nanoseconds, process.PauseSinceStop);
        process.PauseSinceStop = false;
        return read;
    }

    private bool Open(ReadOnlySpan<byte> line, int position)
    {
        var end = NativeStamp.AtStart(line[(position + 1)..], out var stamped);
        var kind = BlockTable.Find(line[(position + 1 + stamped)..], out var collector);
        process.Process.Recording.Source.Collector ??= collector;
        if (_depth == _blocks.Length)
        {
            _depth = _openPauses = 0;
            return false;
        }

        if (BlockTable.IsPause(kind))
        {
            if (_openPauses == _pauses.Length)
            {
                _depth = _openPauses = 0;
                return false;
            }

            _pauses[_openPauses++].Reset(kind, end is { } at ? new JvmStamp(at, SinceStart: true, null) : StampBefore(line, position));
            _pauses[_openPauses - 1].StampIsEnd = end is not null;
        }

        if (kind == BlockKind.ClassHistogram) _histogramStamp = StampBefore(line, position);
        if (Pause is { } pause)
        {
            Notice(pause, kind);
            pause.MarksOld |= line[(position + 1)..].StartsWith("YG occupancy"u8);
        }

        _blocks[_depth++] = (kind, position + 1);
        return true;
    }

    /// <summary>The timestamp before a position; at a line's beginning the one that the line is taken to have.</summary>
    private JvmStamp? StampBefore(ReadOnlySpan<byte> line, int position) =>
        position == _textStart && _lineStamp is { } own ? own : process.Process.OnOwnClock(LegacyStamps.Before(line, position));

    /// <summary>What an inner block shows about the pause around it.</summary>
    private static void Notice(LegacyPause pause, BlockKind inner)
    {
        if (inner is BlockKind.CmsInitialMark or BlockKind.CmsRemark) pause.Kind = inner;
        else if (inner == BlockKind.OldSpace && pause.Kind == BlockKind.Collection) pause.Kind = BlockKind.FullCollection;
    }

    private bool Close(ReadOnlySpan<byte> line, int position, ReadOnlySpan<byte> text)
    {
        if (_depth == 0) return !text.EndsWith(" secs"u8);
        var (kind, start) = _blocks[--_depth];
        if (kind is not (BlockKind.G1Concurrent or BlockKind.CmsConcurrent)
            && _openPauses > 0 && line[(position + 1)..].StartsWith(" [Times: "u8))
        {
            // Only a whole pause has times: an open block inside it has lost its end.
            while (!BlockTable.IsPause(kind) && _depth > 0) kind = _blocks[--_depth].Kind;
        }

        if (BlockTable.IsPause(kind)) return ClosePause(text);
        var content = start >= 0 ? line[start..position] : text;
        switch (kind)
        {
            case BlockKind.ClassHistogram:
                return CloseHistogram(text);
            case BlockKind.G1Concurrent or BlockKind.CmsConcurrent:
                _timesExpected = true;
                return ConcurrentLine.TryApply(process, content, kind == BlockKind.G1Concurrent, StampBefore(line, Math.Max(start - 1, 0)));
            case BlockKind.Times:
                if (_openPauses == 0 && process.Last is { } timed) LegacyTimes.Apply(process.Process, timed.Collection, content);
                // Times follow what they are of; alone they are of a pause that was not seen.
                var expected = _timesExpected;
                _timesExpected = false;
                return expected;
            case BlockKind.G1Heap:
                return process.Last is not { } last || _openPauses > 0 || G1HeapLine.TryApply(process.Process, last, content);
            case BlockKind.Phase when Pause is { } pause:
                if (LegacyDuration.TryReadAtEnd(text, out var length)) pause.AddPhase(PhaseName(content), length);
                return true;
            default:
                if (_openPauses > 0) return true;
                return (process.Last is { } owner && LegacyPhases.TryApply(process.Process, owner.Index, content))
                    || kind == BlockKind.Phase || !text.EndsWith(" secs"u8);
        }
    }

    private bool ClosePause(ReadOnlySpan<byte> text)
    {
        var pause = _pauses[--_openPauses];
        if (!LegacyDuration.TryReadAtEnd(text, out var duration) || duration > Limits.PauseNanoseconds) return false;
        if (pause.StampIsEnd) pause.BeginBefore(duration);
        if (pause is { Kind: BlockKind.Collection, Heap: { After: null }, Young: null })
        {
            // Without PrintGCDetails CMS's two pauses are written alike: one size and no blocks.
            pause.Kind = process.AwaitsRemark ? BlockKind.CmsRemark : BlockKind.CmsInitialMark;
        }

        process.Add(pause, duration, inner: _openPauses > 0);
        _timesExpected = true;
        return true;
    }

    /// <summary>Inside a collection its time is part of the pause; beside it, it is a pause of its own.</summary>
    private bool CloseHistogram(ReadOnlySpan<byte> text)
    {
        if (!LegacyDuration.TryReadAtEnd(text, out var duration) || duration > Limits.PauseNanoseconds) return false;
        if (Pause is { } pause) pause.AddPhase(LegacyProcess.HistogramName, duration);
        else process.AddHistogram(_histogramStamp, duration);
        return true;
    }

    /// <summary>Text directly inside the innermost block, or between blocks.</summary>
    private void ReadText(ReadOnlySpan<byte> text)
    {
        if (Pause is not { } pause) return;
        if (text.TrimStart((byte)' ').StartsWith("GC time would exceed GCTimeLimit"u8) && !pause.Marks.Contains(JvmMarks.TimeLimit))
        {
            pause.Marks.Add(JvmMarks.TimeLimit);
        }

        var tenuring = text.IndexOf("Desired survivor size "u8);
        if (tenuring >= 0)
        {
            if (TenuringMessage.TryRead(
                text[(tenuring + "Desired survivor size ".Length)..], out var threshold, out var max, out var desired))
            {
                pause.Tenuring = (threshold, max, desired);
            }

            return;
        }

        if (text.StartsWith("- age "u8))
        {
            if (pause.Ages.Count < AgeMessage.OldestAge && AgeMessage.TryRead(text["- age ".Length..], out var age, out var bytes))
            {
                pause.Ages.Add((age, bytes));
            }

            return;
        }

        var kind = _depth == 0 ? BlockKind.Unknown : _blocks[_depth - 1].Kind;
        if (kind is BlockKind.Unknown or BlockKind.G1Concurrent or BlockKind.CmsConcurrent or BlockKind.Times or BlockKind.Phase) return;
        PauseText.Read(pause, kind, text, process.Process.Names);
    }

    private string PhaseName(ReadOnlySpan<byte> content)
    {
        var comma = content.IndexOf((byte)',');
        return process.Process.Names.Get((comma < 0 ? content : content[..comma]).TrimEnd((byte)' '));
    }
}

/// <summary><c>Times: user=1.40 sys=0.00, real=0.19 secs</c> (JDK 6-8).</summary>
internal static class LegacyTimes
{
    /// <summary>Adds CPU times to a collection.</summary>
    public static void Apply(JvmProcess process, Collection.Builder collection, ReadOnlySpan<byte> content)
    {
        var cursor = new Utf8Cursor(content);
        if (!cursor.TryTake("Times: user="u8) || !cursor.TryTakeSeconds(out var user)) return;
        if (!cursor.TryTake(" sys="u8) || !cursor.TryTakeSeconds(out var system) || !cursor.TryTake(", real="u8)) return;
        process.AddCpu(collection, user, system);
        // Times of a pause whose line is torn stand behind another's: those that waited have hardly any CPU time.
        if (cursor.TryTakeSeconds(out var real) && user + system < real / 2) process.Waited(real);
    }
}

/// <summary>
/// <c>GC concurrent-mark-start</c>, <c>GC concurrent-mark-end, 0.0136760 secs</c> (G1);
/// <c>CMS-concurrent-mark-start</c>, <c>CMS-concurrent-mark: 2.497/2.538 secs</c> (CMS: CPU and wall time of the phase).
/// </summary>
internal static class ConcurrentLine
{
    /// <summary>Takes in the content of a block; false when it is cut.</summary>
    public static bool TryApply(LegacyProcess process, ReadOnlySpan<byte> content, bool g1, JvmStamp? stamp)
    {
        if (content.StartsWith("AS"u8)) content = content[2..];
        var name = g1 ? content["GC ".Length..] : content;
        long? duration = null;
        if (name.EndsWith("-start"u8)) name = name[..^6];
        else if (g1 && !TryTakeG1End(ref name, out duration)) return false;
        else if (!g1 && !TryTakeCmsEnd(ref name, out duration)) return false;
        process.AddConcurrent(process.Process.Names.Get(name), g1, duration, stamp);
        return true;
    }

    private static bool TryTakeG1End(ref ReadOnlySpan<byte> name, out long? duration)
    {
        duration = null;
        var end = name.IndexOf("-end"u8);
        if (end < 0) return name.EndsWith("-abort"u8) || name.EndsWith("-overflow"u8);
        if (!LegacyDuration.TryReadAtEnd(name, out var length)) return false;
        duration = length;
        name = name[..end];
        return true;
    }

    private static bool TryTakeCmsEnd(ref ReadOnlySpan<byte> name, out long? duration)
    {
        duration = null;
        var colon = name.IndexOf(": "u8);
        var slash = name.LastIndexOf((byte)'/');
        if (colon < 0 || slash < colon || !name.EndsWith(" secs"u8)) return false;
        var cursor = new Utf8Cursor(name[(slash + 1)..]);
        if (!cursor.TryTakeSeconds(out var length)) return false;
        duration = length;
        name = name[..colon];
        return true;
    }
}
