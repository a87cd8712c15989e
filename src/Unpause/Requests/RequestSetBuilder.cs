using System.Runtime.CompilerServices;
using Unpause.Collections;
using Unpause.Readers;
using Unpause.Recordings;

namespace Unpause.Requests;

/// <summary>Collects what readers find into one <see cref="RequestSet"/>: checks times, shares names and services.</summary>
internal sealed class RequestSetBuilder
{
    // Where spans find their parents.
    private const long SpanIndexBytes = 32;

    private readonly List<string> _files = [];
    private readonly NameTable _names;
    private readonly Dictionary<Service, int> _services = [];
    private readonly List<int> _incompleteSpans = [];
    private long _negative;
    private long _incomplete;
    private long _generated;

    public RequestSetBuilder(string format, bool keepOrigins = false)
    {
        Set = new RequestSet { Files = _files, Format = format, ResolutionNanoseconds = 0 };
        _names = new NameTable(Set.Names);
        Origins = keepOrigins ? new SpanOrigins() : null;
    }

    /// <summary>About how much memory it takes by now.</summary>
    public long HeldBytes =>
        ((long)Set.Requests.Count * Unsafe.SizeOf<Request>()) + ((long)Set.Spans.Count * (Unsafe.SizeOf<Span>() + SpanIndexBytes));

    /// <summary>The set as far as it is read.</summary>
    public RequestSet Set { get; }

    /// <summary>Where each span stands in the input; null unless asked for.</summary>
    public SpanOrigins? Origins { get; }

    public CoverageBuilder Coverage => Set.Reading;

    public void BeginFile(string name) => _files.Add(name);

    /// <summary>Takes back a file that gave nothing.</summary>
    public void DropFile() => _files.RemoveAt(_files.Count - 1);

    public int Name(ReadOnlySpan<byte> utf8) => utf8.IsEmpty ? -1 : _names.IndexOf(utf8);

    public int Service(Service service)
    {
        if (service == Requests.Service.Unknown) return -1;
        if (_services.TryGetValue(service, out var known)) return known;
        if (_services.Count >= Limits.Services) return -1;
        Set.Services.Add(service);
        _services.Add(service, Set.Services.Count - 1);
        return Set.Services.Count - 1;
    }

    /// <summary>The source stamps no finer than this.</summary>
    public void Resolution(long nanoseconds) => Set.ResolutionNanoseconds = Math.Max(Set.ResolutionNanoseconds, nanoseconds);

    /// <summary>Adds a request; false when its times are impossible (before 1970, past 2262, a negative duration).</summary>
    public bool TryAddRequest(long startUnixNanoseconds, long durationNanoseconds, int name, int service = -1)
    {
        if (durationNanoseconds < 0) _negative++;
        if (!Possible(startUnixNanoseconds, durationNanoseconds)) return false;
        Set.Requests.Add(new Request(startUnixNanoseconds, durationNanoseconds, name, service, -1));
        return true;
    }

    /// <summary>
    /// Adds a span; false when its start is impossible. Without a duration, or with a negative one (clocks that were
    /// set while it ran), it keeps its place in the tree, is 0 long and never a request.
    /// </summary>
    public bool TryAddSpan(in Span span, long? durationNanoseconds, SpanPlace place)
    {
        if (durationNanoseconds < 0) _negative++;
        if (durationNanoseconds is null) _incomplete++;
        var known = durationNanoseconds >= 0;
        var duration = known ? durationNanoseconds!.Value : 0;
        if (span.Id == 0 || !Possible(span.StartUnixNanoseconds, duration)) return false;
        if (!known) _incompleteSpans.Add(Set.Spans.Count);
        Set.Spans.Add(span with { DurationNanoseconds = duration });
        Origins?.Add(place);
        return true;
    }

    /// <summary>
    /// Passes over a span that an earlier fill made: no span of the program, and it would cover the hole that it explains.
    /// </summary>
    public void PassGenerated(UInt128 traceId, ulong id)
    {
        _generated++;
        Origins?.Generated.Add((traceId, id));
    }

    /// <summary>Chooses requests among spans, and says what was found wanting.</summary>
    public RequestSet Finish()
    {
        if (Set.Spans.Count > 0) ServingSpans.Run(Set, _incompleteSpans);
        if (_negative > 0)
        {
            Coverage.Add(
                $"{_negative:N0} requests or spans end before they start and are left out: their clock was set back while they ran");
        }

        if (_incomplete > 0) Coverage.Add($"{_incomplete:N0} spans have no duration; they are kept in their traces but are not requests");
        if (_generated > 0) Coverage.Add($"{_generated:N0} spans are GC pauses that unpause fill has put in; they are passed over");
        if (Set.ResolutionNanoseconds == 0) Set.ResolutionNanoseconds = 1;
        return Set;
    }

    private static bool Possible(long start, long duration) => start >= 0 && duration >= 0 && duration <= long.MaxValue - start;
}
