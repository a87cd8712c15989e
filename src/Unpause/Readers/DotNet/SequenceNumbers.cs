namespace Unpause.Readers.DotNet;

/// <summary>Finds events that the runtime dropped: each thread's events are numbered, so a gap is a loss.</summary>
internal sealed class SequenceNumbers
{
    private readonly Dictionary<long, int> _last = [];

    /// <summary>Events lost so far; <see cref="long.MaxValue"/> when their number can't be told.</summary>
    public long Lost { get; private set; }

    /// <summary>Takes the number of a thread's next event.</summary>
    public void Event(long thread, int number) => Check(thread, unchecked(number - 1), number);

    /// <summary>Takes the number of the last event that a thread wrote before a sequence point.</summary>
    public void Checkpoint(long thread, int number) => Check(thread, number, number);

    private void Check(long thread, int expectedLast, int number)
    {
        // A thread whose count begins again is a new one with a used number.
        if (_last.TryGetValue(thread, out var last) && last != 0 && expectedLast != 0)
        {
            var gap = unchecked(expectedLast - last);
            if (gap < 0) Lost = long.MaxValue;
            else if (Lost != long.MaxValue) Lost += gap;
        }

        if (_last.Count < Limits.OpenThreads || _last.ContainsKey(thread)) _last[thread] = number;
    }
}
