using System.Runtime.CompilerServices;
using System.Text;

namespace Unpause.Recordings.Readers.DotNet.GcStats;

/// <summary>The collections of one process. The HTML has a collection in up to three tables: it is taken once, by its number.</summary>
internal sealed class GcStatsProcess
{
    /// <summary>The pause of a background collection, which has several stops.</summary>
    private const string Stops = "stops of the background GC";

    /// <summary>Of a numbers' table, an entry takes about so many bytes.</summary>
    private const int NumberBytes = 32;

    private readonly RecordingBuilder _recording;
    private readonly List<GcStatsRow> _rows = [];
    private readonly HashSet<long> _numbers = [];
    private long? _heaps;

    public GcStatsProcess(ReadContext context)
    {
        _recording = new RecordingBuilder
        {
            Source = new SourceBuilder { Format = DotNetDescriptor.GcStatsFormat, Runtime = Runtimes.DotNet, Files = context.Files },
            RecordsPauses = true,
        };
        _recording.Facts = new CollectionFactsBuilder();
        context.Memory.Watch(() => _recording.MemoryBytes + ((long)_rows.Capacity * Unsafe.SizeOf<GcStatsRow>())
            + ((long)_numbers.Count * NumberBytes));
    }

    public SourceBuilder Source => _recording.Source;

    public CoverageBuilder Coverage => _recording.Coverage;

    /// <summary>How many collections the report counts; null where it has no sums.</summary>
    public long? Counted { get; set; }

    /// <summary>Whether anything of it was read.</summary>
    public bool IsEmpty => _rows.Count == 0 && Counted is null && Coverage.LinesUnparsed == 0;

    /// <summary>Takes a collection that is not yet known.</summary>
    public void Take(in GcStatsRow row)
    {
        if (!_numbers.Add(row.Number!.Value)) return;
        _rows.Add(row);
        if (row.Heaps is { } heaps) _heaps = Math.Max(heaps, _heaps ?? 0);
    }

    /// <summary>Takes a row of one of the page's tables.</summary>
    public void TakeRow(GcStatsTable table, long lineEnds)
    {
        if (table.Cell(GcStatsColumn.Generation).SequenceEqual("ALL"u8)) Counted = GcStatsNumber.Whole(table.Cell(GcStatsColumn.Count));
        if (!table.HasCollection) return;
        if (table.ToCollection() is { IsComplete: true } row) Take(row);
        else Coverage.NotUnderstood(lineEnds + 1, table.Cell(GcStatsColumn.Number));
    }

    /// <summary>Takes a line of the process's description: <c>CommandLine: …</c>.</summary>
    public void Describe(ReadOnlySpan<byte> text)
    {
        if (TryValue(text, "CommandLine:"u8) is { } command) Source.Command = command;
        else if (TryValue(text, "Runtime Version:"u8) is { } version) Source.RuntimeVersion = VersionOf(version);
        else if (TryValue(text, "CLR Startup Flags:"u8) is { } flags) TakeFlags(flags);
    }

    /// <summary>Takes an attribute of the process's element in the XML.</summary>
    public void Describe(ReadOnlySpan<byte> name, ReadOnlySpan<byte> value)
    {
        if (value.IsEmpty) return;
        if (name.SequenceEqual("ProcessID"u8)) Identify(value);
        else if (name.SequenceEqual("RuntimeVersion"u8)) Source.RuntimeVersion = VersionOf(TextOf(value));
        else if (name.SequenceEqual("CommandLine"u8)) Source.Command = TextOf(value);
        else if (name.SequenceEqual("StartupFlags"u8)) TakeFlags(TextOf(value));
        else if (name.SequenceEqual("GCCount"u8)) Counted = GcStatsNumber.Whole(value);
    }

    /// <summary>Takes the process's id.</summary>
    public void Identify(ReadOnlySpan<byte> text)
    {
        if (GcStatsNumber.Whole(text) is > 0 and <= int.MaxValue and { } id) Source.ProcessId = (int)id;
    }

    /// <summary>The recording.</summary>
    /// <param name="lines">Lines of the input.</param>
    public Recording Finish(long lines)
    {
        _rows.Sort(static (one, other) => (one.Start, one.Number).CompareTo((other.Start, other.Number)));
        long end = 0;
        foreach (ref readonly var row in System.Runtime.InteropServices.CollectionsMarshal.AsSpan(_rows))
        {
            Add(row);
            end = Math.Max(end, row.Start!.Value + row.Pause!.Value);
        }

        Coverage.Lines = lines;
        if (_heaps > 1) Source.Collector = DotNetCollectors.Server;
        AddNotes();
        // Shares of time need all of them, and times since the trace's start.
        if (!(Counted > _rows.Count) && end > 0) _recording.DurationNanoseconds = end;
        return _recording.Build();
    }

