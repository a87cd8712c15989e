using Unpause.Recordings.Packed;

namespace Unpause.Recordings.Readers.Jvm.OpenJ9;

/// <summary>
/// Builds the recording of one JVM from the tags of its log. A pause lasts from <c>exclusive-start</c>, when all threads are stopped, to
/// <c>exclusive-end</c>; <c>response-info</c> is how long it took to stop them before that (MM_ExclusiveAccessAcquireEvent, OMR).
/// </summary>
internal sealed class VerboseProcess
{
    /// <summary>What is known of a pause of which only the beginning and the end are left.</summary>
    private const string Unnamed = "exclusive access";

    private readonly RecordingBuilder _recording;
    private readonly VerboseTimes _times;
    private readonly VerboseHeap _heap;
    private readonly MetronomePauses _metronome;
    private readonly OpenCycles _cycles = new();
    private readonly NameTable _names = new();
    private StopList? _stops;
    private bool _used;
    private bool _inPause;
    private long? _start;
    private long _response;
    private CycleCause? _cause;
    private CycleCause? _announced;
    private bool _isFinal;
    private OpenCycle? _main;
    private long _longest;
    private OpenCycle? _current;
    private bool _beside;
    private long _earliest;

    public VerboseProcess(ReadContext context, CoverageBuilder coverage)
    {
        _recording = new RecordingBuilder
        {
            Source = new SourceBuilder { Format = JvmFormats.OpenJ9, Runtime = Runtimes.Jvm, Files = context.Files },
            Coverage = coverage,
            RecordsPauses = true,
        };
        _times = new VerboseTimes(_recording);
        _heap = new VerboseHeap(_recording);
        _metronome = new MetronomePauses(_recording);
        context.Memory.Watch(() => _recording.MemoryBytes + (_stops?.MemoryBytes ?? 0));
    }

    /// <summary>
    /// Whether a tag begins the log of another JVM. Files of one JVM after the first begin with the same element, and ids go on.
    /// </summary>
    public bool IsOfAnother(in VerboseTag tag) => _used && tag.Element == VerboseElement.Initialized && tag.Number("id"u8) == 1;

    /// <summary>Takes in a tag; false when a part of it that should be there is missing or cannot be.</summary>
    public bool Apply(in VerboseTag tag)
    {
        switch (tag.Element)
        {
            case VerboseElement.Root: VerboseHeader.TakeVersion(_recording, tag); return true;
            case VerboseElement.Attribute: return VerboseHeader.TakeAttribute(_recording, tag);
            case VerboseElement.Initialized: return (_used |= _times.Find(tag) is not null) || tag.ClosesItself;
            case VerboseElement.ExclusiveStart: return BeginPause(tag);
            case VerboseElement.ExclusiveEnd: return EndPause(tag);
            case VerboseElement.Response:
                _response = tag.Nanoseconds("timems"u8) ?? 0;
                return true;
            case VerboseElement.AllocationFailure: _cause = CycleCause.OfFailure(tag.Text("type"u8)); return true;
            case VerboseElement.SystemCollection: _cause = CycleCause.OfRequest(tag.Text("reason"u8)); return true;
            case VerboseElement.Taxation: _cause = CycleCause.Taxation; return true;
            case VerboseElement.Percolate: _cause = CycleCause.Percolate; return true;
            case VerboseElement.Kickoff: _announced = CycleCause.Threshold; return true;
            case VerboseElement.Trigger: _announced = CycleCause.Trigger; return true;
            case VerboseElement.ConcurrentFinal: return _isFinal = true;
            case VerboseElement.CycleStart: return BeginCycle(tag);
            case VerboseElement.CycleContinue: return ContinueCycle(tag);
            case VerboseElement.CycleEnd: return EndCycle(tag);
            case VerboseElement.ConcurrentStart: return BeginConcurrent(tag);
            case VerboseElement.ConcurrentEnd:
                _beside = !tag.ClosesItself;
                return true;
            case VerboseElement.ConcurrentEndClosed: return !(_beside = false);
            default: return ApplyInside(tag);
        }
    }

    /// <summary>Takes in what belongs to an increment or an operation of a cycle.</summary>
    private bool ApplyInside(in VerboseTag tag)
    {
        switch (tag.Element)
        {
            case VerboseElement.Before: return BeginIncrement(tag);
            case VerboseElement.After: return EndIncrement(tag);
            case VerboseElement.BeforeClosed or VerboseElement.AfterClosed:
                _heap.Side = HeapSide.None;
                return true;
            case VerboseElement.Operation: return AddOperation(tag);
            case VerboseElement.SynchronousInfo when _current is { } cycle:
                SetCause(cycle, CycleCause.OfRequest(tag.Text("reason"u8)));
                return true;
            case VerboseElement.Quanta: return _current is { } running && _metronome.TryAdd(running, tag);
            default: return _current is null || _heap.Apply(_current, tag);
        }
    }

