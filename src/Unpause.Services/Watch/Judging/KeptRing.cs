using Unpause.Recordings.Rings;

namespace Unpause.Services.Watch.Judging;

/// <summary>A ring that was kept: a copy of a process's last minutes in a folder of its own, and what unpause says of it.</summary>
/// <param name="Folder">Its path.</param>
/// <param name="Process">What was said of the process then.</param>
/// <param name="Reason">Why it was kept.</param>
/// <param name="At">When.</param>
internal sealed record KeptRing(string Folder, RingProcess Process, string Reason, DateTimeOffset At)
{
    /// <summary>Names of the report on it, in its folder.</summary>
    public const string ReportName = "report.json", PageName = "report.html", RecordingsName = "recordings";

    /// <summary>The folder of the recordings, which <c>unpause report</c> reads.</summary>
    public string Recordings => Path.Combine(Folder, RecordingsName);

    /// <summary>What unpause says; null until it has read the ring.</summary>
    public RingVerdict? Verdict { get; init; }
}
