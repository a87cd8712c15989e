using System.Runtime.CompilerServices;
using Unpause.Recordings.Packed;
using Unpause.Recordings.Readers.DotNet.Container;
using Unpause.Recordings.Readers.DotNet.Survival;

namespace Unpause.Recordings.Readers.DotNet.Collections;

/// <summary>
/// Turns suspensions of the process into stops and pauses. A suspension's events are paired by thread: its begin is
/// written before the runtime's lock is taken, so those of two threads may overlap.
/// <para>A stop is SuspendEEBegin → RestartEEEnd, what the application experienced. A pause is what GC.GetTotalPauseDuration
/// counts (dotnet/runtime, src/coreclr/gc/gc.cpp, .NET 10: suspended_start_time, end_gc_time and
/// add_bgc_pause_duration_0): from before the suspension to the end of the blocking collection's work, or to the restart
/// for a background one. A background collection with a younger one in its first suspension has one pause for both, the
/// sum of what the runtime counts for them.</para>
/// </summary>
internal sealed class SuspensionTracker(RecordingBuilder recording, CollectionTracker collections)
{
    private readonly Dictionary<long, Suspension> _open = [];
    private readonly ToolStops _tools = new();
    private readonly ChunkedList<FinishedStop> _stops = new();
    private Suspension? _forCollector;
    private bool _inOrder = true;

    /// <summary>Whether a thread that suspended the process requested a collection, which only workstation GC does.</summary>
    public bool Workstation { get; private set; }

    /// <summary>About how much memory its stops take by now.</summary>
    public long MemoryBytes => (long)_stops.Count * Unsafe.SizeOf<FinishedStop>();

    /// <summary>Takes a suspension's begin. True when it is for a new collection.</summary>
    public bool Begin(in RuntimeEvent e)
    {
        if (_open.Count >= Limits.OpenThreads) return false;
        var suspension = new Suspension(e.TimeNanoseconds, new PayloadReader(e.Payload).UInt32());
        _open[e.ThreadId] = suspension;
        if (suspension.ForCollector) _forCollector = suspension;
        return suspension.ForNewCollection;
    }

    public void Reached(in RuntimeEvent e)
    {
        if (_open.TryGetValue(e.ThreadId, out var suspension)) suspension.Reached ??= e.TimeNanoseconds;
    }

    public void RestartBegin(in RuntimeEvent e)
    {
        if (!_open.TryGetValue(e.ThreadId, out var suspension) || suspension.RestartBegin is not null) return;
        suspension.RestartBegin = e.TimeNanoseconds;
        if (suspension.ForCollector) AddPause(suspension, e.TimeNanoseconds);
    }

    public void RestartEnd(in RuntimeEvent e)
    {
        if (!_open.Remove(e.ThreadId, out var suspension)) return;
        if (_forCollector == suspension) _forCollector = null;
        AddStop(suspension, e.TimeNanoseconds);
    }

    public void CollectionStarted(OpenCollection open)
    {
        if (_forCollector is null) return;
        _forCollector.Started.Add(open);
        if (_forCollector.Started.Count == 1) AddSuspension(open, _forCollector);
    }

    public void CollectionStopped(long time)
    {
        if (_forCollector is not null) _forCollector.LastStop = time;
    }

    /// <summary>A collection was requested: under workstation GC by the thread that has already suspended the process.</summary>
    public void Triggered(in RuntimeEvent e)
    {
        if (!_open.TryGetValue(e.ThreadId, out var suspension) || !suspension.ForNewCollection) return;
        suspension.Workstation = true;
        Workstation = true;
    }

    /// <summary>A collection's history was written, at the end of its work.</summary>
    public void HistoryWritten(long time)
    {
        if (_forCollector is not null) _forCollector.LastHistory = time;
    }

    /// <summary>The recording contains CPU samples.</summary>
    public void SawSampler() => _tools.Sampler = true;

    /// <summary>The collector lists its survivors for a tool.</summary>
    public void SawSurvivalWalk(in RuntimeEvent e)
    {
        _tools.SurvivalWalk = true;
        if (_forCollector is null) return;
        _forCollector.SurvivalWalk ??= new SurvivalWalk();
        _forCollector.SurvivalWalk.Add(e);
    }

    /// <summary>Hands the stops over as the union of their intervals, without those that a recording tool made.</summary>
    public void Finish()
    {
        recording.Stops = new StopList();
        var end = long.MinValue;
        if (!_inOrder) _stops.Sort(static (a, b) => a.Start != b.Start ? a.Start.CompareTo(b.Start) : a.End.CompareTo(b.End));
        foreach (var stop in _stops)
        {
            // A suspension requested during another one began to stop threads when the other one resumed them.
            var start = Math.Max(stop.Start, end);
            if (_tools.Takes(stop) || stop.End <= start) continue;
            var reaching = stop.Reached is var reached and >= 0 ? Math.Max(0, reached - start) : (long?)null;
            var operation = stop.Empty && collections.Adapts ? DotNetStops.HeapCountChange : Suspension.NameOf(stop.Reason);
            recording.Stops.Add(new Stop(start, stop.End - start, reaching, operation, Suspension.IsForCollector(stop.Reason)));
            end = stop.End;
        }

        _tools.AddNotes(recording.Coverage);
    }

    private void AddStop(Suspension suspension, long end)
    {
        var walk = suspension.SurvivalWalk is not null && suspension.Started.Count == 0 && !suspension.IsFinalMark;
        if (_stops.Count > 0 && suspension.Begin < _stops[^1].Start) _inOrder = false;
        var empty = suspension is { ForCollector: true, ForNewCollection: false, IsFinalMark: false, Started.Count: 0 };
        _stops.Add(new FinishedStop(
            suspension.Begin, suspension.Reached ?? -1, end - suspension.ToolNanoseconds, suspension.Reason, walk, empty));
    }

