using Unpause.Recordings.Garbage;

namespace Unpause.Recordings.Readers.Python;

/// <summary>
/// Reads the file of our CPython agent (agents/python/FORMAT.md): one process's collections, the latest in its ring.
/// The pause is the interval between the collector's callbacks; all of the interpreter's threads wait in it, those of a
/// free-threaded build in parts of it.
/// </summary>
internal sealed class AgentReader : IRecordingReader
{
    internal static readonly string[] GenerationNames = [Generations.Gen0, Generations.Gen1, Generations.Gen2];
    private readonly CoverageBuilder _coverage = new();
    private readonly List<AgentRecord> _records = [];
    private readonly AgentRequests _requests;
    private int _torn;
    private int _wrong;

    public AgentReader() => _requests = new(_coverage);

    /// <summary>Whether the bytes begin as the agent's file does.</summary>
    public static bool Recognises(ReadOnlySpan<byte> block) => block.StartsWith(AgentHeader.Magic);

    /// <inheritdoc/>
    public IReadOnlyList<Recording> Read(Stream stream, ReadContext context)
    {
        var source = new SourceBuilder { Format = PythonDescriptor.Agent, Runtime = Runtimes.CPython, Files = context.Files };
        var recording = new RecordingBuilder { Source = source, Coverage = _coverage, RecordsPauses = true };
        context.Memory.Watch(() => recording.MemoryBytes + (_records.Capacity * 64L) + _requests.MemoryBytes);
        var bytes = new byte[AgentHeader.FixedBytes];
        var got = WholeRead.Fill(stream, bytes, _coverage);
        if (AgentHeader.Parse(bytes.AsSpan(0, got), out var wrong) is not { } header)
        {
            _coverage.Add($"The file cannot be read: {wrong}.", unreadable: true);
            return [recording.Build()];
        }

        Array.Resize(ref bytes, header.HeaderBytes);
        got += WholeRead.Fill(stream, bytes.AsSpan(got), _coverage);
        if (got == header.HeaderBytes)
        {
            header.TakeOutside(bytes);
            var ring = ReadRing(stream, header);
            _requests.Read(stream, header.HeaderBytes + ring, header.Requests, context.Memory);
        }
        else _coverage.Add("The file ends inside its header: no collection can be read.", unreadable: true);
        var version = Describe(source, header, bytes);
        Build(recording, header, bytes, version);
        return [recording.Build()];
    }

    /// <summary>Reads the ring of collections as far as it is written; how many bytes that was.</summary>
    private long ReadRing(Stream stream, AgentHeader header)
    {
        var block = new byte[1024 * AgentRecord.Bytes];
        // Slots after the newest are zero until the ring wraps; a file that is being written may be one ahead of its count.
        var slots = header.Begun >= (ulong)header.Capacity ? header.Capacity : (int)header.Begun + 1;
        var index = 0;
        while (index < slots)
        {
            var wanted = Math.Min(block.Length, (slots - index) * AgentRecord.Bytes);
            var got = WholeRead.Fill(stream, block.AsSpan(0, wanted), _coverage);
            for (var at = 0; at + AgentRecord.Bytes <= got; at += AgentRecord.Bytes)
            {
                Take(block.AsSpan(at, AgentRecord.Bytes), index++, header.Capacity);
            }

            if (got == wanted) continue;
            if ((ulong)index < Math.Min(header.Begun, (ulong)header.Capacity))
            {
                _coverage.Add(
                    $"The file ends after {index:N0} of {Math.Min(header.Begun, (ulong)header.Capacity):N0} collections.",
                    unreadable: true);
            }

            break;
        }

        _records.Sort((a, b) => a.Sequence.CompareTo(b.Sequence));
        // Interpreters of one process collect beside each other; from outside all are seen.
        if (header.Outside) _records.Sort((a, b) => a.Start.CompareTo(b.Start));
        else DropDisorder();
        return (long)index * AgentRecord.Bytes;
    }

    private void Take(ReadOnlySpan<byte> slot, int index, int capacity)
    {
        switch (AgentRecord.Parse(slot, index, capacity, out var record))
        {
            case SlotState.Written: _records.Add(record); break;
            case SlotState.Torn: _torn++; break;
            case SlotState.Wrong: _wrong++; break;
        }
    }

    /// <summary>
    /// One interpreter's collections follow each other; whatever starts before the end of the one before it is no record.
    /// </summary>
    private void DropDisorder()
    {
        long end = 0;
        var kept = 0;
        for (var index = 0; index < _records.Count; index++)
        {
            var record = _records[index];
            if (record.Start < end)
            {
                _wrong++;
                continue;
            }

            end = record.Ended ? record.End : record.Start;
            _records[kept++] = record;
        }

        _records.RemoveRange(kept, _records.Count - kept);
    }

