using Unpause.Fleet.Stores;

namespace Unpause.Fleet.Questions.Hosts;

/// <summary>The sums of one host.</summary>
internal sealed class HostSums(string host)
{
    /// <summary>The host.</summary>
    public string Host { get; } = host;

    /// <summary>Stop time in seconds.</summary>
    public double Stop { get; private set; }

    /// <summary>Recorded time in seconds.</summary>
    public double Covered { get; private set; }

    /// <summary>The stop time of the usual host in its hours.</summary>
    public double Expected { get; private set; }

    /// <summary>The slice with the most stop time of those that have a report.</summary>
    public FleetSlice? Worst { get; private set; }

    /// <summary>The share of time that it was stopped.</summary>
    public double Share => Stop / Covered;

    /// <summary>Adds a slice.</summary>
    public void Add(FleetSlice slice, double expected)
    {
        Stop += slice.Stops.SumSeconds;
        Covered += slice.CoveredSeconds;
        Expected += expected;
        if (slice.Report is not null && !(Worst?.Stops.SumSeconds >= slice.Stops.SumSeconds)) Worst = slice;
    }
}
