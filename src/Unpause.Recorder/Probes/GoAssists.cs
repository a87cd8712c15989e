using System.Runtime.Versioning;

namespace Unpause.Recorder.Probes;

/// <summary>The mark assists of one Go process, combined from probe hits until there are too many hits.</summary>
/// <param name="probes">Their probes, which are removed when there are too many hits.</param>
/// <param name="writer">Where they are written.</param>
/// <param name="perSecond">Maximum hits per second on one CPU.</param>
[SupportedOSPlatform("linux")]
internal sealed class GoAssists(GoProbes probes, int process, GoStopWriter writer, long perSecond)
{
    /// <summary>Shorter assists are written as sums.</summary>
    private const long LeastNanoseconds = 100_000;

    /// <summary>No usable program has more goroutines in an assist at the same time.</summary>
    private const int MostOpen = 1 << 20;

    private readonly AssistBudget _budget = new(probes.Processors, perSecond);
    private readonly Dictionary<ulong, long> _open = [];
    private long _briefCount;
    private long _briefSum;
    private long _briefLongest;
    private readonly List<(long Start, long End)> _later = [];
    private bool _stopped;
    private bool _ended;

    /// <summary>A probe was hit. Other processes that execute the same file cost time too.</summary>
    /// <param name="record">The hit; its value is the goroutine.</param>
    public void Hit(in PerfRecord record, GoStopPlace place)
    {
        if (_ended) return;
        if (record.Process == process) Pair(record, place);
        if (!_budget.Take(probes.ProcessorOf(record.Id), record.Time)) End(record.Time);
    }

    /// <summary>Records were lost: an open assist may have ended, and another started, since.</summary>
    public void Lost(in PerfRecord record)
    {
        if (_ended) return;
        _open.Clear();
        if (!_budget.TakeLost(record.Time, record.Value)) End(record.Time);
    }

    /// <summary>
    /// The world is stopped; the stop is written when it starts again. Assists that ended before are written before it, those that end
    /// meanwhile after it: goroutines that resume early assist in the collection that it starts.
    /// </summary>
    public void StopBegan()
    {
        Write();
        _stopped = true;
    }

    /// <summary>The stop was written.</summary>
    public void StopWritten()
    {
        _stopped = false;
        WriteLater();
    }

    /// <summary>Writes pending assists.</summary>
    public void Write()
    {
        WriteLater();
        if (_briefCount == 0) return;
        writer.BriefAssists(_briefCount, _briefSum, _briefLongest);
        (_briefCount, _briefSum, _briefLongest) = (0, 0, 0);
    }

    private void WriteLater()
    {
        foreach (var (start, end) in _later) writer.Assist(start, end);
        _later.Clear();
    }

    private void Pair(in PerfRecord record, GoStopPlace place)
    {
        if (place == GoStopPlace.Assist)
        {
            // The same goroutine hits the entry twice when its stack had to grow.
            if (_open.Count < MostOpen) _open[record.Value] = record.Time;
            return;
        }

        if (!_open.Remove(record.Value, out var start)) return;
        var lasted = record.Time - start;
        if (lasted >= LeastNanoseconds)
        {
            if (_stopped) _later.Add((start, record.Time));
            else writer.Assist(start, record.Time);
            return;
        }

        _briefCount++;
        _briefSum += lasted;
        _briefLongest = Math.Max(_briefLongest, lasted);
    }

    private void End(long time)
    {
        _ended = true;
        Write();
        writer.AssistsEnded(time, _budget.PerSecond);
        _open.Clear();
        ProbeHeir.Close(probes.TakeAssists(), EnvironmentBlock.Inherited()["PATH"], new StartState());
    }
}
