using Unpause.Diagnosis;
using Unpause.Reports.Documents;

namespace Unpause.Reports.Composition;

/// <summary>What a rule found.</summary>
internal static class FindingComposer
{
    /// <summary>The finding of a process, with the index of the finding that it follows from.</summary>
    public static FindingDocument Compose(ProcessFinding found) => Compose(found.Process, found.Finding, found.FollowsFrom);

    private static FindingDocument Compose(int process, Finding finding, int? followsFrom) => new()
    {
        Id = finding.Id,
        Process = process,
        Severity = Word(finding.Severity),
        Title = finding.Title,
        Evidence = [.. finding.Evidence.Select(evidence => new EvidenceDocument
        {
            Text = evidence.Text,
            // Rounded already, and only once: a second time could make it read otherwise.
            Value = evidence.Value is { } value && double.IsFinite(value) ? value : null,
            Unit = evidence.Unit,
        })],
        Advice =
        [
            .. finding.Advice.Select(advice => new AdviceDocument { Text = advice.Text, Setting = advice.Setting, Code = advice.Code })
        ],
        ExpectedGain = finding.ExpectedGain,
        Gain = finding.Gain is { } gain ? new() { Metric = gain.Metric, Low = gain.Low, High = gain.High, Unit = gain.Unit } : null,
        FollowsFrom = followsFrom,
        Confidence = finding.Confidence is { } confidence ? Word(confidence.Level) : null,
        ConfidenceReason = finding.Confidence?.Why,
        TimeBackMs = Milliseconds.Of(finding.TimeBack?.Nanoseconds),
        TimeBackSource = finding.TimeBack?.Source,
    };

    private static string Word(ConfidenceLevel level) => level switch
    {
        ConfidenceLevel.Certain => FindingDocument.Certain,
        ConfidenceLevel.Likely => FindingDocument.Likely,
        _ => FindingDocument.Possible,
    };

    private static string Word(Severity severity) => severity switch
    {
        Severity.High => FindingDocument.High,
        Severity.Medium => FindingDocument.Medium,
        Severity.Low => FindingDocument.Low,
        _ => FindingDocument.Info,
    };
}
