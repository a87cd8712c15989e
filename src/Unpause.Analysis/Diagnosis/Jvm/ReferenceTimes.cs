using Unpause.Collections;

namespace Unpause.Analysis.Diagnosis.Jvm;

/// <summary>
/// Pause time for processing soft, weak, final and phantom references and the JVM's own weak tables. Times in nanoseconds; the average
/// over parallel threads. Source: OpenJDK, src/hotspot/share/gc/shared/referenceProcessorPhaseTimes.cpp.
/// </summary>
/// <param name="Collections">Collections that report it.</param>
/// <param name="Total">Total time in pauses.</param>
/// <param name="ByKind">Time by kind, highest first; empty if kinds are not recorded.</param>
internal sealed record ReferenceTimes(int Collections, Total Total, IReadOnlyList<(ReferenceKind Kind, Total Time)> ByKind)
{
    /// <summary>
    /// Enclosing phases, additional phases, and phases of one kind. For G1's young pauses a flight recording has only the inner phases.
    /// </summary>
    private static readonly (string Name, ReferencePart Part, ReferenceKind? Kind, string Versions)[] Table =
    [
        (JvmPhases.ReferenceProcessing, ReferencePart.Repeated, null, "9-26"),
        ("Phase 1: Reference Processing", ReferencePart.Repeated, null, "11-26, G1's full collections"),
        ("Ref Proc", ReferencePart.Whole, null, "7-8, G1"),
        ("Ref Enq", ReferencePart.Whole, null, "7-8, G1"),
        (JvmPhases.RemarkReferences, ReferencePart.Whole, null, "7-8, G1's remark"),
        (JvmPhases.CmsReferences, ReferencePart.Whole, null, "5-8, CMS's remark"),
        ("Weak Processing", ReferencePart.Beside, null, "9-26"),
        ("Phase 1: Weak Processing", ReferencePart.Beside, null, "11-26, G1's full collections"),
        (JvmPhases.StringTable, ReferencePart.OfKind, ReferenceKind.Strings, "15-26, inside Weak Processing"),
        ("Scrub String Table", ReferencePart.Beside, ReferenceKind.Strings, "9-11, Parallel"),
        ("scrub string table", ReferencePart.Beside, ReferenceKind.Strings, "7-8, CMS's remark"),
        ("scrub symbol & string tables", ReferencePart.Beside, ReferenceKind.Strings, "5-7, CMS's remark"),
        ("SoftRef", ReferencePart.OfKind, ReferenceKind.Soft, "10-26"),
        ("WeakRef", ReferencePart.OfKind, ReferenceKind.Weak, "10-26"),
        ("FinalRef", ReferencePart.OfKind, ReferenceKind.Final, "10-26"),
        ("PhantomRef", ReferencePart.OfKind, ReferenceKind.Phantom, "10-26"),
        ("Reconsider SoftReferences", ReferencePart.InsteadOfBoth, ReferenceKind.Soft, "10-26"),
        ("Notify Soft/WeakReferences", ReferencePart.InsteadOfBoth, ReferenceKind.SoftOrWeak, "10-26"),
        ("Notify and keep alive finalizable", ReferencePart.InsteadOfBoth, ReferenceKind.Final, "10-26"),
        ("Notify PhantomReferences", ReferencePart.InsteadOfBoth, ReferenceKind.Phantom, "10-26"),
        (JvmPhases.SoftReferences, ReferencePart.Instead, ReferenceKind.Soft, "6-8, with PrintReferenceGC"),
        (JvmPhases.WeakReferences, ReferencePart.Instead, ReferenceKind.Weak, "6-8, with PrintReferenceGC"),
        (JvmPhases.FinalReferences, ReferencePart.Instead, ReferenceKind.Final, "6-8, with PrintReferenceGC"),
        (JvmPhases.PhantomReferences, ReferencePart.Instead, ReferenceKind.Phantom, "6-8, with PrintReferenceGC"),
        (JvmPhases.NativeReferences, ReferencePart.Instead, null, "6-8, with PrintReferenceGC"),
    ];