    private bool BeginPause(in VerboseTag tag)
    {
        (_inPause, _used, _start) = (true, true, _times.Find(tag));
        (_response, _cause, _isFinal, _main, _longest, _current, _beside) = (0, null, false, null, 0, null, false);
        _heap.Side = HeapSide.None;
        return _start is not null;
    }

    private bool EndPause(in VerboseTag tag)
    {
        var (end, length) = (_times.Find(tag), tag.Nanoseconds("durationms"u8));
        if (length is { } known) AddPause(tag, _start ?? (end - known), known);
        (_inPause, _start, _cause, _isFinal, _main, _current) = (false, null, null, false, null, null);
        _cycles.EndPause();
        return length is not null;
    }

    private void AddPause(in VerboseTag tag, long? start, long length)
    {
        _used = true;
        if (_main is { IsOfThisPause: true, HasIncrement: false, HasEnded: false, Word.Name: CycleWord.Global } begun)
        {
            // This pause only begins the cycle, which marks while the application runs.
            SetConcurrent(begun);
        }

        var (index, name) = _main is { } main ? (main.Index, main.Word.Name) : (BeginUnnamed(tag, start), Unnamed);
        var collection = _recording.Edit(index);
        if (start is { } at)
        {
            if (collection.StartNanoseconds is null || collection.StartNanoseconds > at) collection.StartNanoseconds = at;
            JvmProcess.Ended(collection, at + length);
            _times.Lasted(at + length);
            _earliest = Math.Min(_earliest, at - _response);
            (_stops ??= new StopList()).Add(new Stop(at - _response, length + _response, _response, name, ForCollection: true));
        }

        _recording.Pauses.Add(new Pause(start ?? Pause.NoTime, length, index, name));
    }

    private int BeginUnnamed(in VerboseTag tag, long? start)
    {
        _recording.Begin(tag.Number("id"u8) ?? _recording.Collections.Count).StartNanoseconds = start;
        return _recording.Collections.Count - 1;
    }

    private bool BeginCycle(in VerboseTag tag)
    {
        if (tag.Number("id"u8) is not { } id) return false;
        var cycle = Begin(id, tag.Text("type"u8), _times.Find(tag));
        if (_main is null || _longest == 0) _main = cycle;
        return true;
    }

    private OpenCycle Begin(long id, ReadOnlySpan<byte> type, long? at)
    {
        _used = true;
        var word = CycleWord.Find(type);
        if (word.Policy is { } policy) _recording.Source.Collector ??= policy;
        var collection = _recording.Begin(id);
        var cycle = _cycles.Begin(id, _recording.Collections.Count - 1, word);
        collection.StartNanoseconds = at;
        SetWord(cycle, word);
        // Outside of pauses only metronome begins cycles.
        if (!_inPause && word.Name == CycleWord.Global) SetConcurrent(cycle);
        if (_announced is { } announced && word.Name == CycleWord.Global) (_announced, _cause) = (null, _cause ?? announced);
        if (_cause is { } cause) SetCause(cycle, cause);
        return _current = cycle;
    }

    private bool ContinueCycle(in VerboseTag tag)
    {
        if (tag.Number("contextid"u8) is not { } id || _cycles.Find(id) is not { } cycle) return tag.Number("contextid"u8) is not null;
        _times.Find(tag);
        SetWord(cycle, CycleWord.Find(tag.Text("newtype"u8)));
        if (_cause is { } cause) SetCause(cycle, cause);
        return true;
    }

    private bool EndCycle(in VerboseTag tag)
    {
        var at = _times.Find(tag);
        if (tag.Number("contextid"u8) is not { } id) return false;
        if (_cycles.Find(id) is not { } cycle) return true;
        cycle.HasEnded = true;
        JvmProcess.Ended(_recording.Edit(cycle.Index), at);
        return true;
    }

    /// <summary>A part of a cycle that runs beside the application: a scavenge then has several pauses.</summary>
    private bool BeginConcurrent(in VerboseTag tag)
    {
        _times.Find(tag);
        if (tag.Number("contextid"u8) is not { } id || _cycles.Find(id) is not { } cycle) return true;
        _recording.Edit(cycle.Index).Kind = CollectionKind.Background;
        return true;
    }

