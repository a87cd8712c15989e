using System.Globalization;
using Unpause.Recordings;

namespace Unpause.Readers.DotNet.Collections;

/// <summary>
/// Stops that a recording tool made, so that they are no fault of the program: the runtime's CPU sampler stops the
/// process for each sample; survivor tracking (keyword 0x400000) stops it once more in each background collection.
/// </summary>
internal sealed class ToolStops
{
    private long _samples;
    private Total _sampleNanoseconds;
    private long _walks;
    private Total _walkNanoseconds;

    /// <summary>Whether the recording holds CPU samples.</summary>
    public bool Sampler { get; set; }

    /// <summary>Whether it holds lists of survivors.</summary>
    public bool SurvivalWalk { get; set; }

    /// <summary>Time inside pauses of the program that survivors were listed for a tool.</summary>
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

    /// <summary>Says what was left out.</summary>
    public void AddNotes(CoverageBuilder coverage)
    {
        if (_samples > 0)
        {
            coverage.Add(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"{_samples:N0} stops of together {_sampleNanoseconds / 1e6:N1} ms were made by the recording's CPU "
                    + $"sampler and are not counted."));
        }

        if (!SurvivalWalk) return;
        coverage.Add(string.Create(
            CultureInfo.InvariantCulture,
            $"The recording tracks survivors (keyword 0x400000), which slows the program and its collections; {_walks:N0} stops of "
            + $"together {_walkNanoseconds / 1e6:N1} ms were made for it alone, and {InsidePausesNanoseconds / 1e6:N1} ms of blocking "
            + $"collections' pauses: neither is counted."));
    }
}
