using Unpause.Recordings.Packed;

namespace Unpause.Recordings.Readers.Jvm.Monitors;

/// <summary>
/// Reads what monitors of applications write into their own logs about long collections and pauses (<see cref="MonitorLine"/>). It is all
/// that is left of many incidents. Only what exceeds the monitor's threshold is written, so the recording has no length: shares of time
/// would be too small. A collection ended before its line, by up to the monitor's interval.
/// </summary>
internal sealed class MonitorReader : IRecordingReader
{
    private readonly CoverageBuilder _coverage = new();
    private readonly SortedSet<string> _monitors = new(StringComparer.Ordinal);
    private RecordingBuilder _recording = null!;
    private LoggedTimes _times = null!;
    private StopList? _stops;
    private bool _hasLogLines;
    private (long Nanoseconds, long? End)? _pause;
    private readonly List<MonitorLine> _pools = [];
    private readonly List<(MonitorLine Line, long End)> _majors = [];
    private long _together, _togetherNanoseconds, _cycles, _shares, _sharesNanoseconds, _late;

    /// <summary>Whether a block has such a line.</summary>
    public static bool Recognises(ReadOnlySpan<byte> block) =>
        MonitorLine.HasMark(block) && LinesOfBlock.HasAny(block, line => MonitorLine.HasMark(line) && MonitorLine.TryRead(line, out _));

    /// <inheritdoc/>
    public IReadOnlyList<Recording> Read(Stream stream, ReadContext context)
    {
        _times = new LoggedTimes(JvmFormats.Monitor, Runtimes.Jvm, context.Files, _coverage);
        _recording = _times.Recording;
        context.Memory.Watch(() => _recording.MemoryBytes + (_stops?.MemoryBytes ?? 0));
        var lines = new LineReader(stream, context.LinesBefore);
        while (lines.MoveNext()) Take(lines.Line, lines.Number, context);
        _coverage.Lines = lines.Number;
        if (lines.Failure is { } failure) _coverage.Add($"Reading stopped at line {lines.Number:N0}: {failure.Message}", unreadable: true);
        EndPause();
        EndMajors();
        AddNotes();
        if (_recording.Collections.Count == 0 && _stops is null) return [];
        _recording.Stops = _stops;
        return [_times.Build()];
    }

    private void Take(ReadOnlySpan<byte> text, long number, ReadContext context)
    {
        if (!MonitorLine.TryRead(text, out var line))
        {
            if (MonitorLine.HasMark(text)) _coverage.NotUnderstood(number, text);
            else _hasLogLines |= !_hasLogLines && IsLogLine(text);
            return;
        }

        if (line.Kind is MonitorLineKind.PoolOfPause or MonitorLineKind.NoCollection)
        {
            if (_pause is not null) TakeDetails(text);
            return;
        }

        _monitors.Add(line.Monitor);
        if (line.HeapMaximumBytes is { } most) _recording.HeapMaximumBytes = Math.Max(most, _recording.HeapMaximumBytes ?? 0);
        EndPause();
        var end = _times.Find(text, number, line.Nanoseconds, context);
        switch (line.Kind)
        {
            case MonitorLineKind.Pause:
                _pause = (line.Nanoseconds, end);
                TakeDetails(text);
                break;
            case MonitorLineKind.Share:
                _shares++;
                _sharesNanoseconds += line.Nanoseconds;
                break;
            default:
                if (line.ApplicationNanoseconds is { } ran && end is { } ended)
                {
                    TakeMajor(line, ran, ended);
                    break;
                }

                EndMajors();
                AddCollections(line, end);
                break;
        }
    }

    /// <summary>
    /// A JVM that does little but major collections logs several of them at once, after the last (trino#14337: three of 9 s in one
    /// millisecond). Such lines overlap, and the application ran for a shorter time than it was stopped.
    /// </summary>
    private void TakeMajor(MonitorLine line, long ran, long ended)
    {
        var follows = _majors.Count is > 0 and < MostTogether && ran <= line.Nanoseconds
            && ended - _majors[^1].End is >= 0 and var passed && passed < line.Nanoseconds;
        if (!follows) EndMajors();
        _majors.Add((line, ended));
    }

    /// <summary>Puts overlapping major collections one after the other, the last where its line says.</summary>
    private void EndMajors()
    {
        for (var i = _majors.Count - 2; i >= 0; i--)
        {
            var (next, nextEnd) = _majors[i + 1];
            var end = nextEnd - next.Nanoseconds - next.ApplicationNanoseconds!.Value;
            if (end >= _majors[i].End) continue;
            _late++;
            _majors[i] = (_majors[i].Line, end);
            _times.Include(end - _majors[i].Line.Nanoseconds);
        }

        foreach (var (line, end) in _majors) AddCollections(line, end);
        _majors.Clear();
    }