    private bool BeginIncrement(in VerboseTag tag)
    {
        var at = _times.Find(tag);
        if (CycleOf(tag, at) is not { } cycle) return false;
        if (cycle.Word.Name == CycleWord.Global)
        {
            var stopped = _cause is { } cause && cause != CycleCause.Threshold;
            if (_isFinal || (!cycle.IsOfThisPause && !stopped)) SetConcurrent(cycle);
            else SetWord(cycle, cycle.Word);
            // The cycle was under way, and a failure or a request finished it in a pause.
            if (stopped && !cycle.IsOfThisPause) SetCause(cycle, _cause!);
        }

        _current = cycle;
        _heap.Side = tag.ClosesItself ? HeapSide.None : HeapSide.Before;
        _heap.IsFirst = !cycle.HasIncrement;
        cycle.HasIncrement = true;
        _main ??= cycle;
        return true;
    }

    private bool EndIncrement(in VerboseTag tag)
    {
        var at = _times.Find(tag);
        if (CycleOf(tag, at) is not { } cycle) return false;
        cycle.HasIncrement = true;
        _current = cycle;
        _heap.Side = tag.ClosesItself ? HeapSide.None : HeapSide.After;
        if (tag.Nanoseconds("durationms"u8) is not { } length) return false;
        if (length >= _longest) (_main, _longest) = (cycle, length);
        var collection = _recording.Edit(cycle.Index);
        JvmProcess.Ended(collection, at);
        collection.WholeHeap = cycle.Word.IsWholeHeap;
        if (tag.Nanoseconds("usertimems"u8) is not { } user || tag.Nanoseconds("systemtimems"u8) is not { } system) return true;
        collection.CpuNanoseconds = Total.From(collection.CpuNanoseconds ?? 0) + user + system;
        collection.SystemCpuNanoseconds = Total.From(collection.SystemCpuNanoseconds ?? 0) + system;
        return true;
    }

    private bool AddOperation(in VerboseTag tag)
    {
        var at = _times.Find(tag);
        if (CycleOf(tag, at) is not { } cycle) return false;
        _current = cycle;
        var type = tag.Text("type"u8);
        var isSynchronous = System.Text.Ascii.Equals(type, CycleWord.Synchronous);
        if (tag.Nanoseconds("timems"u8) is not { } length) return MetronomePauses.IsGroup(type);
        if (isSynchronous) _metronome.AddSynchronous(cycle, at, length);
        else if (!type.IsEmpty)
            _recording.Phases.Add(cycle.Index, _recording.Phases.AddName(_names.Get(type)), length, concurrent: _beside);
        return true;
    }

    /// <summary>The cycle that a tag belongs to; one whose beginning is not in the log begins with it. Null without an id.</summary>
    private OpenCycle? CycleOf(in VerboseTag tag, long? at)
    {
        if (tag.Number("contextid"u8) is not { } id) return null;
        if (_cycles.Find(id) is { } known) return known;
        // An operation has a type of its own.
        var cycle = Begin(id, tag.Element == VerboseElement.Operation ? default : tag.Text("type"u8), at);
        cycle.IsOfThisPause = _cause is not null && !_isFinal;
        return cycle;
    }

    private void SetWord(OpenCycle cycle, CycleWord word)
    {
        cycle.Word = word;
        var collection = _recording.Edit(cycle.Index);
        collection.Generation = word.Generation;
        collection.Kind = word.Kind;
    }

    private void SetConcurrent(OpenCycle cycle)
    {
        var collection = _recording.Edit(cycle.Index);
        collection.Generation = Generations.Old;
        collection.Kind = CollectionKind.Background;
    }

    private void SetCause(OpenCycle cycle, CycleCause cause)
    {
        var collection = _recording.Edit(cycle.Index);
        (collection.RuntimeCause, collection.Cause) = (cause.Word, cause.Cause);
        collection.Induced = cause.Cause == Causes.Induced;
    }

    /// <summary>The recording; null when the log had nothing of a JVM.</summary>
    public Recording? Finish()
    {
        if (!_used && _recording.Source.RuntimeVersion is null && _recording.Source.Collector is null) return null;
        _recording.Stops = _stops;
        _metronome.AddNote();
        if (_earliest < 0) _recording.MoveTimes(-_earliest);
        if (_times.Zero is not { } zero) return _recording.Build();
        _recording.DurationNanoseconds = _times.Last - _earliest;
        _recording.Clock = Clock.Since1970(zero + _earliest, 0, "timestamps in the log, whose zone is not known: taken as UTC") with
        {
            UncertaintyNanoseconds = null,
        };
        return _recording.Build();
    }
}
