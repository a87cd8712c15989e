namespace Unpause.Recordings.Readers.Jvm.Unified;

/// <summary>
/// Messages that end in a number of milliseconds: pauses, concurrent phases, phases, stalls. Their shape is the same in
/// all versions and collectors: <c>Name (detail) 38M-&gt;3M(64M) 1.353ms</c> or <c>  Name: 0.8ms</c>.
/// </summary>
internal sealed class TimedMessages(JvmProcess process)
{
    /// <summary>Phases have shorter names. Level debug has whole sentences of numbers that end in one of milliseconds.</summary>
    public const int LongestPhase = 80;

    // By the text's index in the table of names.
    private readonly List<TimedText?> _texts = [];
    // By the text's number in the block.
    private TimedText?[] _numbered = [];
    private TimedText _last = TimedText.Parse("");

    /// <summary>The cause that Shenandoah announced for the next collection.</summary>
    public ShenandoahTrigger? PendingTrigger { get; set; }

    /// <summary>The collection with a number; a new one gets the cause that was announced.</summary>
    public CollectionSlot Open(long number, long? at)
    {
        if (process.Recent is { } recent && recent.Number == number) return recent;
        var known = process.IsOpen(number);
        var open = process.Collection(number, at);
        if (!known && PendingTrigger is { } trigger) ApplyTrigger(open.Collection, trigger);
        return open;
    }

    /// <summary>Takes in a phase: <c>Name: 0.8ms</c>.</summary>
    public void ApplyPhase(CollectionSlot open, ReadOnlySpan<byte> message, in ParsedMessage parsed)
    {
        var phase = TextOf(message, parsed);
        if (!phase.IsStamp) AddPhase(open, phase, parsed.First);
    }

    /// <summary>Takes in a message that is no phase alone: <c>Name (detail) 38M-&gt;3M(64M) 1.353ms</c>.</summary>
    public void Apply(CollectionSlot open, ReadOnlySpan<byte> message, in ParsedMessage parsed, long? at) =>
        Apply(open, TextOf(message, parsed), parsed.Change, parsed.First, at, parsed.Letter);

    /// <summary>Takes in what precedes the number: <c>Name (detail) 38M-&gt;3M(64M)</c>.</summary>
    public void Apply(CollectionSlot open, ReadOnlySpan<byte> text, long duration, long? at)
    {
        HeapChange? change = TimedMessage.TryTakeChange(ref text, out var taken) ? taken : null;
        Apply(open, TextOf(text), change, duration, at, letter: 0);
    }

    private void Apply(CollectionSlot open, TimedText timed, HeapChange? change, long duration, long? at, byte letter)
    {
        if (timed.IsPause) AddPause(open, timed, change, duration, letter, at);
        else if (timed.IsConcurrent) AddConcurrent(open, timed, change, duration, letter, at);
        else AddPhase(open, timed, duration);
    }

    /// <summary>Takes in a thread's wait: <c>Allocation Stall (main) 14.768ms</c>; false when it is none.</summary>
    public bool TryApplyStall(ReadOnlySpan<byte> message, long? at)
    {
        if (!message.StartsWith("Allocation Stall ("u8) && !message.StartsWith("Relocation Stall ("u8)) return false;
        if (!TimedMessage.TrySplit(message, out _, out var duration)) return false;
        var name = process.Names.Get(message[.."Allocation Stall".Length]);
        if (at is { } ended) process.Lasted(ended - duration, ended);
        process.Recording.Stalls.Add(new Stall(at is { } end ? end - duration : Pause.NoTime, duration, name));
        return true;
    }

    /// <summary>
    /// The parsed form of a text. Collections log the same texts one after the other, so the one
    /// that came next the last time is tried first.
    /// </summary>
    public TimedText TextOf(ReadOnlySpan<byte> text)
    {
        if (_last.Next is not { } next || !text.SequenceEqual(next.Utf8)) _last.Next = next = Find(text);
        return _last = next;
    }

