using System.Runtime.InteropServices;
using Unpause.Analysis.LiveSets;

namespace Unpause.Analysis.CostModels;

/// <summary>What collections did once the heap was filled. Bytes and nanoseconds.</summary>
/// <param name="Blocks">The time since then, in parts of equal length.</param>
/// <param name="LiveBytes">What the formula takes as live: the median after collections of the whole heap, of G1 less.</param>
/// <param name="PeakBytes">The most in use when a collection began.</param>
/// <param name="CapacityBytes">The most that the heap took; null when not recorded.</param>
/// <param name="FilledBytes">What old generations grew by between collections: what has to be collected from there again.</param>
public sealed record SteadyWork(
    long From,
    IReadOnlyList<WorkBlock> Blocks,
    double LiveBytes,
    double PeakBytes,
    double? CapacityBytes,
    double AllocatedBytes,
    double FilledBytes)
{
    private const int BlockCount = 24;

    /// <summary>Young collections' lengths against what survived them.</summary>
    public PauseFit? YoungFit { get; private init; }

    /// <summary>Lengths of collections that stop the program for the whole heap, against what was live after.</summary>
    public PauseFit? FullFit { get; private init; }

    public int Collections { get; private init; }

    /// <summary>Collections of the whole heap that stop the program all the while.</summary>
    public int Full { get; private init; }

    /// <summary>The least that was in use after any collection.</summary>
    public double FloorBytes { get; private init; }

    /// <summary>The live set after the last collection of the whole heap; what the formula takes may be less.</summary>
    public long? LiveSetBytes { get; private init; }

    /// <summary>Go: bytes allocated while a cycle marked, which it counts as live; the median, 0 where that is not recorded.</summary>
    public double FloatingBytes { get; init; }

    /// <summary>Of what survived young collections, the share that went to an older generation; null when not recorded.</summary>
    public double? PromotedShare { get; private init; }

    /// <summary>Median of what was allocated between two collections.</summary>
    public double? BetweenBytes { get; private init; }

    /// <summary>All blocks added up.</summary>
    public WorkBlock Sum => Blocks.Aggregate(default(WorkBlock), (sum, block) => sum + block);

    /// <summary>Seconds in which the program ran.</summary>
    public double ProgramSeconds => Sum.Program / 1e9;

    /// <summary>Adds up a recording with times; null where it has none, or no sizes.</summary>
    public static SteadyWork? Compute(Recording recording)
    {
        if (recording.DurationNanoseconds is not { } duration || duration <= 0) return null;
        var from = SteadyStart.Find(recording);
        if (duration <= from) return null;
        var sums = new Sums(recording, from, duration);
        if (sums.Live.Count == 0 || sums.Peak == 0) return null;
        return new(
            from, sums.Blocks, Median.Compute(sums.Live), sums.Peak, sums.Capacity, sums.Allocated,
                Math.Max(sums.Filled, sums.Freed))
        {
            YoungFit = PauseFit.Compute(sums.Young),
            FullFit = PauseFit.Compute(sums.Whole),
            Collections = sums.Count,
            Full = sums.Whole.Count,
            FloorBytes = sums.Floor,
            LiveSetBytes = sums.LastLive,
            PromotedShare = sums.Survived > 0 ? Math.Clamp(sums.Promoted / sums.Survived, 0, 1) : null,
            BetweenBytes = sums.Between.Count == 0 ? null : Median.Compute(sums.Between),
        };
    }

    /// <summary>Whether it collects young generations only.</summary>
    internal static bool IsYoung(Collection collection) =>
        collection.Generation is Generations.Young or Generations.Gen0 or Generations.Gen1;

    private sealed class Sums
    {
        private readonly WorkBlock[] _blocks = new WorkBlock[BlockCount];
        private readonly long _from;
        private readonly Dictionary<int, double> _lengths = [];
        private long? _after;

        public Sums(Recording recording, long from, long duration)
        {
            _from = from;
            AddPauses(recording, duration);
            var index = 0;
            foreach (var chunk in recording.Collections.ChunkSpans)
            {
                foreach (var collection in chunk) Add(index++, collection);
            }

            var series = LiveSetSeries.Read(recording);
            if (!series.InBytes) return;
            Live.AddRange(series.Points.Where(point => point.AtNanoseconds >= from).Select(point => (double)point.Value));
        }

        public List<double> Live { get; } = [];

        public List<double> Between { get; } = [];

        public List<(double, double)> Young { get; } = [];

        public List<(double, double)> Whole { get; } = [];

        public int Count { get; private set; }

        public double Peak { get; private set; }

        public double Floor { get; private set; } = double.MaxValue;

        public double? Capacity { get; private set; }

        public double Allocated { get; private set; }

        public double Filled { get; private set; }

        public double Freed { get; private set; }

        public double Promoted { get; private set; }

        public double Survived { get; private set; }

        /// <summary>The live set after the last collection that shows it, before or after the heap was filled.</summary>
        public long? LastLive { get; private set; }

        /// <summary>The time of pauses, in parts.</summary>
        public IReadOnlyList<WorkBlock> Blocks => _blocks;

        private void AddPauses(Recording recording, long duration)
        {
            var each = (duration - _from) / (double)BlockCount;
            Array.Fill(_blocks, new(each, 0, 0));
            foreach (var chunk in recording.Pauses.ChunkSpans)
            {
                foreach (ref readonly var pause in chunk)
                {
                    if (!pause.HasTime || pause.StartNanoseconds < _from) continue;
                    ref var length = ref CollectionsMarshal.GetValueRefOrAddDefault(_lengths, pause.Collection, out _);
                    length += pause.DurationNanoseconds;
                    var block = (int)Math.Clamp((pause.StartNanoseconds - _from) / each, 0, BlockCount - 1);
                    var young = IsYoung(recording.Collections[pause.Collection]);
                    _blocks[block] += new WorkBlock(0, young ? pause.DurationNanoseconds : 0, young ? 0 : pause.DurationNanoseconds);
                }
            }
        }

        private void Add(int index, Collection collection)
        {
            LastLive = collection.LiveSetBytes ?? LastLive;
            if (collection.StartNanoseconds is not { } start || start < _from) return;
            var (before, after) = (collection.HeapBeforeBytes, collection.HeapAfterBytes);
            Count++;
            Peak = Math.Max(Peak, before ?? 0);
            if (collection.HeapCapacityBytes is { } capacity) Capacity = Math.Max(Capacity ?? 0, capacity);
            Allocated += collection.AllocatedBytes ?? 0;
            if (collection.AllocatedBytes is { } between) Between.Add(between);
            if (after > _after) Filled += after.Value - _after.Value;
            _after = after ?? _after;
            Floor = Math.Min(Floor, after ?? double.MaxValue);
            if (collection.WholeHeap && before > after) Freed += before.Value - after.Value;
            AddLength(index, collection, after);
        }

        private void AddLength(int index, Collection collection, long? after)
        {
            var length = _lengths.GetValueOrDefault(index);
            if (IsYoung(collection))
            {
                if (collection.SurvivorBytes is not { } survivors) return;
                if (length > 0) Young.Add((survivors, length));
                if (collection.PromotedBytes is not { } promoted) return;
                (Promoted, Survived) = (Promoted + promoted, Survived + survivors);
            }
            else if (collection is { WholeHeap: true, Kind: CollectionKind.Blocking })
            {
                if (after is { } live && length > 0) Whole.Add((live, length));
            }
        }
    }
}

