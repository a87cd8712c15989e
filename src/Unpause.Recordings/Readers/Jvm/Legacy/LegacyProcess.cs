namespace Unpause.Recordings.Readers.Jvm.Legacy;

/// <summary>Builds the recording of a JVM whose log doesn't number its collections.</summary>
internal sealed class LegacyProcess
{
    /// <summary>Stamps have milliseconds, and lines of one JVM are a little out of order.</summary>
    private const long RoundingNanoseconds = 20_000_000;

    /// <summary>The name of the pause or phase in which classes were counted.</summary>
    public const string HistogramName = "Class Histogram";

    private readonly JvmProcess _process;
    private (JvmStamp? Stamp, long Duration)? _histogram;
    private long _pauseEnd;
    private long _overlapping;
    private CollectionSlot? _cycle;
    private bool _cycleCleaned;
    private bool _cycleRemarked;

    public LegacyProcess(JvmProcess process)
    {
        _process = process;
        Safepoints = new SafepointMessages(process);
    }

    /// <summary>The recording under construction.</summary>
    public JvmProcess Process => _process;

    public SafepointMessages Safepoints { get; }

    /// <summary>The collection whose details may follow; null after a concurrent phase.</summary>
    public CollectionSlot? Last { get; private set; }

    /// <summary>Whether a pause ended since the last stop was reported.</summary>
    public bool PauseSinceStop { get; set; }

    /// <summary>
    /// Whether a cycle awaits its remark, so that a pause with only one size is that. Without PrintGCDetails no line
    /// shows when a cycle ends.
    /// </summary>
    public bool AwaitsRemark => _cycle is not null && !_cycleRemarked;

    /// <summary>Takes in a finished pause.</summary>
    /// <param name="pause">What was read of it.</param>
    /// <param name="duration">Its length in nanoseconds.</param>
    /// <param name="inner">Whether it happened inside another pause, whose length includes its own.</param>
    public void Add(LegacyPause pause, long duration, bool inner)
    {
        var start = pause.Stamp?.Nanoseconds;
        var (name, generation) = NameOf(pause);
        var open = CollectionOf(pause, start, generation);
        var collection = open.Collection;
        if (_histogram is { } before)
        {
            _histogram = null;
            AddHistogram(open, before.Stamp, before.Duration);
        }

        if (collection.Generation is null) Describe(collection, pause, generation);
        if (pause.Cause is { } cause && JvmCauses.IsOfNativeImages(cause))
            _process.Recording.Source.Collector ??= JvmCollectors.NativeImageSerial;
        foreach (var mark in pause.Marks) JvmProcess.Mark(collection, mark);
        foreach (var (phase, nanoseconds) in pause.Phases) _process.Recording.Phases.Add(new Phase(open.Index, phase, nanoseconds));
        if (pause.Tenuring is { } tenuring)
        {
            TenuringMessage.Add(_process.Recording, open.Index, tenuring.Threshold, tenuring.Max, tenuring.Desired);
        }

        foreach (var (age, bytes) in pause.Ages) _process.Recording.Ages.Add(new AgeBytes(open.Index, age, bytes));
        if (!inner)
        {
            _process.AddPause(open, start + duration, duration, name);
            if (start < _pauseEnd - RoundingNanoseconds) _overlapping++;
            _pauseEnd = start + duration ?? _pauseEnd;
            PauseSinceStop = true;
        }

        if (pause.Stamp is { } stamp) ObserveSpan(stamp, duration);
        AddSizes(open, collection, pause);
        EndCycle(pause, collection);
        Last = open;
    }

    /// <summary>
    /// Takes in a class histogram beside a full collection: all threads were stopped for it too. It is of the collection
    /// that was printed directly before, else of the next.
    /// </summary>
    public void AddHistogram(JvmStamp? stamp, long duration)
    {
        if (Last is { } last && last.Collection.Generation == Generations.Full && _histogram is null
            && Math.Abs((stamp?.Nanoseconds ?? long.MaxValue) - _pauseEnd) <= RoundingNanoseconds)
        {
            AddHistogram(last, stamp, duration);
            return;
        }

        if (_histogram is { } lost) AddHistogram(_process.NextCollection(lost.Stamp?.Nanoseconds), lost.Stamp, lost.Duration);
        _histogram = (stamp, duration);
    }

    private void AddHistogram(CollectionSlot open, JvmStamp? stamp, long duration)
    {
        _process.AddPause(open, stamp?.Nanoseconds + duration, duration, HistogramName);
        if (stamp is { } known) ObserveSpan(known, duration);
    }

