namespace Unpause.Recordings.Readers.DotNet.Counters;

/// <summary>The counters of one process: heap sizes, how many collections there were, and how long all pauses took together.</summary>
internal sealed class CountersProcess
{
    private const int Parts = (int)CounterPart.Pinned + 1;
    private const double Percent = 100, Second = 1e9;

    /// <summary>Of what one value says to have happened: more is damage.</summary>
    private const int MostTogether = 1_000;

    private static readonly (CounterPart Part, string Generation)[] Collected =
    [
        (CounterPart.Gen0, Generations.Gen0), (CounterPart.Gen1, Generations.Gen1), (CounterPart.Gen2, Generations.Gen2),
    ];

    private readonly CounterSeries[] _series =
    [
        new("CPU", "percent"), new("working set", "bytes"), new("heap in use", "bytes"), new("heap committed", "bytes"),
        new("allocation rate", "bytes/s"), new(ProcessCounter.TimeInPauses, "percent"),
        new("time in GC since the one before", "percent"), new("fragmentation", "percent"),
    ];

    private readonly CounterSeries[] _sizes = [.. DotNetSpaces.All.Select(space => new CounterSeries(space.Label, "bytes"))];

    /// <summary>Sizes of parts that came at the same time: their sum is the heap.</summary>
    private readonly long?[] _together = new long?[Parts];

    private readonly long[] _listed = new long[Parts];
    private readonly RecordingBuilder _recording;
    private bool _isInclusive, _hasCounts, _hasPauses, _hasHeap, _hasZone = true, _isScreen;
    private long? _zero, _last, _togetherAt;
    private long _pauseSeconds;
    private double _pauseNanoseconds, _mostNanoseconds, _allocated;

    public CountersProcess(ReadContext context)
    {
        _recording = new RecordingBuilder
        {
            Source = new SourceBuilder { Format = DotNetDescriptor.CountersFormat, Runtime = Runtimes.DotNet, Files = context.Files },
        };
        context.Memory.Watch(() => _recording.MemoryBytes + Bytes(_series) + Bytes(_sizes));
    }

    public CoverageBuilder Coverage => _recording.Coverage;

    /// <summary>Whether any counter was read.</summary>
    public bool HasCounters { get; private set; }

    private CounterSeries CpuSeries => _series[0];

    /// <summary>Takes a value of a row with a time.</summary>
    public void Take(in CounterName name, double value, long unixNanoseconds, bool hasZone)
    {
        _hasZone &= hasZone;
        _zero ??= unixNanoseconds;
        var at = Math.Max(unixNanoseconds - _zero.Value, _last ?? 0);
        _last = at;
        Take(name, value, at);
    }

    /// <summary>Takes a value of a screen, which has no time.</summary>
    public void Take(in CounterName name, double value)
    {
        _isScreen = true;
        Take(name, value, null);
    }

    private void Take(in CounterName name, double value, long? at)
    {
        if (!double.IsFinite(value) || value < 0) return;
        HasCounters = true;
        var scaled = value * name.Factor;
        switch (name.Kind)
        {
            case CounterKind.Cpu: CpuSeries.Add(at, scaled); break;
            case CounterKind.WorkingSet: AddSize(_series[1], at, scaled); break;
            case CounterKind.HeapInUse:
                _hasHeap = true;
                AddSize(_series[2], at, scaled);
                break;
            case CounterKind.HeapCommitted: AddSize(_series[3], at, scaled); break;
            case CounterKind.AllocationRate: AddAllocated(name, scaled, at); break;
            case CounterKind.PauseTime: AddPauses(name, scaled, at); break;
            case CounterKind.TimeInLast: _series[6].Add(at, scaled); break;
            case CounterKind.Fragmentation: _series[7].Add(at, scaled); break;
            case CounterKind.Size when name.Part is { } part: AddPart(part, scaled, at); break;
            case CounterKind.Collections when name.Part is { } part: AddCollections(part, scaled, name.IsInclusive); break;
        }
    }

    /// <summary>The recording.</summary>
    /// <param name="lines">Lines of the input.</param>
    public Recording Finish(long lines)
    {
        AddTogether();
        Coverage.Lines = lines;
        _recording.DurationNanoseconds = _last is > 0 ? _last : null;
        if (_zero is { } zero && Clock.Since1970(zero, 0, "times of the rows") is { StartedAt: not null } clock)
        {
            _recording.Clock = _hasZone ? clock with { UncertaintyNanoseconds = null } : clock with
            {
                UncertaintyNanoseconds = null, Basis = "times of the rows, whose zone is not known: taken as UTC",
            };
        }

        ListCollections();
        if (_hasPauses && !_isScreen)
        {
            _series[5].Mean = _pauseSeconds > 0 ? Math.Min(Percent * _pauseNanoseconds / (_pauseSeconds * Second), Percent) : null;
        }

        if (_allocated is > 0 and < long.MaxValue / 2 && !_isScreen)
        {
            (_recording.AllocatedBytes, _recording.AllocatedSource) = ((long)_allocated, AllocatedSources.Counter);
        }

        _recording.ProcessCounters = CounterSeries.Build(0, [.. _series, .. _sizes]);
        AddNotes();
        return _recording.Build();
    }