    private static PythonVersion Describe(SourceBuilder source, AgentHeader header, byte[] bytes)
    {
        var command = new List<string>();
        foreach (var (key, value) in header.Facts(bytes))
        {
            switch (key)
            {
                case AgentHeader.VersionFact: source.RuntimeVersion = value; break;
                case AgentHeader.ArgumentFact: command.Add(value); break;
                case AgentHeader.AgentFact: source.Settings[PythonSettings.Agent] = value; break;
                case PythonSettings.Thresholds: source.Settings[PythonSettings.Thresholds] = value; break;
                case "thresholds_from" when value == "environment":
                    source.Settings["thresholds_from"] = "UNPAUSE_PYTHON_GC_THRESHOLD";
                    break;
            }
        }

        if (header.Forked) source.Settings[PythonSettings.Forked] = PythonSettings.IsForked;
        if (AgentState.IsDisabled(header, bytes) is { } disabled)
        {
            source.Settings[PythonSettings.CollectorAtEnd] = disabled ? PythonSettings.Disabled : PythonSettings.Enabled;
        }

        var version = PythonVersion.Parse(source.RuntimeVersion ?? "", header.FreeThreaded);
        source.ProcessId = header.ProcessId;
        source.Collector = version.Collector;
        source.Command = command.Count == 0 ? null : CommandText.Join(command);
        return version;
    }

    private void Build(RecordingBuilder recording, AgentHeader header, byte[] bytes, in PythonVersion version)
    {
        var lost = header.Begun > (ulong)header.Capacity ? header.Begun - (ulong)header.Capacity : 0;
        var zero = lost > 0 && _records.Count > 0 ? _records[0].Start : header.Started;
        // The process ran on unrecorded: that time must not count as free of pauses.
        var last = header.Stopped ? zero : Math.Max(zero, Math.Max(header.Exited, header.WatchedUntil));
        var atExit = new AgentExit(header.Exited);
        var callers = new AgentCallers(header, bytes);
        var order = new CollectionOrder();
        foreach (var record in _records)
        {
            // What comes after the exit handlers is not part of the application's working time.
            if (atExit.Take(record, zero)) continue;
            if (Add(recording, record, zero, version, header.Outside ? order : null)) callers.Take(record);
            last = Math.Max(last, record.Ended ? record.End : record.Start);
        }

        last = Math.Max(last, _requests.LastNanoseconds);
        recording.Requests = _requests.Build(header.Requests, zero);
        recording.AtExit = atExit.Build();
        recording.InducedBy = callers.Build();
        recording.Triggers = callers.Triggers;
        recording.Uncollected = AgentState.ReadUncollected(header, bytes, zero);
        var isLengthKnown = _records.Count > 0 || header.Exited > 0 || header.WatchedUntil > 0 || recording.Requests is not null;
        if (zero is >= 0 and < Limits.LongestNanoseconds && last < Limits.LongestNanoseconds && isLengthKnown)
        {
            recording.DurationNanoseconds = last - zero;
        }

        recording.ProgramClock = new ProgramClock(zero, header.Started);
        recording.Clock = AgentClock.Read(bytes.AsSpan(header.AnchorsAt, header.AnchorCount * AgentClock.AnchorBytes), zero, _coverage);
        if (recording.Source.Settings.GetValueOrDefault(PythonSettings.Agent) == PythonSettings.PureAgent)
        {
            _coverage.Add(
                "Recorded by the agent in Python. In a process with threads, its pauses may include other threads' work, and forked "
                + "child processes may have stopped collecting because of the agent.");
        }

        if (version.FreeThreaded)
        {
            _coverage.Add(
                "A free-threaded build stops its other threads only for parts of a collection: "
                + "each pause is an upper bound of the time they waited.");
        }

        if (_records.Count > 0 && !version.FreeThreaded && !header.Outside) AddThresholds(recording.Source, version);
        AddNotes(header, lost);
    }

