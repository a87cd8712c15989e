using Unpause.Recordings;
using Unpause.Reports;

namespace Unpause.Cli;

/// <summary>What a command read, to be reported on.</summary>
/// <param name="Recordings">The processes.</param>
internal sealed record ReportMaterial(IReadOnlyList<Recording> Recordings)
{
    /// <summary>A report that was stored before, instead of recordings; null when there is none.</summary>
    public FinishedReport? Stored { get; init; }

    /// <summary>What is missing and why, in sentences.</summary>
    public IReadOnlyList<string> NotRecorded { get; init; } = [];

    /// <summary>Whether an input gave nothing although it was named, or a part of it could not be read.</summary>
    public bool Incomplete { get; init; }

    /// <summary>Whether it was recorded just now and never will be again: it is reported even when its requests can't be read.</summary>
    public bool Once { get; init; }

    /// <summary>Whether the recording goes with the report, because the user wanted it kept nowhere.</summary>
    public bool Removed { get; init; }

    /// <summary>The process that was recorded, when it is still there.</summary>
    public int? LiveProcess { get; init; }

    /// <summary>The exit code of the program that was run; null when none was.</summary>
    public int? ProgramCode { get; init; }

    /// <summary>Whose run it was, as far as it can be seen; what the user says goes before.</summary>
    public RunIdentity Identity { get; init; } = RunIdentity.Unknown;
}
