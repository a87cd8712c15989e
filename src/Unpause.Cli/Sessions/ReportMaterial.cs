namespace Unpause.Cli.Sessions;

/// <summary>The input of a report.</summary>
internal sealed record ReportMaterial(IReadOnlyList<Recording> Recordings)
{
    /// <summary>A report that was stored before, instead of recordings; null when there is none.</summary>
    public FinishedReport? Stored { get; init; }

    /// <summary>What is missing and why, in sentences.</summary>
    public IReadOnlyList<string> NotRecorded { get; init; } = [];

    /// <summary>Whether a named input was unreadable, in whole or in part.</summary>
    public bool Incomplete { get; init; }

    /// <summary>Whether it was recorded just now and cannot be repeated: it is reported even when its requests cannot be read.</summary>
    public bool Once { get; init; }

    /// <summary>Whether the recording is removed after the report, because the user did not ask to keep it.</summary>
    public bool Removed { get; init; }

    /// <summary>The process that was recorded, if it still runs.</summary>
    public int? LiveProcess { get; init; }

    /// <summary>The exit code of the program that was run; null when none was.</summary>
    public int? ProgramCode { get; init; }

    /// <summary>The identity of the run as far as it is known; the user's labels take precedence.</summary>
    public RunIdentity Identity { get; init; } = RunIdentity.Unknown;
}
