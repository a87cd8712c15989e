using System.Globalization;

namespace Unpause.Recordings.Readers.DotNet.Collections;

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
                    $"The recording's CPU sampler caused {_samples:N0} suspensions ({_sampleNanoseconds / 1e6:N1} ms in total); "
                    + $"they are not counted."));
        }

        if (!SurvivalWalk) return;
        coverage.Add(string.Create(
            CultureInfo.InvariantCulture,
            $"The recording tracks survivors (keyword 0x400000), which slows the process and its collections. "
            + $"This alone caused {_walks:N0} suspensions ({_walkNanoseconds / 1e6:N1} ms in total) "
            + $"and {InsidePausesNanoseconds / 1e6:N1} ms inside pauses of blocking collections: neither is counted."));
    }
}
