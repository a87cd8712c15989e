using System.Runtime.Versioning;
using Unpause.Recorder.Posix;

namespace Unpause.Recorder.Probes;

/// <summary>The mark assists of one Go process, put together from hits until those are too many.</summary>
/// <param name="probes">Their probes, which go where hits are too many.</param>
/// <param name="process">The process.</param>
/// <param name="writer">Where they are written.</param>
/// <param name="perSecond">How many hits a second of one processor are too many.</param>
[SupportedOSPlatform("linux")]
internal sealed class GoAssists(GoProbes probes, int process, GoStopWriter writer, long perSecond)
{
    /// <summary>Shorter ones are written as sums.</summary>
    private const long LeastNanoseconds = 100_000;

    /// <summary>More goroutines assist at once in no program that still does anything else.</summary>
    private const int MostOpen = 1 << 20;

    private readonly AssistBudget _budget = new(probes.Processors, perSecond);
    private readonly Dictionary<ulong, long> _open = [];
    private long _briefCount;
    private long _briefSum;
    private long _briefLongest;
    private readonly List<(long Start, long End)> _later = [];
    private bool _stopped;
    private bool _ended;

    /// <summary>Somebody came by a probe: also who only executes the same file costs time.</summary>
    /// <param name="record">The hit, whose value is the goroutine.</param>
    /// <param name="place">What it means.</param>
    public void Hit(in PerfRecord record, GoStopPlace place)
    {
        if (_ended) return;
        if (record.Process == process) Pair(record, place);
        if (!_budget.Take(probes.ProcessorOf(record.Id), record.Time)) End(record.Time);
    }

    /// <summary>Records were lost: who began before may have ended and begun again since.</summary>
    public void Lost(in PerfRecord record)
    {
        if (_ended) return;
        _open.Clear();
        if (!_budget.TakeLost(record.Time, record.Value)) End(record.Time);
    }

    /// <summary>
    /// The world is stopped, as will be written when it is started. Those that ended before stand before it, those that end until then
    /// behind it: goroutines that go on early assist in the collection that it begins.
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

    /// <summary>Writes what isn't yet.</summary>
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
            // One that is there already came by twice, because its stack had to grow.
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
