namespace Unpause.Recordings.Readers.Go;

/// <summary>
/// Reads <c>runtime.MemStats</c> as JSON, from expvar's <c>/debug/vars</c> or a program's own page: the last 256 cycles with the sum of
/// their stops and when the last of these ended. Several snapshots of a process are joined by the number of the cycle.
/// </summary>
internal sealed class MemStatsReader : IRecordingReader
{
    private const string BothStops = "stops of the cycle";

    /// <summary>Whether a block has the rings of the struct.</summary>
    public static bool Recognises(ReadOnlySpan<byte> block) =>
        block.IndexOf("\"PauseNs\""u8) >= 0 && block.IndexOf("\"NumGC\""u8) >= 0 && block.IndexOf("\"PauseTotalNs\""u8) >= 0;

    /// <inheritdoc/>
    public IReadOnlyList<Recording> Read(Stream stream, ReadContext context)
    {
        var done = new List<Recording>();
        Process? process = null;
        var text = new MemStatsText(stream);
        var incomplete = 0L;
        while (text.Read() is { } snapshot)
        {
            if (!snapshot.IsComplete)
            {
                incomplete++;
                continue;
            }

            if (process is null || process.IsOfAnother(snapshot))
            {
                if (process is not null && done.Count < Limits.Processes - 1) done.Add(process.Finish());
                process = new Process(context);
            }

            process.Take(snapshot);
        }

        process ??= incomplete > 0 ? new Process(context) : null;
        if (process is null) return done;
        process.Coverage.Lines = text.LineEnds + 1;
        if (incomplete > 0)
        {
            process.Coverage.Add(
                $"{Quantities.Count(incomplete, "MemStats snapshot")} without all 256 values of PauseNs or without NumGC: not read.",
                unreadable: true);
        }

        if (text.Failure is { } failure) process.Coverage.Add($"Reading stopped: {failure.Message}", unreadable: true);
        done.Add(process.Finish());
        return done;
    }

    private sealed class Process
    {
        private readonly RecordingBuilder _recording;
        private readonly CounterSeries _heap = new("heap in use", "bytes"), _goal = new("heap goal", "bytes");
        private long? _zero, _lastEnd;
        private long _cycles = -1, _missing, _snapshots;
        private long? _total, _forced;

        public Process(ReadContext context)
        {
            _recording = new RecordingBuilder
            {
                Source = new SourceBuilder { Format = GoFormats.MemStats, Runtime = Runtimes.Go, Files = context.Files },
                RecordsPauses = true,
            };
            context.Memory.Watch(() => _recording.MemoryBytes + _heap.MemoryBytes + _goal.MemoryBytes);
        }

        public CoverageBuilder Coverage => _recording.Coverage;

        /// <summary>Counts never fall, and a cycle that both have ended at the same time.</summary>
        public bool IsOfAnother(MemStatsSnapshot snapshot)
        {
            if (_cycles < 0) return false;
            if (snapshot.Cycles < _cycles || snapshot.PauseTotal < _total) return true;
            var isInRing = _cycles > 0 && snapshot.Cycles - _cycles < MemStatsSnapshot.Ring;
            return isInRing && snapshot.EndOf(_cycles) is { } end && end != _lastEnd;
        }

        public void Take(MemStatsSnapshot snapshot)
        {
            _snapshots++;
            var last = snapshot.Cycles!.Value;
            var first = Math.Max(last - MemStatsSnapshot.Ring + 1, 1);
            if (_cycles >= 0 && first > _cycles + 1) _missing += first - _cycles - 1;
            for (var cycle = Math.Max(first, _cycles + 1); cycle <= last; cycle++)
            {
                Add(cycle, snapshot.Pauses[MemStatsSnapshot.IndexOf(cycle)], snapshot.EndOf(cycle));
            }

            (_cycles, _total, _forced) = (last, snapshot.PauseTotal ?? _total, snapshot.Forced ?? _forced);
            _lastEnd = snapshot.EndOf(last);
            if (snapshot.HeapBytes is <= Limits.HeapBytes and { } heap) _heap.Add(null, heap);
            if (snapshot.GoalBytes is <= Limits.HeapBytes and { } goal) _goal.Add(null, goal);
        }

        public Recording Finish()
        {
            if (_zero is { } zero)
            {
                _recording.Clock = Clock.Since1970(zero, 0, "PauseEnd of the runtime");
                // Pauses are all of this time: what was before the first and after the last is not known.
                if (_lastEnd > zero && _missing == 0) _recording.DurationNanoseconds = _lastEnd - zero;
            }

            _recording.ProcessCounters = CounterSeries.Build(0, _heap, _goal);
            AddNotes();
            return _recording.Build();
        }

        private void Add(long cycle, long nanoseconds, long? end)
        {
            var index = _recording.Collections.Count;
            var collection = _recording.Begin(cycle);
            collection.Kind = CollectionKind.Background;
            _zero ??= end - nanoseconds;
            var at = end - _zero;
            collection.EndNanoseconds = at;
            _recording.Pauses.Add(new Pause(at is { } ended ? ended - nanoseconds : Pause.NoTime, nanoseconds, index, BothStops));
        }

        private void AddNotes()
        {
            if (_cycles < 0) return;
            var forced = _forced > 0 ? $", {Quantities.Count(_forced.Value)} of them requested by the program" : "";
            var total = _total is { } all ? $", stopped for {Quantities.Duration((double)all)} in all" : "";
            Coverage.Add($"Since the process's start there were {Quantities.Count(_cycles, "cycle")}{forced}{total}. "
                + $"{Quantities.Count(_snapshots, "MemStats snapshot")}: each has the last 256 cycles.");
            Coverage.Add("A cycle's pause is the sum of its stops, mostly two: none of them is longer. "
                + "It is placed where the last one ended.");
            if (_missing > 0)
            {
                Coverage.Add($"{Quantities.Count(_missing, "cycle")} between snapshots are missing: "
                    + "more than 256 ran between two of them.");
            }
        }
    }
}
