using Unpause.Analysis.Holes;
using Unpause.Collections;
using Unpause.Requests;
using Unpause.Requests.Attribution.Clocks;

namespace Unpause.Reports.Filling;

/// <summary>The pauses to insert and the holes that they go into.</summary>
internal sealed class FillPlan
{
    private readonly RequestSet _set;
    private readonly HashSet<(UInt128 Trace, ulong Id)> _known;
    private readonly WallPauses _pauses;
    private readonly FillOptions _options;

    public FillPlan(RequestSet set, bool spanALine, SpanOrigins origins, WallPauses pauses, FillOptions options)
    {
        (_set, _known, _pauses, _options) = (set, origins.Generated, pauses, options);
        var tree = SpanTree.Build(set);
        var holes = new List<Hole>();
        for (var span = 0; span < set.Spans.Count; span++)
        {
            // Nothing may follow a bare element of a list.
            if (!Serves(set.Spans[span].Service))
            {
                OfOthers++;
                continue;
            }

            if (!origins.Places[span].Element && !spanALine) continue;
            holes.Clear();
            tree.HolesOf(span, Math.Max(1, options.MinimumOverlapNanoseconds), holes);
            foreach (var hole in holes) Fill(hole);
        }
    }

    /// <summary>The spans to insert, in the order of their parents in the input.</summary>
    public ChunkedList<FilledPause> Added { get; } = new();

    public int AlreadyThere { get; private set; }

    /// <summary>The number of spans of other processes.</summary>
    public int OfOthers { get; private set; }

    public long LeftOut { get; private set; }

    private bool Serves(int service) => _options.Serves is null || _options.Serves(service < 0 ? null : _set.Services[service]);

    private void Fill(Hole hole)
    {
        var filled = 0;
        for (var place = _pauses.FirstEndingAfter(hole.StartUnixNanoseconds); place < _pauses.Count
            && _pauses.Start(place) < hole.EndUnixNanoseconds; place++)
        {
            var start = Math.Max(hole.StartUnixNanoseconds, _pauses.Start(place));
            var duration = Math.Min(hole.EndUnixNanoseconds, _pauses.End(place)) - start;
            if (duration <= 0 || duration < _options.MinimumOverlapNanoseconds) continue;
            if (filled++ < Limits.FilledPausesAHole && Added.Count < Limits.FilledPauses) Add(hole.Span, start, duration, place);
            else LeftOut++;
        }
    }

    private void Add(int parent, long start, long duration, int place)
    {
        ref readonly var span = ref _set.Spans.ItemRef(parent);
        var id = IdOf(span, start, duration);
        if (_known.Add((span.TraceId, id))) Added.Add(new FilledPause(parent, start, duration, _pauses.Pause(place), id));
        else AlreadyThere++;
    }

    /// <summary>The id of an inserted span, by its identity.</summary>
    private static ulong IdOf(in Span parent, long start, long duration) =>
        SpanIds.Derive([(ulong)parent.TraceId, (ulong)(parent.TraceId >> 64), parent.Id, (ulong)start, (ulong)duration]);
}

/// <summary>Options for inserting pauses into traces.</summary>
public sealed record FillOptions
{
    /// <summary>The alignment of the recording's clock with that of the traces; by default, the clocks agree.</summary>
    public ClockAlignment Clock { get; init; } = ClockAlignment.AsRead(0);

    /// <summary>The shortest overlap of a pause with a hole. Overlaps below the clock uncertainty explain nothing.</summary>
    public long MinimumOverlapNanoseconds { get; init; } = 1_000;

    /// <summary>
    /// The services whose spans the recorded process served (a null element is spans without a service); null for all.
    /// </summary>
    public Predicate<Service?>? Serves { get; init; }
}