    /// <summary>The parsed form of a message's words; those that have a number are compared once.</summary>
    private TimedText TextOf(ReadOnlySpan<byte> message, in ParsedMessage parsed)
    {
        if (parsed.Text == ParsedMessage.NoText) return TextOf(message[..parsed.TextLength]);
        if (parsed.Text >= _numbered.Length) Array.Resize(ref _numbered, Math.Max(parsed.Text + 1, 2 * _numbered.Length));
        return _numbered[parsed.Text] ??= Find(message[..parsed.TextLength]);
    }

    private TimedText Find(ReadOnlySpan<byte> text)
    {
        var index = process.Names.IndexOf(text);
        while (_texts.Count <= index) _texts.Add(null);
        return _texts[index] ??= TimedText.Parse(process.Names[index]);
    }

    private void AddPause(CollectionSlot open, TimedText timed, HeapChange? change, long duration, byte letter, long? at)
    {
        var collection = open.Collection;
        collection.Generation ??= timed.Generation ?? GenerationOf(letter) ?? timed.Word?.Generation;
        collection.Kind = timed.Word?.Kind ?? CollectionKind.Blocking;
        if (timed.Generation == Generations.Young) collection.Kind = KindOfYoung(timed);
        if (timed.Word is { WholeHeap: true } && collection.Generation is not (Generations.Young or Generations.Mixed))
        {
            collection.WholeHeap = true;
        }

        SetCause(collection, timed);
        JvmProcess.Mark(collection, timed.Marks);
        if (timed.IsDegenerated) JvmProcess.Mark(collection, JvmMarks.Degenerated);
        // Only these end exactly once in each collection, whatever the collector.
        if (timed.EndsCollection && ReferenceEquals(open.LastPause, timed.Name)) process.NoteRepeated(open.Number);
        if (!ReferenceEquals(open.LastPause, timed.Name)) open.LastPause = timed.Name;
        process.AddPause(open, at, duration, timed.Name);
        if (timed.Collector is { } collector) process.Recording.Source.Collector ??= collector;
        if (change is not { } sizes) return;
        process.HeapChanged(collection, sizes);
        if (process.RegionBytes is null && open.Regions.HasEden) DeriveRegions(open, sizes);
        SpaceAccount.Close(open);
    }

    /// <summary>The log's beginning, which has the size, is lost.</summary>
    private void DeriveRegions(CollectionSlot open, in HeapChange sizes)
    {
        if (open.Regions.RegionBytes(sizes) is not { } bytes) return;
        process.RegionBytes = bytes;
        process.Recording.Source.Settings.TryAdd(JvmFlagNames.RegionSize, $"{bytes >> 20}M");
        RegionMessages.Close(open, bytes);
    }

    /// <summary>Details that say young mean a blocking pause for G1 of 9 and 10, a concurrent collection for Shenandoah.</summary>
    private static CollectionKind KindOfYoung(TimedText timed) =>
        timed.Name is "Pause Initial Mark" or "Pause Degenerated GC"
            ? CollectionKind.Blocking
            : timed.Word?.Kind ?? CollectionKind.Blocking;

    private void AddConcurrent(CollectionSlot open, TimedText timed, HeapChange? change, long duration, byte letter, long? at)
    {
        var collection = open.Collection;
        if (collection.Generation is null)
        {
            collection.Generation = timed.Generation ?? GenerationOf(letter) ?? Generations.Old;
            collection.Kind = CollectionKind.Background;
        }

        JvmProcess.Ended(collection, at);
        if (timed.IsCycle)
        {
            collection.WholeHeap = timed.Name != "Concurrent Undo Cycle";
            return;
        }

        process.Recording.Phases.Add(open.Index, PhaseIndexOf(timed, timed.Name), duration, concurrent: true);
        if (change is { } sizes) process.HeapChanged(collection, sizes);
    }

    private void AddPhase(CollectionSlot open, TimedText phase, long duration) =>
        process.Recording.Phases.Add(open.Index, PhaseIndexOf(phase, phase.Text), duration, concurrent: false);

    private int PhaseIndexOf(TimedText text, string name)
    {
        if (text.PhaseIndex < 0) text.PhaseIndex = process.Recording.Phases.AddName(name);
        return text.PhaseIndex;
    }

