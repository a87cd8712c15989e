namespace Unpause.Recordings.Readers.Jvm.Unified;

/// <summary>Takes in the messages of one JVM and builds its recording.</summary>
internal sealed class UnifiedProcess
{
    private readonly JvmProcess _process;
    private readonly TimedMessages _timed;
    private readonly SafepointMessages _safepoints;
    private readonly ZMessages _z;

    public UnifiedProcess(JvmProcess process)
    {
        _process = process;
        _timed = new TimedMessages(process);
        _safepoints = new SafepointMessages(process);
        _z = new ZMessages(process, _timed);
    }

    /// <summary>The recording under construction.</summary>
    public JvmProcess Process => _process;

    /// <summary>Takes in a message; false when it is of a kind that should be understood and isn't.</summary>
    /// <param name="message">The text after the decorators.</param>
    /// <param name="parsed">The same, taken apart.</param>
    /// <param name="at">The line's timestamp in nanoseconds.</param>
    /// <param name="important">Whether its level is info or graver.</param>
    public bool Apply(ReadOnlySpan<byte> message, in ParsedMessage parsed, long? at, bool important)
    {
        message = message.Slice(parsed.From, parsed.Length);
        if (parsed.Shape == MessageShape.Unnumbered) return ApplyUnnumbered(message, parsed, at);
        if (parsed.Shape == MessageShape.Empty) return true;
        var open = _timed.Open(parsed.Number, at);
        switch (parsed.Shape)
        {
            case MessageShape.Phase:
                _timed.ApplyPhase(open, message, parsed);
                ApplyJoinedCpu(open, message);
                return true;
            case MessageShape.Timed:
                _timed.Apply(open, message, parsed, at);
                ApplyJoinedCpu(open, message);
                return true;
            case MessageShape.Known:
                if (parsed.Kind != MessageKind.Known) ApplyKind(open, message, parsed, at);
                return true;
            case MessageShape.Cut:
                return false;
            default:
                return WorkerMessages.TryApply(_process, open, message) || !important || IsSkipped(message) || parsed.Letter != 0;
        }
    }

    /// <summary>Takes in the CPU times that tools join to the line of their pause.</summary>
    private void ApplyJoinedCpu(CollectionSlot open, ReadOnlySpan<byte> message)
    {
        var joined = UnifiedMessage.JoinedCpu(message);
        if (!joined.IsEmpty) CpuMessage.Apply(_process, open.Collection, joined.TrimStart((byte)' '));
    }

    /// <summary>Phases that did not run, and rests that rounding made negative (<c>Other: -0.0ms</c>, JDK 9-10).</summary>
    private static bool IsSkipped(ReadOnlySpan<byte> message)
    {
        if (message.EndsWith("skipped"u8)) return true;
        var minus = message.LastIndexOf(" -"u8);
        return minus > 0 && message.EndsWith("ms"u8)
            && new Utf8Cursor(message[(minus + 2)..^2]) is var cursor && cursor.TryTakeMilliseconds(out _) && cursor.AtEnd;
    }

    private void ApplyKind(CollectionSlot open, ReadOnlySpan<byte> message, in ParsedMessage parsed, long? at)
    {
        var (kind, length) = (parsed.Kind, (int)parsed.StartLength);
        var collection = open.Collection;
        var rest = message[length..];
        switch (kind)
        {
            case MessageKind.EdenRegions or MessageKind.SurvivorRegions or MessageKind.OldRegions or MessageKind.OtherRegions:
                _process.Recording.Source.Collector ??= "G1";
                RegionMessages.Apply(open, parsed, _process.RegionBytes);
                break;
            case MessageKind.YoungSpace or MessageKind.OldSpace:
                _process.Recording.Source.Collector ??= SpaceMessages.CollectorOf(message);
                SpaceMessages.Apply(kind, open, rest);
                break;
            case MessageKind.NativeEden or MessageKind.NativeSurvivors:
                SpaceMessages.ApplyNative(kind, open, rest);
                break;
            case MessageKind.NativeMaximum when new Utf8Cursor(rest) is var size && size.TryTakeBytes(out var most):
                _process.Recording.HeapMaximumBytes = most;
                break;
            case MessageKind.Cpu:
                CpuMessage.Apply(_process, collection, message);
                break;
            case MessageKind.ZStalls:
                ZMessages.AddStalls(_process.Recording, open.Index, rest);
                break;
            case MessageKind.ZUsed:
                ZMessages.AddPeak(_process.Recording, rest);
                break;
            case MessageKind.ZCollection or MessageKind.ZLive or MessageKind.ZAllocated or MessageKind.ZPromoted:
                if (kind == MessageKind.ZCollection) _process.Recording.Source.Collector ??= "ZGC";
                _z.Apply(kind, collection, message, length, parsed.Letter, at);
                break;
            case MessageKind.ToSpaceExhausted:
                JvmProcess.Mark(collection, JvmMarks.EvacuationFailure);
                break;
            case MessageKind.PromotionFailed when rest is not [(byte)',', ..]:
                // With a comma it is Shenandoah's: one object, copied within young instead.
                JvmProcess.Mark(collection, JvmMarks.PromotionFailed);
                break;
            case MessageKind.ConcurrentModeFailure:
                JvmProcess.Mark(collection, JvmMarks.ConcurrentModeFailure);
                break;
            case MessageKind.ConcurrentModeInterrupted:
                JvmProcess.Mark(collection, JvmMarks.ConcurrentModeInterrupted);
                break;
            case MessageKind.Aborted:
                JvmProcess.Mark(collection, JvmMarks.Aborted);
                break;
            case MessageKind.TenuringThreshold:
                TenuringMessage.Apply(_process.Recording, open.Index, rest);
                break;
            case MessageKind.ZTenuringThreshold:
                TenuringMessage.AddComputed(_process.Recording, open.Index, rest);
                break;
            case MessageKind.MarkingThreshold when new Utf8Cursor(rest) is var cursor && cursor.TryTakeBytes(out var threshold):
                _process.Recording.Counters.Add(new Counter(open.Index, JvmCounters.MarkingThresholdBytes, threshold));
                break;
            case MessageKind.Age:
                AgeMessage.Apply(_process.Recording, open.Index, rest);
                break;
        }
    }

