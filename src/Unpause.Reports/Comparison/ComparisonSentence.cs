using Unpause.Reports.Comparison.Documents;

namespace Unpause.Reports.Comparison;

/// <summary>One number of a comparison as text.</summary>
public static class ComparisonSentence
{
    /// <summary><c>p99 pause 12 ms → 3 ms (−75 %, −80 to −70 %)</c></summary>
    public static string Of(ComparedMetricDocument metric) => PlainText.Clean(ComparisonText.Told(metric));
}
