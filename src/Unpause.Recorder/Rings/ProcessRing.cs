using Unpause.Recordings.Rings;

namespace Unpause.Recorder.Rings;

/// <summary>
/// The ring of one process: two parts overlap. A new one starts whenever the older one covers the stretch, and then the oldest is dropped,
/// so each file is a whole recording, and no event is missing between two.
/// </summary>
[SupportedOSPlatform("linux")]
internal sealed class ProcessRing
{
    // A process that cannot be recorded is tried again, but not at once.
    private static readonly TimeSpan BetweenTries = TimeSpan.FromSeconds(30);

    // A part that ended because a file was full or the log rotated is followed by the next at once, but not in a loop.
    private static readonly TimeSpan ShortestPart = TimeSpan.FromSeconds(5);

    // What was finished for the judge, which copies it meanwhile.
    private static readonly TimeSpan Lent = TimeSpan.FromMinutes(2);

    // Long enough that a program with too many events costs a tenth, and short enough that a burst of them is no reason for long.
    private static readonly TimeSpan Resting = TimeSpan.FromMinutes(10);

    private readonly LiveProcess _process;
    private readonly RingPlan _plan;
    private readonly SharedLooks _looks;
    private readonly string _folder;
    private readonly List<RingPart> _parts = [];
    private RingProcess _facts;
    private int _number;
    private DateTimeOffset _next;
    private DateTimeOffset? _endedAt;
    private Obstacle? _obstacle, _rest;
    private string? _source;

    /// <summary>Begins with the first part.</summary>
    /// <param name="process">The process, which can be recorded.</param>
    /// <param name="facts">What is said of it.</param>
    /// <param name="folder">Its folder, which exists.</param>
    /// <param name="looks">Looks at its recordings together with others.</param>
    public ProcessRing(LiveProcess process, RingProcess facts, RingPlan plan, string folder, SharedLooks looks)
    {
        (_process, _facts, _plan, _folder, _looks) = (process, facts, plan, folder, looks);
        foreach (var left in Directory.EnumerateDirectories(folder))
        {
            if (int.TryParse(Path.GetFileName(left), NumberStyles.None, CultureInfo.InvariantCulture, out var number))
                _number = Math.Max(_number, number);
        }
    }

    /// <summary>Bytes of its parts.</summary>
    public long Bytes => _parts.Sum(part => part.Bytes);

    /// <summary>Whether the process has ended and nothing of it is left.</summary>
    public bool IsOver => _endedAt is not null && _parts.Count == 0;

    /// <summary>When its oldest part began; null where it has only one.</summary>
    public DateTimeOffset? OldestSince => _parts.Count > 1 ? _parts[0].Since : null;

    /// <summary>What is said of it: the same object while nothing has changed.</summary>
    public RingProcess Facts
    {
        get
        {
            var refusal = _rest ?? _obstacle;
            var state = _endedAt is not null ? RingProcess.Ended : refusal is not null ? RingProcess.Refused : RingProcess.Recording;
            var reason = refusal?.ToString();
            List<RingPartInfo> parts = [.. _parts.Select(part => new RingPartInfo(part.Name, part.Since, part.EndedAt is not null))];
            if (_facts.State != state || _facts.Source != _source || _facts.Reason != reason || !_facts.Parts.SequenceEqual(parts))
                _facts = _facts with { State = state, Source = _source, Reason = reason, Parts = parts };
            return _facts;
        }
    }

    /// <summary>Starts and drops parts.</summary>
    public void Turn(DateTimeOffset now)
    {
        foreach (var part in _parts)
        {
            part.Measure(now);
            _source ??= part.Source;
        }

        foreach (var part in _parts.Where(part => part.EndedAt is not null).ToList()) TakeEnded(part, now);
        if (Bytes > _plan.MostProcessBytes) DropOldest();
        if (_endedAt is not null) return;
        var recording = Recorded();
        if (recording.Count == 0)
        {
            if (now < _next) return;
            _rest = null;
            Start(now);
            return;
        }

        if (now - recording[^1].Since < _plan.Stretch) return;
        // The oldest has covered twice the stretch, and the next one the stretch.
        if (recording.Count > 1) recording[0].Drop();
        if (recording.Count <= 2) Start(now);
    }

    /// <summary>The process has ended.</summary>
    public void End(DateTimeOffset now) => _endedAt ??= now;

    /// <summary>
    /// Ends the oldest part with what its runtime writes at the end (.NET: the names of methods), and leaves it for a while. The next part
    /// already records.
    /// </summary>
    public void Finish(DateTimeOffset now)
    {
        var recording = Recorded();
        if (recording.Count == 1) Start(now);
        if (recording.Count > 0) recording[0].Finish();
    }

    /// <summary>How fast its parts grow.</summary>
    public double BytesPerSecond(DateTimeOffset now) =>
        Bytes / Math.Max(1, _parts.Sum(part => ((part.EndedAt ?? now) - part.Since).TotalSeconds));

    /// <summary>Does not record for a while, because all together costs too much. What is recorded stays.</summary>
    public void Rest(DateTimeOffset now)
    {
        var (minutes, percent) = (Resting.TotalMinutes, 100 * _plan.MostCores);
        _rest = new Obstacle(
            string.Create(
                CultureInfo.InvariantCulture,
                $"is not recorded for {minutes:0} min: it has most of the data, and recording costs more than {percent:0} % of a core"),
            "name the processes that matter");
        _next = now + Resting;
        foreach (var part in Recorded()) part.Finish();
    }

    /// <summary>Drops the oldest part, to save room.</summary>
    public void DropOldest()
    {
        if (_parts.Count > 1) Drop(_parts[0]);
    }

    /// <summary>Stops recording. The files stay.</summary>
    public void Stop()
    {
        foreach (var part in Recorded()) part.Drop();
    }

    /// <summary>Waits until nothing is recorded any more.</summary>
    public void Join(TimeSpan most)
    {
        foreach (var part in _parts) part.Join(most);
    }

    /// <summary>Parts that record now, the oldest first.</summary>
    private List<RingPart> Recorded() => [.. _parts.Where(part => part.EndedAt is null)];

    private void TakeEnded(RingPart part, DateTimeOffset now)
    {
        if (part.IsDropped)
        {
            Drop(part);
        }
        else if (part.Obstacle is { } obstacle && part.Source is null)
        {
            _obstacle = obstacle;
            _next = now + BetweenTries;
            Drop(part);
        }
        else
        {
            // It ended because its file is full, the log rotated, or the process or the judge ended it.
            _obstacle = null;
            if (_next < part.Since + ShortestPart) _next = part.Since + ShortestPart;
            var later = _parts[(_parts.IndexOf(part) + 1)..].FirstOrDefault();
            var isCovered = later is not null && now - later.Since >= _plan.Stretch;
            var isLent = now - part.EndedAt!.Value < (later is null ? _plan.Stretch + Lent : Lent);
            if (isCovered ? !(part.IsFinished && isLent) : later is null && !isLent) Drop(part);
        }
    }

    private void Drop(RingPart part)
    {
        part.Drop();
        if (part.EndedAt is null) return;
        part.Remove();
        _parts.Remove(part);
    }

    private void Start(DateTimeOffset now)
    {
        var name = (++_number).ToString(CultureInfo.InvariantCulture);
        _next = now + ShortestPart;
        _parts.Add(new RingPart(_process.Id, Path.Combine(_folder, name), name, _plan, _looks));
    }
}
