using System.ComponentModel.DataAnnotations;

namespace Unpause.Reports.Fleets.Documents;

/// <summary>
/// The verdict about a candidate against a baseline that runs at the same time: the contract <c>unpause.canary/1</c>. Version 1 allows
/// additions, but no renames.
/// </summary>
public sealed record CanaryDocument
{
    /// <summary>The contract's name and version.</summary>
    public const string CurrentSchema = "unpause.canary/1";

    /// <summary>The candidate is stopped for longer, by at least the least change that matters.</summary>
    public const string Worse = "worse";

    /// <summary>It is not stopped for longer by as much as matters.</summary>
    public const string NotWorse = "not_worse";

    /// <summary>Neither can be said yet.</summary>
    public const string Undecided = "undecided";

    /// <summary>The contract's name and version.</summary>
    [AllowedValues(CurrentSchema)]
    public string Schema { get; init; } = CurrentSchema;

    /// <summary>The version of unpause that wrote it.</summary>
    public required string ToolVersion { get; init; }

    /// <summary>The verdict; it may be read again each minute without more false alarms than one look has.</summary>
    [AllowedValues(Worse, NotWorse, Undecided)]
    public required string Verdict { get; init; }

    /// <summary>The verdict in a sentence.</summary>
    public required string Text { get; init; }

    /// <summary>
    /// The change of the stop time per request (or allocated byte, or second) in percent of the baseline's, with an interval that holds at
    /// all looks together.
    /// </summary>
    public required FleetIntervalDocument? ChangePercent { get; init; }

    /// <summary>What the stop time was divided by.</summary>
    [AllowedValues(FleetDeployDocument.PerRequest, FleetDeployDocument.PerAllocatedByte, FleetDeployDocument.PerSecond)]
    public required string Per { get; init; }

    /// <summary>The least change that matters, in percent.</summary>
    public required double LeastChangePercent { get; init; }

    /// <summary>How many more minutes until a change of that size would be seen; null when the verdict is there, and where
    /// unknown.</summary>
    public required double? MinutesLeft { get; init; }

    /// <summary>Processes of the baseline.</summary>
    public required int BaselineProcesses { get; init; }

    /// <summary>Processes of the candidate.</summary>
    public required int CandidateProcesses { get; init; }

    /// <summary>Pairs of time in which both ran, each of which is one observation.</summary>
    public required int Intervals { get; init; }

    /// <summary>Where the numbers come from, and what they cover.</summary>
    public required FleetSourceDocument Source { get; init; }

    /// <summary>A report of the baseline.</summary>
    public required FleetReportLink? BaselineReport { get; init; }

    /// <summary>A report of the candidate.</summary>
    public required FleetReportLink? CandidateReport { get; init; }

    /// <summary>What readers of the numbers must know.</summary>
    public required IReadOnlyList<string> Notes { get; init; }
}