    private void Add(in GcStatsRow row)
    {
        var index = _recording.Collections.Count;
        var collection = _recording.Begin(row.Number!.Value);
        collection.Generation = row.Generation switch { 0 => Generations.Gen0, 1 => Generations.Gen1, _ => Generations.Gen2 };
        collection.Kind = row.IsBackground ? CollectionKind.Background : CollectionKind.Blocking;
        collection.WholeHeap = row.Generation == 2;
        if (row.Reason is var (word, cause))
        {
            (collection.RuntimeCause, collection.Cause, collection.Induced) = (word, cause, cause == Causes.Induced);
        }

        collection.HeapBeforeBytes = row.PeakBytes;
        collection.HeapAfterBytes = row.BytesAfter;
        collection.PromotedBytes = row.PromotedBytes;
        collection.StartNanoseconds = row.CollectionStart ?? row.Start;
        if (row.CollectionTime is { } time) collection.EndNanoseconds = row.CollectionStart + time;
        else if (!row.IsBackground) collection.EndNanoseconds = row.Start + row.Pause;
        _recording.Pauses.Add(new Pause(row.Start!.Value, row.Pause!.Value, index, row.IsBackground ? Stops : "blocking"));
        AddFacts(row, index);
    }

    private void AddFacts(in GcStatsRow row, int index)
    {
        Span<long> facts = stackalloc long[CollectionFacts.Width];
        facts.Fill(CollectionFacts.Unknown);
        Set(facts, CollectionFact.Foreground, row.IsForeground ? 1 : 0);
        Set(facts, CollectionFact.SuspensionNanoseconds, row.Suspension <= row.Pause ? row.Suspension : null);
        Set(facts, CollectionFact.PinnedObjects, row.PinnedObjects);
        Set(facts, CollectionFact.Heaps, row.Heaps <= Limits.Heaps ? row.Heaps : null);
        Set(facts, CollectionFact.MemoryLoadPercent, row.MemoryLoad is <= 100 ? row.MemoryLoad : null);
        Set(facts, CollectionFact.Handles, row.Handles);
        _recording.Facts!.Set(index, facts);
    }

    private static void Set(Span<long> facts, CollectionFact fact, long? value)
    {
        if (value is { } known) facts[CollectionFacts.Index(fact)] = known;
    }

    private void AddNotes()
    {
        Coverage.Add("PerfView's pauses last from the request to suspend until the threads run again. Times count from the start of its "
            + "trace. The time behind the last pause is not known.");
        if (_rows.Exists(static row => row.IsBackground))
        {
            Coverage.Add("The pause of a background GC is the sum of its stops, mostly two. It is placed where the first one started.");
        }

        if (Counted > _rows.Count)
        {
            Coverage.Add($"The report counts {Quantities.Count(Counted.Value, "collection")} and lists {Quantities.Count(_rows.Count)}: "
                + "the page has the last 1,000, those above 200 ms and those of gen2. "
                + "\"View in Excel\" and \"Raw Data XML file\" on it have all of them.");
        }
    }

    private void TakeFlags(string flags)
    {
        if (flags.Contains("SERVER_GC", StringComparison.Ordinal)) Source.Collector = DotNetCollectors.Server;
    }

    private static string? TryValue(ReadOnlySpan<byte> text, ReadOnlySpan<byte> name) =>
        text.StartsWith(name) ? TextOf(text[name.Length..].Trim((byte)' ')) : null;

    /// <summary>As <c>V 7.0.22.32905 (built on …)</c>; null for no version.</summary>
    private static string? VersionOf(string text)
    {
        var version = text.StartsWith("V ", StringComparison.Ordinal) ? text[2..] : text;
        if (version.IndexOf(' ', StringComparison.Ordinal) is var blank and > 0) version = version[..blank];
        return version.Length is > 0 and <= Limits.VersionChars && char.IsAsciiDigit(version[0]) && version[0] != '0' ? version : null;
    }

    private static string TextOf(ReadOnlySpan<byte> text) =>
        Encoding.UTF8.GetString(text[..Math.Min(text.Length, Limits.TextBytes)])
            .Replace("&quot;", "\"", StringComparison.Ordinal).Replace("&lt;", "<", StringComparison.Ordinal)
            .Replace("&gt;", ">", StringComparison.Ordinal).Replace("&apos;", "'", StringComparison.Ordinal)
            .Replace("&amp;", "&", StringComparison.Ordinal);
}