    /// <summary>Sets a collection's cause, if a text has one.</summary>
    public static void SetCause(Collection.Builder collection, TimedText text)
    {
        if (text.RuntimeCause is null) return;
        collection.RuntimeCause = text.RuntimeCause;
        collection.Cause = text.Cause;
        collection.Induced = text.Cause == Causes.Induced;
    }

    private void ApplyTrigger(Collection.Builder collection, ShenandoahTrigger trigger)
    {
        collection.RuntimeCause = trigger.Word;
        collection.Cause = trigger.Cause;
        collection.Induced = trigger.Cause == Causes.Induced;
        PendingTrigger = null;
    }

    /// <summary>Generational ZGC begins messages with <c>y:</c> (minor), <c>Y:</c> (the young part of a major) or <c>O:</c>.</summary>
    private static string? GenerationOf(byte letter) => letter switch
    {
        (byte)'y' => Generations.Young,
        (byte)'Y' or (byte)'O' => Generations.Old,
        _ => null,
    };
}

/// <summary>
/// G1's counts of regions: <c>36-&gt;0(35)</c>, <c>2-&gt;2</c>. Times the region size they are bytes, rounded up to regions.
/// </summary>
internal static class RegionMessages
{
    /// <summary>Reads the counts before and after, and eden's target.</summary>
    /// <param name="rest">What follows the name.</param>
    public static void Parse(ReadOnlySpan<byte> rest, ref ParsedMessage parsed)
    {
        var cursor = new Utf8Cursor(rest);
        parsed.Third = ParsedMessage.None;
        if (!TryTakeCount(ref cursor, out parsed.First) || !cursor.TryTake("->"u8) || !TryTakeCount(ref cursor, out parsed.Second))
        {
            parsed.First = ParsedMessage.None;
            return;
        }

        if (cursor.TryTake((byte)'(') && TryTakeCount(ref cursor, out var target)) parsed.Third = target;
    }

    /// <summary>Takes in a count; without a known region size it is kept until that is known or derived.</summary>
    public static void Apply(CollectionSlot open, in ParsedMessage parsed, long? regionBytes)
    {
        if (parsed.First == ParsedMessage.None) return;
        var (before, after) = (parsed.First, parsed.Second);
        ref var regions = ref open.Regions;
        switch (parsed.Kind)
        {
            case MessageKind.EdenRegions:
                regions.HasEden = true;
                regions.EdenBefore = before;
                if (parsed.Third != ParsedMessage.None) regions.EdenTarget = parsed.Third;
                break;
            case MessageKind.SurvivorRegions:
                regions.HasSurvivors = true;
                regions.SurvivorsBefore = before;
                regions.SurvivorsAfter = after;
                break;
            case MessageKind.OldRegions:
                regions.HasOld = true;
                regions.OldBefore = before;
                regions.OldAfter = after;
                break;
            default:
                regions.OthersBefore += before;
                return;
        }

        if (regionBytes is { } size) Close(open, size);
    }

    /// <summary>Makes bytes of a collection's counts.</summary>
    public static void Close(CollectionSlot open, long size)
    {
        ref var regions = ref open.Regions;
        if (regions.HasEden)
        {
            open.YoungBefore = Bytes(regions.EdenBefore + regions.SurvivorsBefore, size);
            open.Collection.YoungTargetBytes = Bytes(regions.EdenTarget + regions.SurvivorsAfter, size);
        }

        if (regions.HasSurvivors) open.SurvivorsAfter = Bytes(regions.SurvivorsAfter, size);
        if (!regions.HasOld) return;
        open.OldBefore = Bytes(regions.OldBefore, size);
        open.OldAfter = Bytes(regions.OldAfter, size);
    }

    private static long? Bytes(long count, long size) =>
        Math.BigMul(count, size, out var bytes) == 0 && bytes is >= 0 and <= long.MaxValue / 4 ? bytes : null;

    private static bool TryTakeCount(ref Utf8Cursor cursor, out long count) =>
        cursor.TryTakeFixed(0, out count) && count <= int.MaxValue;
}