    private bool ApplyUnnumbered(ReadOnlySpan<byte> message, in ParsedMessage parsed, long? at)
    {
        if (parsed.StartLength == 0)
        {
            if (_timed.TryApplyStall(message, at)) return true;
            if (message.EndsWith(" messages dropped due to async logging"u8)) NoteDropped(message);
            return !LostLine.IsPause(message);
        }

        var rest = message[parsed.StartLength..];
        switch (parsed.Kind)
        {
            case MessageKind.Safepoint: return _safepoints.TryApply(rest, at);
            case MessageKind.StoppedTime: return _safepoints.TryApplySeconds(rest, at);
            case MessageKind.EnteringSafepoint: _safepoints.Enter(rest); return true;
            case MessageKind.Pacing: ShenandoahPacing.Apply(_process, rest); return true;
            case MessageKind.Trigger: _timed.PendingTrigger = ShenandoahTrigger.Find(message) ?? _timed.PendingTrigger; return true;
            default: ApplyHeader(parsed.Kind, message, rest); return true;
        }
    }

    private void ApplyHeader(MessageKind kind, ReadOnlySpan<byte> message, ReadOnlySpan<byte> rest)
    {
        var cursor = new Utf8Cursor(rest);
        var source = _process.Recording.Source;
        switch (kind)
        {
            case MessageKind.Using when UsingLine.CollectorOf(message) is { } collector:
                source.Collector = collector;
                _process.Recording.RecordsPauses = true;
                _process.HeaderSeen = true;
                break;
            case MessageKind.Version:
                source.RuntimeVersion = Text(rest);
                break;
            case MessageKind.RegionSize when cursor.TryTakeBytes(out var region):
                _process.RegionBytes = region;
                source.Settings[JvmFlagNames.RegionSize] = Text(rest);
                _process.HeaderSeen = true;
                break;
            case MessageKind.MaxCapacity when cursor.TryTakeBytes(out var capacity):
                _process.Recording.HeapMaximumBytes = capacity;
                break;
            case MessageKind.Setting:
                source.Settings[Text(message[..message.IndexOf((byte)':')])] = Text(rest);
                break;
            case MessageKind.Arguments:
                JvmFlags.Read(_process.Recording, rest);
                break;
            case MessageKind.Command:
                source.Command = Text(rest);
                break;
            case MessageKind.EpsilonHeap when source.Collector == "Epsilon":
                EpsilonMessage.Apply(_process.Recording, rest);
                break;
        }
    }

    private void NoteDropped(ReadOnlySpan<byte> message) =>
        _process.Recording.Coverage.Add(
            $"the JVM dropped log lines: {Text(message)}; raise -XX:AsyncLogBufferSize, or leave out -Xlog:async");

    private static string Text(ReadOnlySpan<byte> bytes) =>
        Encoding.UTF8.GetString(bytes[..Math.Min(bytes.Length, Limits.NameBytes)]).Trim();
}

/// <summary>
/// <c>Heap: 8192M reserved, 504M (6.16%) committed, 411M (5.02%) used</c>: Epsilon never frees, so what is used was allocated.
/// </summary>
internal static class EpsilonMessage
{
    /// <summary>Takes in what follows <c>Heap: </c>.</summary>
    public static void Apply(RecordingBuilder recording, ReadOnlySpan<byte> rest)
    {
        var cursor = new Utf8Cursor(rest);
        if (cursor.TrySkipPast("committed, "u8) && cursor.TryTakeBytes(out var used)) recording.AllocatedBytes = used;
    }
}