    /// <summary>Adds a collection; returns whether it was explicit.</summary>
    /// <param name="zero">The recording's zero on the agent's clock.</param>
    /// <param name="order">Of a recording from outside, which has no causes.</param>
    public static bool Add(RecordingBuilder recording, in AgentRecord record, long zero, in PythonVersion version, CollectionOrder? order)
    {
        var outside = order is not null;
        var collection = recording.Begin((long)Math.Min(record.Sequence, long.MaxValue));
        if (record.Generation != AgentRecord.NoGeneration) collection.Generation = GenerationNames[record.Generation];
        collection.StartNanoseconds = record.Start - zero;
        // Free-threaded builds have no generations: Python/gc_free_threading.c of 3.13 and 3.14 takes the number for its counts only.
        collection.WholeHeap = record.Generation == 2 || version.FreeThreaded;
        collection.AllocatedObjects =
            version.Collector == PythonCollectors.Generational && record.Count0 >= 0 && !outside ? record.Count0 : null;
        var induced = order is null
            ? AgentCause.Set(collection, record, version)
            : version.Collector == PythonCollectors.Generational && order.Take(record.Generation);
        if (induced) AgentCause.SetInduced(collection);
        if (record.Ended)
        {
            collection.EndNanoseconds = record.End - zero;
            var counted = !outside || record.Collected != AgentRecord.NotCounted;
            collection.FreedObjects = counted ? record.Collected : null;
            collection.UncollectableObjects = outside ? null : record.Uncollectable;
            recording.Pauses.Add(new Pause(record.Start - zero, record.End - record.Start, recording.Collections.Count - 1, "collection"));
        }

        return induced;
    }

    /// <summary>
    /// The thresholds that were in force last: a program may set its own after the header was written. Each record has those of
    /// generation 0 and of the generation that it collected; what may have changed since is <see cref="PythonSettings.Unknown"/>.
    /// </summary>
    private void AddThresholds(SourceBuilder source, PythonVersion version)
    {
        var start = source.Settings.GetValueOrDefault(PythonSettings.Thresholds, "");
        var parts = start.Split(',');
        var latest = _records[^1].Threshold0;
        var now = latest.ToString(CultureInfo.InvariantCulture);
        if (parts[0] != now) source.Settings[PythonSettings.FirstThresholdAtEnd] = now;
        if (parts.Length != GenerationNames.Length || version.Collector != PythonCollectors.Generational) return;
        parts[0] = now;
        var changed = _records.FindLastIndex(record => record.Threshold0 != latest);
        for (byte generation = 1; generation < GenerationNames.Length; generation++)
        {
            var last = _records.FindLastIndex(record => record.Generation == generation);
            if (last > changed) parts[generation] = _records[last].Threshold.ToString(CultureInfo.InvariantCulture);
            else if (changed >= 0) parts[generation] = PythonSettings.Unknown;
        }

        var end = string.Join(',', parts);
        if (end != start) source.Settings[PythonSettings.ThresholdsAtEnd] = end;
    }

    private void AddNotes(AgentHeader header, ulong lost)
    {
        var running = _records.FindAll(record => !record.Ended).Count;
        if (lost > 0)
        {
            _coverage.Add(
                $"The agent's ring has room for {header.Capacity:N0} collections: the first "
                    + $"{lost:N0} of {header.Begun:N0} were overwritten, "
                + "so the recording begins after them.");
        }

        if (header.LostChildren > 0)
        {
            _coverage.Add(
                $"{Count((int)Math.Min(header.LostChildren, int.MaxValue), "forked process")} collected but could not be recorded: "
                + "no file could be created in the recording's folder.",
                unreadable: true);
        }

        if (header.Stopped)
        {
            _coverage.Add(header.Locked
                ? "The recording's file could not be opened again to extend it: recording ended while the process was still running."
                : "The disk was full: recording ended while the process was still running.");
        }

        if (running > 0)
        {
            _coverage.Add(
                $"{Count(running, "collection")} started but did not end, for example because the process was killed: "
                + "counted, without a pause.");
        }

        _torn += _requests.Torn;
        _wrong += _requests.Wrong;
        if (_torn > 0) _coverage.Add($"Left out {Count(_torn, "record")}: still being written when the recording ended.");
        if (_wrong > 0) _coverage.Add($"Left out {Count(_wrong, "record")}: impossible values.", unreadable: true);
        if (header.Outside)
        {
            _coverage.Add(
                "Recorded by kernel probes: the thresholds, the number of objects that each collection examined, "
                + "and which collections were explicit (gc.collect()) are not recorded.");
        }

        if (header.LostHits > 0)
        {
            _coverage.Add(
                $"{header.LostHits:N0} probe hits were lost: up to as many collections are missing.", unreadable: true);
        }

        if (header.WatchedUntil > 0 && header is { Closed: false })
        {
            _coverage.Add("The process started before the recording or ended after it: only the time in which it was watched is recorded.");
        }
        else if (!header.Closed)
        {
            _coverage.Add("The interpreter did not exit normally, or is still running: the recording's last entry is taken as its end.");
        }

        if (header.Forked) _coverage.Add("A forked child process: its recording begins with the fork.");
    }

    private static string Count(int count, string noun) =>
        count == 1 ? $"1 {noun}" : $"{count:N0} {noun}{(noun.EndsWith('s') ? "es" : "s")}";
}