    private static void AddSize(CounterSeries series, long? at, double bytes)
    {
        if (bytes <= Limits.HeapBytes) series.Add(at, bytes);
    }

    private static long Bytes(CounterSeries[] all)
    {
        long bytes = 0;
        foreach (var series in all) bytes += series.MemoryBytes;
        return bytes;
    }

    private void AddAllocated(in CounterName name, double bytes, long? at)
    {
        if (bytes > Limits.AllocationBytes) return;
        _allocated += bytes;
        if (name.Seconds > 0) _series[4].Add(at, bytes / name.Seconds);
    }

    private void AddPauses(in CounterName name, double nanoseconds, long? at)
    {
        if (nanoseconds > Limits.PauseNanoseconds) return;
        _hasPauses = true;
        // On a screen of .NET 9 and later it is all of the process's pauses, and screens repeat it.
        if (name.Seconds == 0 || _isScreen)
        {
            _pauseNanoseconds = nanoseconds;
            return;
        }

        _pauseNanoseconds += nanoseconds;
        _pauseSeconds += name.Seconds;
        _mostNanoseconds = Math.Max(_mostNanoseconds, nanoseconds);
        // A pause of a long interval is counted when it ends.
        _series[5].Add(at, Math.Min(Percent * nanoseconds / (name.Seconds * Second), Percent));
    }

    private void AddPart(CounterPart part, double bytes, long? at)
    {
        if (bytes > Limits.HeapBytes) return;
        _sizes[(int)part].Add(at, bytes);
        if (at != _togetherAt || _together[(int)part] is not null) AddTogether();
        _together[(int)part] = (long)bytes;
        _togetherAt = at;
    }

    private void AddTogether()
    {
        long? sum = null;
        foreach (var part in _together)
        {
            if (part is { } bytes) sum = (sum ?? 0) + bytes;
        }

        // Where the heap has a counter of its own, the parts are sizes after the last collection.
        if (sum is { } all && !_hasHeap && _together[(int)CounterPart.Gen2] is not null) _series[2].Add(_togetherAt, all);
        Array.Clear(_together);
    }

    private void AddCollections(CounterPart part, double count, bool isInclusive)
    {
        if (count > Limits.HeapBytes) return;
        (_isInclusive, _hasCounts) = (_isInclusive || isInclusive, true);
        // Screens repeat the counts.
        _listed[(int)part] = (_isScreen ? 0 : _listed[(int)part]) + (long)Math.Min(count, MostTogether);
    }

    /// <summary>Collections are counted without times. Up to .NET 8, those of a generation are counted in the younger ones too.</summary>
    private void ListCollections()
    {
        foreach (var (part, generation) in Collected)
        {
            var older = _isInclusive && part != CounterPart.Gen2 ? _listed[(int)part + 1] : 0;
            for (var i = older; i < _listed[(int)part]; i++) _recording.Begin(_recording.Collections.Count).Generation = generation;
        }
    }

    private void AddNotes()
    {
        Coverage.Add("dotnet-counters samples sums: when a collection ran and how long a pause was is not in it, nor which collections "
            + "of gen2 ran in the background. "
            + "unpause record PID, or dotnet-trace collect --profile gc-verbose, has each pause.");
        if (_isScreen)
        {
            Coverage.Add("This is the screen of dotnet-counters monitor: of each counter the last value is taken. "
                + "dotnet-counters collect keeps them all.");
        }

        if (_hasPauses && _isScreen)
        {
            Coverage.Add($"All pauses together: {Quantities.Duration(_pauseNanoseconds)}, "
                + "since the process's start (.NET 9 and later) or in the last interval.");
        }
        else if (_hasPauses && _pauseSeconds > 0)
        {
            var share = Math.Min(Percent * _pauseNanoseconds / (_pauseSeconds * Second), Percent);
            Coverage.Add($"All pauses together: {Quantities.Duration(_pauseNanoseconds)}, {Quantities.Percent(share)} of the time. "
                + $"None is longer than {Quantities.Duration(_mostNanoseconds)}, the most in one interval.");
        }
        else if (!_hasPauses)
        {
            Coverage.Add("No counter of it says how long pauses took (\"Time paused by GC\" from .NET 8 on, dotnet.gc.pause.time "
                + "from .NET 9 on). \"% Time in GC since last GC\" is about the last collection only, and repeats until the next one.");
        }

        if (!_hasCounts) Coverage.Add("No counter of it says how many collections there were.");
    }
}