/// <summary>A stretch of time, or several added up: what collections took of it, in nanoseconds (of Go: of CPU).</summary>
/// <param name="Elapsed">All of it.</param>
/// <param name="Young">Collections of young generations.</param>
/// <param name="Old">All other collections.</param>
public readonly record struct WorkBlock(double Elapsed, double Young, double Old)
{
    /// <summary>What is left for the program.</summary>
    public double Program => Math.Max(1, Elapsed - Young - Old);

    /// <summary>Share of the time in collections, in percent.</summary>
    public double Percent => 100 * (Elapsed - Program) / Elapsed;

    /// <summary>Added up.</summary>
    public static WorkBlock operator +(WorkBlock one, WorkBlock other) =>
        new(one.Elapsed + other.Elapsed, one.Young + other.Young, one.Old + other.Old);
}

/// <summary>When a program had filled its heap: what it cost to fill it says nothing of what it costs to keep it.</summary>
internal static class SteadyStart
{
    // The live set of later is there from this share of it on.
    private const double AsGoodAsFull = 0.8;

    // What fills its heap for longer than this share of the recording has no steady part.
    private const double MostOfRecording = 0.5;

    /// <summary>Nanoseconds since the recording's zero; 0 where it was so from the beginning, or never.</summary>
    public static long Find(Recording recording)
    {
        if (recording.DurationNanoseconds is not { } duration) return 0;
        var live = new List<long>();
        foreach (var chunk in recording.Collections.ChunkSpans)
        {
            foreach (var collection in chunk)
            {
                if (collection.LiveSetBytes is { } bytes) live.Add(bytes);
            }
        }

        if (live.Count < 2) return 0;
        var later = Median.Compute(live.Skip(live.Count / 2));
        foreach (var collection in recording.Collections)
        {
            if (collection.HeapAfterBytes is not { } after || after < later * AsGoodAsFull) continue;
            if (collection.EndNanoseconds is { } end) return end < duration * MostOfRecording ? end : 0;
        }

        return 0;
    }
}
