namespace Unpause.Recordings.Readers.DotNet.Container;

/// <summary>Finds events that the runtime dropped: each thread's events are numbered, so a gap is a loss.</summary>
internal sealed class SequenceNumbers
{
    private readonly Dictionary<long, int> _last = [];
    private long _thread;
    private int _current;
    private bool _inRun;

    /// <summary>Events lost so far; <see cref="long.MaxValue"/> when their number cannot be determined.</summary>
    public long Lost { get; private set; }

    /// <summary>Takes the number of a thread's next event.</summary>
    public void Event(long thread, int number)
    {
        // Events of one thread come in runs, so most need no look-up.
        if (thread != _thread || !_inRun) Switch(thread);
        Check(_current, unchecked(number - 1));
        _current = number;
    }

    /// <summary>Takes the number of the last event that a thread wrote before a sequence point.</summary>
    public void Checkpoint(long thread, int number)
    {
        Switch(thread);
        Check(_current, number);
        _current = number;
    }

    /// <summary>Forgets a thread that is no more.</summary>
    public void Forget(long thread)
    {
        if (_thread == thread) _inRun = false;
        _last.Remove(thread);
    }

    public void Clear()
    {
        _inRun = false;
        _last.Clear();
    }

    private void Switch(long thread)
    {
        if (_inRun && (_last.Count < Limits.OpenThreads || _last.ContainsKey(_thread))) _last[_thread] = _current;
        _thread = thread;
        _current = _last.GetValueOrDefault(thread);
        _inRun = true;
    }

    private void Check(int last, int expected)
    {
        // A thread whose count begins again is a new one with a used number.
        if (last == 0 || expected == 0) return;
        var gap = unchecked(expected - last);
        if (gap < 0) Lost = long.MaxValue;
        else if (Lost != long.MaxValue) Lost += gap;
    }
}
