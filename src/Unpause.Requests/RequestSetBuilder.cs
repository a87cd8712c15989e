using System.Runtime.CompilerServices;

namespace Unpause.Requests;

/// <summary>Collects what readers find into one <see cref="RequestSet"/>: checks times, shares names and services.</summary>
public sealed class RequestSetBuilder
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
    private long _unitUnknown;
    private string? _unitExample;
    private string? _timeExample;
    private long _withoutDuration;
    private long _finestStamp = long.MaxValue;

    public RequestSetBuilder(string format, bool keepOrigins = false)
    {
        Set = new RequestSet { Files = _files, Format = format, ResolutionNanoseconds = 0 };
        _names = new NameTable(Set.Names);
        Origins = keepOrigins ? new SpanOrigins() : null;
    }

    /// <summary>About how much memory it takes by now.</summary>
    public long MemoryBytes =>
        ((long)Set.Requests.Count * Unsafe.SizeOf<Request>()) + ((long)Set.Spans.Count * (Unsafe.SizeOf<Span>() + SpanIndexBytes));

    /// <summary>The set as far as it is read.</summary>
    public RequestSet Set { get; }

    /// <summary>The position of each span in the input; null unless requested.</summary>
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

    /// <summary>The resolution of one timestamp. Many programs drop trailing zeros, so the finest of all counts.</summary>
    public void FinestStamp(long nanoseconds) => _finestStamp = Math.Min(_finestStamp, nanoseconds);

    /// <summary>A request is left out because nothing records the unit of its duration.</summary>
    /// <param name="duration">The number as in the input.</param>
    public void UnitUnknown(ReadOnlySpan<byte> duration)
    {
        _unitExample ??= Encoding.UTF8.GetString(duration[..Math.Min(duration.Length, 32)]);
        _unitUnknown++;
    }

    /// <summary>A request is left out that was given up before it had an answer, or that was logged before its end.</summary>
    public void WithoutDuration() => _withoutDuration++;

    /// <summary>Requests that were left out because nothing records the unit of their durations.</summary>
    public long UnitsUnknown => _unitUnknown;

    /// <summary>Whether the input begins its records as Go's slog does.</summary>
    public bool IsOfSlog { get; set; }

    /// <summary>A line has several numbers that may be the request's time, and none is known to be it.</summary>
    /// <param name="numbers">The numbers as in the input.</param>
    public void TimeUnknown(string numbers) => _timeExample ??= numbers;

    /// <summary>
    /// What the user must add when the request's time cannot be identified, or when most requests were left out for their unit; null when
    /// all is known.
    /// </summary>
    public string? Question => _timeExample is not null
        ? $"which of {_timeExample} is the request duration? Give the layout with --log-format, or log "
            + LinesToLog.Nginx
        : _unitUnknown == 0 || _unitUnknown <= Set.Requests.Count
        ? null
        : $"the unit of the duration {_unitExample} is unknown{UnitHint()}: add --unit s, ms, us or ns";

    private string UnitHint() =>
        Set.Format switch
        {
            // The handler knows the type, and its text does not: Milliseconds() looks the same.
            _ when IsOfSlog => " (Go's slog writes a time.Duration in ns, which needs --unit ns; the program may have converted it)",
            "access-log" => " (Apache's %D is in us, Tomcat's in ms up to 10.0 and in us from 10.1, gunicorn's %(M)s in ms)",
            "iis" => " (IIS writes ms, Tomcat and others s)",
            _ => "",
        };

    /// <summary>The resolution of the source's timestamps.</summary>
    public void Resolution(long nanoseconds) => Set.ResolutionNanoseconds = Math.Max(Set.ResolutionNanoseconds, nanoseconds);

    /// <summary>
    /// The next request's timestamp is of this moment. A set has one meaning: the first request's, or none where the rest differs.
    /// </summary>
    /// <param name="said">The moment by the format or the column's name.</param>
    /// <param name="readAs">What it is taken for: start or end.</param>
    public void Stamp(TimestampMeaning said, TimestampMeaning readAs)
    {
        if (Set.Requests.Count == 0)
        {
            (Set.Stamp, Set.StampsReadAs) = (said, readAs);
        }
        else if (Set.StampsReadAs != readAs)
        {
            // Some lines have one timestamp and some the other: there is no other reading of them all.
            Set.Stamp = Set.StampsReadAs = TimestampMeaning.Both;
        }
        else if (said == TimestampMeaning.Unknown)
        {
            Set.Stamp = TimestampMeaning.Unknown;
        }
    }

    /// <summary>Adds a request; false when its times are impossible (before 1970, past 2262, a negative duration).</summary>
    /// <param name="durationNanoseconds">How long it took.</param>
    /// <param name="name">Index of its name.</param>
    /// <param name="service">Index of its service.</param>
    /// <param name="failed">Whether it failed; null when the source doesn't say.</param>
    public bool TryAddRequest(
        long startUnixNanoseconds, long durationNanoseconds, int name, int service = -1, bool? failed = null)
    {
        if (durationNanoseconds < 0) _negative++;
        if (!Possible(startUnixNanoseconds, durationNanoseconds)) return false;
        if (failed is { } known) Set.AddOutcome(known);
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
    /// Skips a span that an earlier fill made: not a span of the service, and it would cover the hole that it explains.
    /// </summary>
    public void PassGenerated(UInt128 traceId, ulong id)
    {
        _generated++;
        Origins?.Generated.Add((traceId, id));
    }

    /// <summary>Chooses requests among spans, and notes what is missing.</summary>
    public RequestSet Finish()
    {
        if (Set.Spans.Count > 0) ServingSpans.Run(Set, _incompleteSpans);
        if (_negative > 0)
        {
            Coverage.Add(
                $"{_negative:N0} requests or spans end before they start and are left out: the clock was set back in between");
        }

        if (_incomplete > 0) Coverage.Add($"{_incomplete:N0} spans have no duration; they stay in "
            + "their traces but do not count as requests");
        if (_unitUnknown > 0)
        {
            Coverage.Add(
                $"{_unitUnknown:N0} requests are left out: the unit of their durations ({_unitExample}) is unknown; give it with --unit");
        }

        if (_withoutDuration > 0)
        {
            Coverage.Add($"{_withoutDuration:N0} requests have no duration (aborted, or logged before their end) and are left out");
        }

        if (_generated > 0) Coverage.Add($"{_generated:N0} spans are GC pauses added by unpause fill; they are ignored");
        if (_finestStamp < long.MaxValue) Resolution(_finestStamp);
        if (Set.ResolutionNanoseconds >= (long)TimeUnit.Seconds && LinesToLog.For(Set.Format) is { } advice)
        {
            Coverage.Add($"timestamps are whole seconds, too coarse for most pauses; {advice}");
        }

        if (Set.ResolutionNanoseconds == 0) Set.ResolutionNanoseconds = 1;
        return Set;
    }

    private static bool Possible(long start, long duration) => start >= 0 && duration >= 0 && duration <= long.MaxValue - start;
}