    /// <summary>Takes in a concurrent phase's beginning (<paramref name="duration"/> is null) or end.</summary>
    public void AddConcurrent(string name, bool g1, long? duration, JvmStamp? stamp)
    {
        Last = null;
        if (_cycle is null && name is "concurrent-mark-abort")
        {
            // The full collection that broke the cycle off was printed before.
            if (stamp is { } at) _process.Observe(at);
            return;
        }

        var begins = name is "concurrent-root-region-scan" or "concurrent-mark" && duration is null;
        if (_cycle is null || (g1 && begins && _cycleCleaned)) _cycle = BeginCycle(stamp?.Nanoseconds);
        var collection = _cycle.Collection;
        if (stamp is { } known)
        {
            _process.Observe(known);
            JvmProcess.Ended(collection, known.Nanoseconds);
        }

        if (duration is { } length) _process.Recording.Phases.Add(new Phase(_cycle.Index, name, length, Workers: null, Concurrent: true));
        if (name is "concurrent-mark-abort") JvmProcess.Mark(_cycle.Collection, JvmMarks.Aborted);
        if (name is "concurrent-mark-abort" or "concurrent-cleanup" or "CMS-concurrent-reset"
            && (duration is not null || name is "concurrent-mark-abort"))
        {
            _cycle = null;
        }
    }

    public Recording Finish()
    {
        if (_histogram is { } left) AddHistogram(_process.NextCollection(left.Stamp?.Nanoseconds), left.Stamp, left.Duration);
        if (_overlapping > 0)
        {
            _process.Recording.Coverage.Add($"{_overlapping} pauses begin before the previous one ended: several JVMs write to this log "
                + "and cannot be separated, so its numbers are mixed up. Give each JVM its own log file", unreadable: true);
        }

        return _process.Finish();
    }

    /// <summary>A legacy timestamp is the pause's beginning; the recording reaches to its end.</summary>
    private void ObserveSpan(in JvmStamp stamp, long duration)
    {
        _process.Observe(stamp);
        _process.Observe(stamp + duration);
    }

    private static (string Name, string Generation) NameOf(LegacyPause pause) => pause.Kind switch
    {
        BlockKind.G1Pause => pause.Mixed ? ("GC pause (mixed)", Generations.Mixed) : ("GC pause (young)", Generations.Young),
        BlockKind.FullCollection => ("Full GC", Generations.Full),
        BlockKind.NativeIncremental => ("Incremental GC", Generations.Young),
        BlockKind.G1Remark => ("GC remark", Generations.Old),
        BlockKind.G1Cleanup => ("GC cleanup", Generations.Old),
        BlockKind.CmsInitialMark => (JvmPhases.CmsInitialMark, Generations.Old),
        BlockKind.CmsRemark => ("CMS-remark", Generations.Old),
        _ => ("GC", Generations.Young),
    };

    private CollectionSlot CollectionOf(LegacyPause pause, long? start, string generation)
    {
        if (generation != Generations.Old) return _process.NextCollection(start);
        // Each of these ends a cycle's part that it has once: a second one is of another cycle, whose beginning is not in the log.
        var another = pause.Kind == BlockKind.CmsInitialMark || (pause.Kind == BlockKind.CmsRemark && _cycleRemarked)
            || (pause.Kind == BlockKind.G1Cleanup && _cycleCleaned);
        if (_cycle is null || another) _cycle = BeginCycle(start);
        return _cycle;
    }

    private CollectionSlot BeginCycle(long? start)
    {
        _cycleCleaned = _cycleRemarked = false;
        var open = _process.NextCollection(start);
        var collection = open.Collection;
        collection.Generation = Generations.Old;
        collection.Kind = CollectionKind.Background;
        collection.WholeHeap = true;
        return open;
    }

    private static void Describe(Collection.Builder collection, LegacyPause pause, string generation)
    {
        collection.Generation = generation;
        collection.Kind = CollectionKind.Blocking;
        collection.WholeHeap = generation == Generations.Full;
        // JDK 5-7 print no cause, but what went wrong.
        if ((pause.Cause ?? WentWrong(pause)) is not { } cause) return;
        collection.RuntimeCause = cause;
        collection.Cause = JvmCauses.Normalise(cause);
        collection.Induced = collection.Cause == Causes.Induced;
    }

    private static string? WentWrong(LegacyPause pause)
    {
        if (pause.Marks.Contains(JvmMarks.ConcurrentModeFailure)) return "concurrent mode failure";
        if (pause.Marks.Contains(JvmMarks.ConcurrentModeInterrupted)) return "concurrent mode interrupted";
        return pause.Marks.Contains(JvmMarks.PromotionFailed) ? "promotion failed" : null;
    }

    private void AddSizes(CollectionSlot open, Collection.Builder collection, LegacyPause pause)
    {
        if (pause.Heap is { } heap) _process.HeapChanged(collection, heap);
        if (pause.Young is { After: not null } young && pause.Heap is { After: not null } total)
        {
            open.YoungBefore = young.Before;
            collection.YoungTargetBytes = young.CapacityBytes;
            open.SurvivorsAfter = young.After;
            open.OldBefore = total.Before - young.Before;
            open.OldAfter = total.After - young.After;
        }

        if (collection.Generation is Generations.Young or Generations.Mixed) SpaceAccount.Close(open);
    }

    private void EndCycle(LegacyPause pause, Collection.Builder collection)
    {
        if (pause.Kind == BlockKind.G1Cleanup) _cycleCleaned = true;
        if (pause.Kind == BlockKind.CmsRemark) _cycleRemarked = true;
        if (collection.Generation != Generations.Full || _cycle is null) return;
        if (!_cycleCleaned) JvmProcess.Mark(_cycle.Collection, JvmMarks.Aborted);
        _cycle = null;
    }
}
