using Unpause.Fleet.Stores;

namespace Unpause.Fleet.Questions.Coincidences;

/// <summary>The long stops of one service on one host, in order of time.</summary>
internal sealed class StopSeries(string service, string host)
{
    /// <summary>The service.</summary>
    public string Service { get; } = service;

    /// <summary>The host.</summary>
    public string Host { get; } = host;

    /// <summary>The stops.</summary>
    public List<TimedStop> Stops { get; } = [];

    /// <summary>How far its clocks may be off, in nanoseconds.</summary>
    public long ClockError { get; private set; }

    /// <summary>The mean length in nanoseconds.</summary>
    public double MeanLength { get; private set; }

    /// <summary>Its name in the contract.</summary>
    public string Name => Service.Length == 0 ? Host : Host.Length == 0 ? Service : $"{Service} on {Host}";

    /// <summary>Puts the stops in order.</summary>
    public void Finish()
    {
        Stops.Sort((one, other) => one.At.CompareTo(other.At));
        foreach (var stop in Stops)
        {
            ClockError = Math.Max(ClockError, stop.ClockError);
            MeanLength += (double)stop.Length / Stops.Count;
        }
    }
}
