using Unpause.Analysis.Diagnosis;

namespace Unpause.Reports.Composition;

/// <summary>Findings in the document.</summary>
internal static class FindingComposer
{
    private const string AnyProcess = " PID";

    /// <summary>The finding of a process, with the index of the finding that it is a symptom of.</summary>
    /// <param name="found">What a rule found.</param>
    /// <param name="live">The process id while the process runs, for the advised commands; else null.</param>
    /// <param name="stoppedNanoseconds">All stopped time of the process.</param>
    public static FindingDocument Compose(ProcessFinding found, int? live, long stoppedNanoseconds) =>
        Compose(found.Process, found.Finding, found.FollowsFrom, live?.ToString(CultureInfo.InvariantCulture)) with
        {
            Concerns = Sum(found.Finding.Stops, stoppedNanoseconds),
            Explains = found.FollowsFrom is null ? Sum(found.Finding.Explains, stoppedNanoseconds) : null,
        };

    private static StopSumDocument Sum(StopSum stops, long all) => new()
    {
        Count = stops.Count,
        TotalMs = new(stops.Nanoseconds),
        SharePercent = all > 0 ? Math.Round(100.0 * stops.Nanoseconds.Value / all, 2) : null,
    };

    private static FindingDocument Compose(int process, Finding finding, int? followsFrom, string? live) => new()
    {
        Id = finding.Id,
        Process = process,
        NamesCause = finding.NamesCause,
        Severity = Word(finding.Severity),
        Title = finding.Title,
        Evidence = [.. finding.Evidence.Select(evidence => new EvidenceDocument
        {
            Key = evidence.Key,
            Text = evidence.Text,
            // Rounded already. Rounding twice could give another number.
            Value = evidence.Value is { } value && double.IsFinite(value) ? value : null,
            Unit = evidence.Unit,
        })],
        Advice =
        [
            .. finding.Advice.Select(advice => new AdviceDocument
            {
                Text = advice.Text,
                Setting = Command(advice.Setting, live),
                Code = Command(advice.Code, live),
                SettingNames = advice.Explained.Count == 0 ? null : advice.Explained,
                Gain = Compose(advice.Gain),
            })
        ],
        ExpectedGain = finding.ExpectedGain,
        Gain = Compose(finding.Gain),
        SymptomOf = followsFrom,
        Confidence = finding.Confidence is { } confidence ? Word(confidence.Level) : null,
        ConfidenceReason = finding.Confidence?.Why,
        SavingsMaxMs = Milliseconds.FromNanoseconds(finding.TimeBack?.Nanoseconds),
        SavingsSource = finding.TimeBack?.Source,
    };

    private static GainDocument? Compose(Gain? gain) =>
        gain is null ? null : new() { Metric = gain.Metric, Low = gain.Low, High = gain.High, Unit = gain.Unit };

    /// <summary>The command with the process id instead of PID.</summary>
    private static string? Command(string? command, string? live) =>
        live is null ? command : command?.Replace(AnyProcess, $" {live}", StringComparison.Ordinal);

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
