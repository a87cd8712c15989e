namespace Unpause.Bench.AttributionTruth;

/// <summary>How the clock of the collector's log differs from that of the requests.</summary>
public enum ClockFault
{
    /// <summary>Not at all.</summary>
    None,

    /// <summary>A constant 50 to 250 ms.</summary>
    Tenths,

    /// <summary>A constant 0.25 to 2 s.</summary>
    Second,

    /// <summary>A constant 2 to 30 s.</summary>
    Seconds,

    /// <summary>Whole or half hours, in a recording of 3 to 4 hours.</summary>
    Zone,

    /// <summary>A step of 0.1 to 2 s in the middle.</summary>
    Step,

    /// <summary>20 to 300 millionths apart, over at least 300 s.</summary>
    Drift,
}