/// <summary><c>User=0.01s Sys=0.00s Real=0.00s</c>, cut to 10 ms by the JVM.</summary>
internal static class CpuMessage
{
    /// <summary>Adds the CPU time to a collection.</summary>
    public static void Apply(JvmProcess process, Collection.Builder collection, ReadOnlySpan<byte> message)
    {
        var cursor = new Utf8Cursor(message);
        if (!cursor.TryTake("User="u8) || !cursor.TryTakeSeconds(out var user)) return;
        if (!cursor.TryTake("s Sys="u8) || !cursor.TryTakeSeconds(out var system) || !cursor.TryTake((byte)'s')) return;
        process.AddCpu(collection, user, system);
    }
}

/// <summary>
/// <c>Pacing                            68885 us</c>, in the statistics of a cycle (level info of <c>gc,stats</c>, 17-25): how long
/// allocating threads were paced since the cycle before, all together. Source: <c>shenandoahPhaseTimings.cpp</c>.
/// </summary>
internal static class ShenandoahPacing
{
    /// <summary>Takes in what follows <c>Pacing</c>. At exit the same word leads the sum of all cycles, with an equals sign.</summary>
    public static void Apply(JvmProcess process, ReadOnlySpan<byte> rest)
    {
        var cursor = new Utf8Cursor(rest.TrimStart((byte)' '));
        if (!cursor.TryTakeFixed(3, out var nanoseconds) || !cursor.TryTake(" us"u8) || !cursor.AtEnd || nanoseconds <= 0) return;
        process.Recording.Stalls.Add(new Stall(Pause.NoTime, nanoseconds, JvmStalls.Pacing));
    }
}

/// <summary>The frame that all messages share.</summary>
internal static class UnifiedMessage
{
    /// <summary>Consumes <c>GC(7) </c> and gives the collection's number.</summary>
    public static bool TryTakeNumber(ref ReadOnlySpan<byte> message, out long number)
    {
        number = 0;
        if (!message.StartsWith("GC("u8)) return false;
        var index = 3;
        for (; index < message.Length && char.IsAsciiDigit((char)message[index]); index++)
        {
            if (number > int.MaxValue) return false;
            number = (number * 10) + message[index] - '0';
        }

        if (index == 3 || index + 1 >= message.Length || message[index] != ')' || message[index + 1] != ' ') return false;
        message = message[(index + 2)..];
        return true;
    }

    /// <summary>The CPU times that tools join to the line of their pause, with the blank before them; empty without them.</summary>
    public static ReadOnlySpan<byte> JoinedCpu(ReadOnlySpan<byte> message)
    {
        if (message is not [.., >= (byte)'0' and <= (byte)'9', (byte)'s']) return default;
        var at = message.IndexOf("ms User="u8);
        return at < 0 ? default : message[(at + 2)..];
    }
}

/// <summary>
/// Sizes of Serial's and Parallel's spaces: <c>17472K(19648K)-&gt;353K(19648K) Eden: … From: …</c>
/// (14-25) or <c>17472K-&gt;353K(19648K)</c> (9-13).
/// </summary>
internal static class SpaceMessages
{
    /// <summary>The collector that alone has a space of that name; null when two have.</summary>
    public static string? CollectorOf(ReadOnlySpan<byte> message)
    {
        if (message.StartsWith("DefNew"u8)) return "Serial";
        if (message.StartsWith("ParNew"u8) || message.StartsWith("CMS"u8)) return "CMS";
        return message.StartsWith("PS"u8) || message.StartsWith("ParOld"u8) ? JvmCollectors.Parallel : null;
    }

    /// <summary>Takes in one line. After a young collection all that is in the young space is survivors.</summary>
    public static void Apply(MessageKind kind, CollectionSlot open, ReadOnlySpan<byte> rest)
    {
        var cursor = new Utf8Cursor(rest);
        if (!cursor.TryTakeHeapChange(out var change) || change.After is not { } after) return;
        if (kind == MessageKind.YoungSpace)
        {
            open.YoungBefore = change.Before;
            open.SurvivorsAfter = after;
            open.Collection.YoungTargetBytes = change.CapacityBytes;
            return;
        }

        open.OldBefore = change.Before;
        open.OldAfter = after;
    }

    /// <summary>Takes in one of the two spaces that are a native image's young generation.</summary>
    public static void ApplyNative(MessageKind kind, CollectionSlot open, ReadOnlySpan<byte> rest)
    {
        var cursor = new Utf8Cursor(rest);
        if (!cursor.TryTakeHeapChange(out var change) || change.After is not { } after) return;
        if (kind == MessageKind.NativeEden) open.YoungBefore = change.Before;
        else (open.YoungBefore, open.SurvivorsAfter) = (open.YoungBefore + change.Before, after);
    }
}