    /// <summary>Adds up a recording; null if no pause reports it.</summary>
    public static ReferenceTimes? Compute(Recording recording)
    {
        var rows = new int[recording.Phases.Names.Count];
        Array.Fill(rows, -1);
        var any = false;
        for (var i = 0; i < Table.Length; i++)
        {
            if (recording.Phases.IndexOfName(Table[i].Name) is not (>= 0 and var index)) continue;
            rows[index] = i;
            any |= Table[i].Part != ReferencePart.OfKind;
        }

        if (!any) return null;
        var sums = new Sums(recording.Collections.Count);
        foreach (var chunk in recording.Phases.Stored.ChunkSpans)
        {
            foreach (ref readonly var phase in chunk)
            {
                if (rows[phase.NameIndex] is not (>= 0 and var row) || phase.IsConcurrent) continue;
                sums.Add(phase.Collection, Table[row].Part, Table[row].Kind, phase.DurationNanoseconds);
            }
        }

        return sums.Built();
    }

    private sealed class Sums
    {
        private readonly ChunkedList<CollectionTime> _times = new();
        private readonly Total[] _kinds = new Total[Enum.GetValues<ReferenceKind>().Length];
        private readonly Total[] _coarse = new Total[Enum.GetValues<ReferenceKind>().Length];

        public Sums(int collections)
        {
            for (var i = 0; i < collections; i++) _times.Add(default);
        }

        public void Add(int collection, ReferencePart part, ReferenceKind? kind, long nanoseconds)
        {
            if (kind is { } known) (part == ReferencePart.InsteadOfBoth ? _coarse : _kinds)[(int)known] += nanoseconds;
            ref var time = ref _times.ItemRef(collection);
            switch (part)
            {
                // Logged as a phase and as the heading of its parts: the same time twice.
                case ReferencePart.Repeated: time.Repeated = Math.Max(time.Repeated, nanoseconds); break;
                case ReferencePart.Whole: time.Whole += nanoseconds; break;
                case ReferencePart.Beside: time.Beside += nanoseconds; break;
                case ReferencePart.Instead or ReferencePart.InsteadOfBoth: time.Instead += nanoseconds; break;
                default: return;
            }

            time.IsReported = true;
        }

        public ReferenceTimes? Built()
        {
            var (reporting, total) = (0, default(Total));
            foreach (var chunk in _times.ChunkSpans)
            {
                foreach (ref readonly var time in chunk)
                {
                    if (!time.IsReported) continue;
                    reporting++;
                    total += time.Total;
                }
            }

            if (reporting == 0) return null;
            // The kinds of the inner phases are coarser and include the others.
            if (!_kinds.AsSpan(0, (int)ReferenceKind.Strings).ContainsAnyExcept(default(Total)))
            {
                for (var i = 0; i < _kinds.Length; i++) _kinds[i] += _coarse[i];
            }

            return new(
                reporting,
                total,
                [.. Enum.GetValues<ReferenceKind>()
                    .Select(kind => (Kind: kind, Time: _kinds[(int)kind]))
                    .Where(row => row.Time > 0)
                    .OrderByDescending(row => row.Time.Value)]);
        }
    }

    private struct CollectionTime
    {
        public long Repeated, Whole, Beside, Instead;
        public bool IsReported;

        /// <summary>The sum of kinds replaces the whole only if the whole isn't recorded.</summary>
        public readonly long Total => (Repeated + Whole is > 0 and var whole ? whole : Instead) + Beside;
    }
}

/// <summary>What a collector processes besides strong references.</summary>
internal enum ReferenceKind
{
    /// <summary><c>SoftReference</c>.</summary>
    Soft,

    /// <summary><c>WeakReference</c>.</summary>
    Weak,

    /// <summary>Objects whose class has <c>finalize()</c>.</summary>
    Final,

    /// <summary><c>PhantomReference</c>, including <c>Cleaner</c>.</summary>
    Phantom,

    /// <summary>One of the first two, if the recording doesn't distinguish them.</summary>
    SoftOrWeak,

    /// <summary>The table of interned strings.</summary>
    Strings,
}

/// <summary>How a phase counts towards the reference processing time of a collection.</summary>
internal enum ReferencePart
{
    /// <summary>Covers all references; some collectors print it twice.</summary>
    Repeated,

    /// <summary>Covers all references, or a part that is added to the total.</summary>
    Whole,

    /// <summary>Not reference processing, but added to the total (weak tables).</summary>
    Beside,

    /// <summary>One kind of reference; the sum over all kinds replaces the whole if that isn't printed.</summary>
    Instead,

    /// <summary>Like <see cref="Instead"/>, and its kind only counts if finer phases aren't printed.</summary>
    InsteadOfBoth,

    /// <summary>Part of another phase; only adds to the time of its kind.</summary>
    OfKind,
}
