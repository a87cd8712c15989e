using System.Globalization;
using Unpause.Reports.Comparison;
using Unpause.Reports.Comparison.Documents;

namespace Unpause.Cli.Comparing;

/// <summary>How much a metric may change: <c>p99_pause +10%</c>, <c>throughput -5%</c>.</summary>
/// <param name="Text">As the user wrote it.</param>
/// <param name="Share">The largest allowed change: 0.1 for 10 % more, −0.05 for 5 % less.</param>
internal sealed record ChangeLimit(string Text, string Metric, double Share)
{
    private const string Example = "write for example --fail-on 'p99_pause +10%'";

    /// <summary>Parses a limit.</summary>
    /// <exception cref="UserMistake">The text is not a limit.</exception>
    public static ChangeLimit Parse(string text)
    {
        var sign = text.LastIndexOfAny(['+', '-', '−']);
        var name = sign > 0 ? text[..sign].Trim() : text.Trim();
        var limit = sign > 0 ? text[(sign + 1)..].Trim() : "";
        if (!limit.EndsWith('%') || name.Length == 0
            || !double.TryParse(limit[..^1], NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var percent))
            throw new UserMistake($"--fail-on '{PlainText.Clean(text)}' is not a metric with a relative limit: {Example}");
        return new ChangeLimit(text, name, (text[sign] == '+' ? percent : -percent) / 100);
    }

    /// <summary>Judges it.</summary>
    /// <returns>The exit code; why goes to standard error.</returns>
    /// <exception cref="UserMistake">There is no such metric.</exception>
    public int Judge(ComparisonDocument comparison)
    {
        if (comparison.Metrics.FirstOrDefault(metric => metric.Name == Metric) is not { } metric)
        {
            var known = comparison.Metrics.Select(metric => metric.Name).ToList();
            var near = NearestWord.Meant(Metric, known);
            var all = string.Join(", ", known);
            throw new UserMistake($"--fail-on '{PlainText.Clean(Text)}': these runs have no {PlainText.Clean(Metric)}; "
                + (near is null ? $"they have {all}" : $"did you mean {near}? They have {all}"));
        }

        if (metric.Difference is not { } difference) return Notify($"it is {metric.Reason}", ExitCodes.NotEnoughEvidence);
        // From 0, every increase exceeds every relative limit.
        var share = metric.IsRatio ? difference : metric.Before is { } before && before != 0 ? difference / Math.Abs(before)
            : difference == 0 ? 0 : difference > 0 ? double.PositiveInfinity : double.NegativeInfinity;
        if (Share >= 0 ? share <= Share : share >= Share) return ExitCodes.Done;
        return metric.Verdict switch
        {
            ComparedMetricDocument.WithinNoise => Notify("that is within noise", ExitCodes.NotEnoughEvidence),
            ComparedMetricDocument.TooFew or ComparedMetricDocument.NotComparable =>
                Notify($"this cannot be judged: {metric.Reason}", ExitCodes.NotEnoughEvidence),
            _ => Notify("", ExitCodes.OverBudget),
        };

        int Notify(string doubt, int code)
        {
            Console.Error.WriteLine($"unpause: {(code == ExitCodes.OverBudget ? "broken" : "not judged")}: {PlainText.Clean(Text)}: "
                + $"{ComparisonSentence.Format(metric)}{(doubt.Length > 0 ? $"; {PlainText.Clean(doubt)}" : "")}");
            return code;
        }
    }
}
