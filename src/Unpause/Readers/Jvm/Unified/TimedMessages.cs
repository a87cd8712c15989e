using Unpause.Recordings;

namespace Unpause.Readers.Jvm.Unified;

/// <summary>
/// Messages that end in a number of milliseconds: pauses, concurrent phases, phases, stalls. Their shape is the same in
/// all versions and collectors: <c>Name (detail) 38M-&gt;3M(64M) 1.353ms</c> or <c>  Name: 0.8ms</c>.
/// </summary>
internal sealed class TimedMessages(JvmProcess process)
{
    // The table of names gives the same object for the same text.
    private readonly Dictionary<string, TimedText> _texts = new(ReferenceEqualityComparer.Instance);

    /// <summary>The cause that Shenandoah announced for the next collection.</summary>
    public ShenandoahTrigger? PendingTrigger { get; set; }

    /// <summary>The collection with a number; a new one gets the cause that was announced.</summary>
    public OpenCollection Open(long number, long? at)
    {
        var known = process.IsOpen(number);
        var open = process.Collection(number, at);
        if (!known && PendingTrigger is { } trigger) ApplyTrigger(process.Recording.Collections[open.Index], trigger);
        return open;
    }

    /// <summary>Takes in a message of a collection; false when it isn't a timed one.</summary>
    public bool TryApply(long number, ReadOnlySpan<byte> message, byte generationLetter, long? at)
    {
        if (!TrySplit(message, out var text, out var duration)) return false;
        var open = Open(number, at);
        if (text[^1] == ':')
        {
            if (!IsStamp(text)) AddPhase(open.Index, text[..^1], duration, concurrent: false);
            return true;
        }

        HeapChange? change = TryTakeChange(ref text, out var taken) ? taken : null;
        var timed = TextOf(text);
        var collection = process.Recording.Collections[open.Index];
        if (timed.IsPause) AddPause(open, collection, timed, change, duration, generationLetter, at);
        else if (timed.IsConcurrent) AddConcurrent(open, collection, timed, change, duration, generationLetter, at);
        else AddPhase(open.Index, text, duration, concurrent: false);
        return true;
    }

    /// <summary>Takes in a thread's wait: <c>Allocation Stall (main) 14.768ms</c>; false when it is none.</summary>
    public bool TryApplyStall(ReadOnlySpan<byte> message, long? at)
    {
        if (!message.StartsWith("Allocation Stall ("u8) && !message.StartsWith("Relocation Stall ("u8)) return false;
        if (!TrySplit(message, out _, out var duration)) return false;
        var name = process.Names.Get(message[.."Allocation Stall".Length]);
        process.Recording.Stalls.Add(new Stall(at is { } end ? end - duration : Pause.NoTime, duration, name));
        return true;
    }

    /// <summary>The parsed form of a text.</summary>
    public TimedText TextOf(ReadOnlySpan<byte> text)
    {
        var name = process.Names.Get(text);
        if (_texts.TryGetValue(name, out var known)) return known;
        var parsed = TimedText.Parse(name);
        _texts.Add(name, parsed);
        return parsed;
    }

    /// <summary>Splits <c>text 1.353ms</c>.</summary>
    private static bool TrySplit(ReadOnlySpan<byte> message, out ReadOnlySpan<byte> text, out long duration)
    {
        text = default;
        duration = 0;
        if (!message.EndsWith("ms"u8)) return false;
        var blank = message.LastIndexOf((byte)' ');
        if (blank <= 0) return false;
        var cursor = new Utf8Cursor(message[(blank + 1)..^2]);
        if (!cursor.TryTakeMilliseconds(out duration) || !cursor.AtEnd) return false;
        text = message[..blank].Trim((byte)' ');
        return !text.IsEmpty;
    }

    private static bool TryTakeChange(ref ReadOnlySpan<byte> text, out HeapChange change)
    {
        change = default;
        var blank = text.LastIndexOf((byte)' ');
        if (blank <= 0 || !char.IsAsciiDigit((char)text[blank + 1 < text.Length ? blank + 1 : blank])) return false;
        var cursor = new Utf8Cursor(text[(blank + 1)..]);
        if (!cursor.TryTakeHeapChange(out change) || !cursor.AtEnd) return false;
        text = text[..blank].TrimEnd((byte)' ');
        return true;
    }

    /// <summary>G1's trace output stamps when its workers began and ended: points in time, no durations.</summary>
    private static bool IsStamp(ReadOnlySpan<byte> text) => text.StartsWith("GC Worker Start"u8) || text.StartsWith("GC Worker End"u8);

    private void AddPause(OpenCollection open, Collection collection, TimedText timed, HeapChange? change, long duration, byte letter, long? at)
    {
        collection.Generation ??= timed.Generation ?? GenerationOf(letter) ?? timed.Word?.Generation;
        collection.Kind = timed.Word?.Kind ?? CollectionKind.Blocking;
        if (timed.Generation == Generations.Young) collection.Kind = KindOfYoung(timed);
        if (timed.Word is { WholeHeap: true } && collection.Generation is not (Generations.Young or Generations.Mixed)) collection.WholeHeap = true;
        if (timed.RuntimeCause is { } cause) SetCause(collection, cause);
        foreach (var mark in timed.Marks) process.Mark(open.Index, mark);
        if (timed.Name == "Pause Degenerated GC") process.Mark(open.Index, JvmMarks.Degenerated);
        process.AddPause(open.Index, at, duration, timed.Name);
        if (change is not { } sizes) return;
        process.HeapChanged(collection, sizes);
        SpaceAccount.Close(open, collection);
    }

    /// <summary>Details that say young mean a blocking pause for G1 of 9 and 10, a concurrent collection for Shenandoah.</summary>
    private static CollectionKind KindOfYoung(TimedText timed) =>
        timed.Name is "Pause Initial Mark" or "Pause Degenerated GC" ? CollectionKind.Blocking : timed.Word?.Kind ?? CollectionKind.Blocking;

    private void AddConcurrent(OpenCollection open, Collection collection, TimedText timed, HeapChange? change, long duration, byte letter, long? at)
    {
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

        process.Recording.Phases.Add(new Phase(open.Index, timed.Name, duration, Workers: null, Concurrent: true));
        if (change is { } sizes) process.HeapChanged(collection, sizes);
    }

    private void AddPhase(int collection, ReadOnlySpan<byte> name, long duration, bool concurrent) =>
        process.Recording.Phases.Add(new Phase(collection, process.Names.Get(name), duration, Workers: null, concurrent));

    /// <summary>Sets a collection's cause from HotSpot's word.</summary>
    public static void SetCause(Collection collection, string word)
    {
        collection.RuntimeCause = word;
        collection.Cause = JvmCauses.Normalise(word);
        collection.Induced = collection.Cause == Causes.Induced;
    }

    private void ApplyTrigger(Collection collection, ShenandoahTrigger trigger)
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