    private void AddPause(Suspension suspension, long restart)
    {
        if (suspension.Started.Count > 0)
        {
            AddStartPause(suspension, restart);
            return;
        }

        // No collection inside: the final mark of the background one; else a change of the number of heaps (DATAS)
        // or a walk for a tool, which are stops and no pauses.
        if (suspension.ForNewCollection || collections.Background is not { FinalPauseSeen: false } background) return;
        background.FinalPauseSeen = true;
        suspension.IsFinalMark = true;
        AddSuspension(background, suspension);
        recording.Pauses.Add(new Pause(suspension.Begin, restart - suspension.Begin, background.Index, "background final mark"));
    }

    private static void AddSuspension(OpenCollection open, Suspension suspension)
    {
        if (suspension.Reached is { } reached) open.Add(CollectionFact.SuspensionNanoseconds, reached - suspension.Begin);
    }

    private void AddStartPause(Suspension suspension, long restart)
    {
        var first = suspension.Started[0];
        if (suspension.Started.Find(started => started.Background) is not { } background)
        {
            // A provisional collection may be followed by a full one in the same suspension: one pause, the full one's.
            var owner = suspension.Started.MaxBy(started => started.Generation) ?? first;
            var end = (suspension.EndOfWork ?? restart) - WithoutTool(suspension, owner.Index);
            recording.Pauses.Add(new Pause(suspension.Begin, Math.Max(0, end - suspension.Begin), owner.Index, "blocking"));
            return;
        }

        var inner = suspension.Started.Find(started => !started.Background);
        var tool = WithoutTool(suspension, inner?.Index ?? background.Index);
        var younger = inner?.Collection is { StartNanoseconds: { } start, EndNanoseconds: { } stop } ? Math.Max(0, stop - start - tool) : 0;
        if (younger > 0) recording.Phases.Add(new Phase(background.Index, "background: younger collection first", younger));

        // One stop is one pause: it belongs to the collection that took most of it.
        var duration = Math.Max(0, restart - suspension.Begin - tool);
        var (index, name) = younger * 2 > duration && inner is not null
            ? (inner.Index, "blocking, then background start")
            : (background.Index, "background start");
        recording.Pauses.Add(new Pause(suspension.Begin, duration, index, name));
    }

    /// <summary>The part of a suspension in which survivors were listed for a tool. It is reported as a phase of its own.</summary>
    private long WithoutTool(Suspension suspension, int collection)
    {
        suspension.ToolNanoseconds = Math.Min(
            suspension.SurvivalWalk?.Nanoseconds ?? 0, (suspension.LastStop ?? suspension.Begin) - suspension.Begin);
        if (suspension.ToolNanoseconds <= 0) return 0;
        recording.Phases.Add(new Phase(collection, "survivors listed for the recording tool", suspension.ToolNanoseconds));
        _tools.InsidePausesNanoseconds += suspension.ToolNanoseconds;
        return suspension.ToolNanoseconds;
    }
}

/// <summary>A stop of the process that has ended.</summary>
/// <param name="Start">When it was requested.</param>
/// <param name="Reached">When all threads were suspended; −1 when that is not known.</param>
/// <param name="End">When all threads ran again.</param>
/// <param name="Reason">The runtime's number of the reason.</param>
/// <param name="Walk">Whether it was made only to list survivors for a tool.</param>
/// <param name="Empty">Whether the collector made it and collected nothing in it.</param>
[StructLayout(LayoutKind.Auto)]
internal readonly record struct FinishedStop(long Start, long Reached, long End, byte Reason, bool Walk, bool Empty);

/// <summary>
/// Stops made by a recording tool and not by the application: the runtime's CPU sampler stops the
/// process for each sample; survivor tracking (keyword 0x400000) stops it once more in each background collection.
/// </summary>
internal sealed class ToolStops
{
    private long _samples;
    private Total _sampleNanoseconds;
    private long _walks;
    private Total _walkNanoseconds;

    /// <summary>Whether the recording contains CPU samples.</summary>
    public bool Sampler { get; set; }

    /// <summary>Whether it contains lists of survivors.</summary>
    public bool SurvivalWalk { get; set; }

    /// <summary>Time inside the application's pauses in which survivors were listed for a tool.</summary>
    public long InsidePausesNanoseconds { get; set; }

    /// <summary>Counts a stop as the tool's if it is.</summary>
    public bool Takes(in FinishedStop finished)
    {
        if (Sampler && Suspension.IsForOther(finished.Reason))
        {
            _samples++;
            _sampleNanoseconds += finished.End - finished.Start;
            return true;
        }

        if (!finished.Walk) return false;
        _walks++;
        _walkNanoseconds += finished.End - finished.Start;
        return true;
    }

    /// <summary>Notes what was left out.</summary>
    public void AddNotes(CoverageBuilder coverage)
    {
        if (_samples > 0)
        {
            coverage.Add(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"The recording's CPU sampler caused {_samples:N0} suspensions "
                    + $"({_sampleNanoseconds / 1e6:N1} ms in total); they are not counted."));
        }

        if (!SurvivalWalk) return;
        coverage.Add(string.Create(
            CultureInfo.InvariantCulture,
            $"The recording tracks survivors (keyword 0x400000), which slows the process and its collections. "
            + $"This alone caused {_walks:N0} suspensions ({_walkNanoseconds / 1e6:N1} ms in total) "
            + $"and {InsidePausesNanoseconds / 1e6:N1} ms inside pauses of blocking collections: neither is counted."));
    }
}
