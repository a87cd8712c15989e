namespace Unpause.Fleet.Stores;

/// <summary>
/// Which of the selected runs of one process count where their times overlap; the same in every store that has runs. In the order of their
/// starts, of equal ones the longer first, then the smaller key, a run is left out when more than half of its time lies before the latest
/// end of those that count. So a report of two hours leaves out the hourly ones within it, reports that touch at their ends all count, and
/// of reports of the last ten minutes that are made every four, those count that have most of their time to themselves. A run that is left
/// out leaves out no other: its own time may not be counted.
/// </summary>
internal struct OverlapRule
{
    /// <summary>The share of a run's time that others may have.</summary>
    public const double MostShare = 0.5;

    private string? _service, _process;
    private double _reach;

    /// <summary>Whether the next run does not count.</summary>
    /// <param name="start">Its start in milliseconds.</param>
    /// <param name="end">Its end.</param>
    public bool LeavesOut(string service, string process, long start, long end)
    {
        if (service != _service || process != _process)
            (_service, _process, _reach) = (service, process, double.NegativeInfinity);
        // Doubles: the numbers of a store may be any.
        if (_reach - start > MostShare * Math.Max(0, (double)end - start)) return true;
        _reach = Math.Max(_reach, end);
        return false;
    }
}
