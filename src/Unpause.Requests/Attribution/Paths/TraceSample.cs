namespace Unpause.Requests.Attribution.Paths;

/// <summary>
/// The traces of one process with the smallest hashes, whatever their length. Services choose the same traces, so what happened to a trace
/// in several of them can be joined (bottom-k, coordinated: E. Cohen and H. Kaplan, Summarizing data using bottom-k sketches, 2007).
/// </summary>
/// <param name="Recording">Index of the recording.</param>
/// <param name="Requests">Requests that have a trace.</param>
/// <param name="Below">The traces are all those whose <see cref="TraceHash.Fraction"/> is below; 1 when none is left out.</param>
/// <param name="Traces">In the order of their starts.</param>
public sealed record TraceSample(int Recording, long Requests, double Below, IReadOnlyList<SampledTrace> Traces)
{
    /// <summary>How many a sample has at most.</summary>
    public const int Most = 128;

    /// <summary>The samples of processes that have traces, and whose pauses have a place among their requests.</summary>
    internal static IReadOnlyList<TraceSample> Choose(
        List<ProcessPart> parts, IReadOnlyList<RequestSet> sets, RequestSelection selection)
    {
        // Logs have none: they cost nothing.
        if (!sets.Any(set => set.Spans.Count > 0)) return [];
        var samples = new List<TraceSample>();
        foreach (var part in parts)
        {
            if (part.Pauses.Count == 0 && part.Facts.PausesBelowErrorBound > 0) continue;
            var choice = new Choice(part);
            for (var i = 0; i < part.Requests.Count; i++)
            {
                var (set, index) = selection.Find(part.Requests.Positions[i]);
                if (IdOf(sets[set], index) is var trace && (ulong)trace != 0) choice.Add(trace, i);
            }

            if (choice.Sample() is { } sample) samples.Add(sample);
        }

        return samples;
    }

    /// <summary>The trace of a request; 0 for none, and for one that was only numbered by its recording.</summary>
    private static UInt128 IdOf(RequestSet set, int request)
    {
        var span = set.Requests.ItemRef(request).Span;
        if (span < 0) return 0;
        if (set.RecordedBy is not { } recording) return set.Spans.ItemRef(span).TraceId;
        // A recording's spans are its requests, in their order (RecordedRequestSets).
        return recording.Requests?.Traces is { } traces && span < traces.Count ? traces[span] : 0;
    }

    /// <summary>One pass over requests in the order of their starts.</summary>
    private sealed class Choice(ProcessPart part)
    {
        private readonly Dictionary<ulong, SampledTrace> _traces = [];
        private readonly PriorityQueue<ulong, ulong> _largest = new(Comparer<ulong>.Create((one, other) => other.CompareTo(one)));
        private ulong _below = ulong.MaxValue;
        private long _requests;

        /// <summary>
        /// Takes in a request. The bound only falls: a trace that is left out once never comes back, so what is kept is complete.
        /// </summary>
        public void Add(UInt128 id, int request)
        {
            _requests++;
            var hash = TraceHash.Of(id);
            if (hash >= _below) return;
            var (start, duration) = (part.Requests.Starts[request], part.Requests.Durations[request]);
            if (_traces.TryGetValue(hash, out var known))
            {
                // Requests of one trace may overlap: a stop in two of them counts once.
                var (covered, end) = (known.StartUnixNanoseconds + known.DurationNanoseconds, start + duration);
                if (end <= covered) return;
                _traces[hash] = known with
                {
                    DurationNanoseconds = end - known.StartUnixNanoseconds,
                    StoppedNanoseconds = known.StoppedNanoseconds + part.Pauses.Stopped(Math.Max(start, covered), end),
                };
                return;
            }

            _traces.Add(hash, new(id, start, duration, part.Stopped(request)));
            _largest.Enqueue(hash, hash);
            if (_largest.Count <= Most) return;
            _below = _largest.Dequeue();
            _traces.Remove(_below);
        }

        /// <summary>The sample; null without any trace.</summary>
        public TraceSample? Sample()
        {
            // A trace id can be made whose hash is the largest there is, which is below no bound.
            if (_traces.Count == 0) return null;
            var below = _below == ulong.MaxValue ? 1 : TraceHash.Fraction(_below);
            return new(part.Facts.Recording, _requests, below, [.. _traces.Values.OrderBy(trace => trace.StartUnixNanoseconds)]);
        }
    }
}

/// <summary>A trace in one process; times in nanoseconds.</summary>
/// <param name="Id">The trace's id.</param>
/// <param name="StartUnixNanoseconds">Arrival of its first request.</param>
/// <param name="DurationNanoseconds">From there until its last request ended.</param>
/// <param name="StoppedNanoseconds">Time of its requests in which the process was stopped for GC.</param>
public readonly record struct SampledTrace(
    UInt128 Id, long StartUnixNanoseconds, long DurationNanoseconds, long StoppedNanoseconds);