    /// <summary>The collections during a pause, on its line or on lines of their own.</summary>
    private void TakeDetails(ReadOnlySpan<byte> text)
    {
        var denies = MonitorLine.DeniesCollections(text);
        if (denies && _pools.Count > 0)
        {
            // Of a pause that another monitor reports: Alluxio has one beside Ratis'.
            EndPause();
            return;
        }

        while (_pools.Count < Limits.KeptNotes && MonitorLine.TryTakePool(ref text, out var pool)) _pools.Add(pool);
        if (!denies || _pause is not { } pause) return;
        AddStop(pause.Nanoseconds, pause.End, JvmStops.WithoutCollection, forCollection: false);
        _pause = null;
    }

    /// <summary>A pause is known once the lines about its collections have been read.</summary>
    private void EndPause()
    {
        if (_pause is not { } pause) return;
        _pause = null;
        var collected = _pools.Sum(pool => pool.Nanoseconds);
        // The monitor counts from when its thread should have woken up, up to half a second after the pause began.
        var length = collected <= pause.Nanoseconds + MostAsleep ? Math.Max(pause.Nanoseconds, collected) : pause.Nanoseconds;
        var operation = _pools.Count == 0 ? JvmStops.NotRecorded : JvmStops.WithCollections;
        AddStop(length, pause.End, operation, forCollection: _pools.Count > 0);
        // One after the other, the last one to the end.
        var end = pause.End;
        for (var i = _pools.Count - 1; i >= 0; i--)
        {
            AddCollections(_pools[i], end);
            end -= _pools[i].Nanoseconds;
        }

        _pools.Clear();
    }

    /// <summary>How long a monitor's thread sleeps (JvmPauseMonitor.SLEEP_INTERVAL_MS), twice.</summary>
    private const long MostAsleep = 1_000_000_000;

    private void AddStop(long length, long? end, string operation, bool forCollection)
    {
        if (end is not { } ended) return;
        (_stops ??= new StopList()).Add(new Stop(ended - length, length, null, operation, forCollection));
    }

    private void AddCollections(MonitorLine line, long? end)
    {
        var pool = line.Pool!;
        var isCycle = pool.Runs == PoolRuns.Cycles || (pool.Runs == PoolRuns.PausesOrCycles && line.Kind == MonitorLineKind.Notification);
        if (isCycle) _cycles++;
        if (line.Collections > 1)
        {
            _together += line.Collections;
            _togetherNanoseconds += line.Nanoseconds;
        }

        for (var i = 0; i < Math.Min(line.Collections, MostTogether); i++)
        {
            var index = _recording.Collections.Count;
            var collection = _recording.Begin(index);
            collection.Generation = pool.Generation;
            collection.Kind = isCycle ? CollectionKind.Background : CollectionKind.Blocking;
            if (line.Collections == 1 && end is { } ended)
            {
                collection.StartNanoseconds = ended - line.Nanoseconds;
                collection.EndNanoseconds = ended;
            }

            if (isCycle || line.Collections > 1) continue;
            _recording.Pauses.Add(new Pause(end is { } at ? at - line.Nanoseconds : Pause.NoTime, line.Nanoseconds, index, pool.Name));
        }
    }

    /// <summary>Of what one line says to have happened together: more is damage.</summary>
    private const int MostTogether = 1_000;

    private static bool IsLogLine(ReadOnlySpan<byte> text) =>
        (text.IndexOf("GC("u8) >= 0 && Unified.UnifiedFormat.StartOf(text) >= 0)
        || ((text.IndexOf("[GC"u8) >= 0 || text.IndexOf("[Full GC"u8) >= 0) && Legacy.LegacyFormat.StartOf(text) >= 0);

    private void AddNotes()
    {
        var thresholds = _monitors.Where(monitor => monitor != MonitorLine.Airlift).ToList();
        if (thresholds.Count > 0)
        {
            _coverage.Add(
                $"Written by {string.Join(" and ", thresholds)}: only what exceeds a threshold is logged, when it is over. There were more "
                + "collections, and the share of time is not known. The JVM's own log has all of them.");
        }

        if (_monitors.Contains(MonitorLine.Airlift))
        {
            _coverage.Add(
                $"Written by {MonitorLine.Airlift}: below the level DEBUG only major (full) collections are logged, so there were more "
                + "pauses, and the share of time is not known. With ZGC or CMS a logged length is a concurrent cycle's and no pause.");
        }

        if (_late > 0)
            _coverage.Add(Invariant($"{_late:N0} pauses were logged late, together with others: placed one after the other."));

        if (_together > 0)
        {
            _coverage.Add(Invariant(
                $"{_together:N0} collections are reported together with others, {Quantities.Duration(_togetherNanoseconds)} in all: ")
                + "counted, without pauses.");
        }

        if (_cycles > 0) _coverage.Add(Invariant($"{_cycles:N0} concurrent cycles have no pauses in the log: counted, without a pause."));
        if (_shares > 0)
        {
            _coverage.Add(Invariant(
                $"{_shares:N0} lines say how much of an interval collections took, {Quantities.Duration(_sharesNanoseconds)} in all, ")
                + "without their number and lengths.");
        }

        if (!_hasLogLines) return;
        _coverage.Add("The input also has lines of a JVM's own log, which were not read: they need a file of their own.", unreadable: true);
    }

    private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
