using System.ComponentModel.DataAnnotations;
using Unpause.Reports.Budgets;

namespace Unpause.Reports.Checks;

/// <summary>Verdicts as <c>unpause.verdicts/1</c> (schema/unpause.verdicts-1.schema.json).</summary>
public static class VerdictJson
{
    /// <summary>The contract's name and version.</summary>
    internal const string Schema = "unpause.verdicts/1";

    /// <summary>Outcomes: broken is exit code 1, no-data is 3, the others are 0.</summary>
    internal const string Kept = "kept", Tolerated = "tolerated", Broken = "broken", NoData = "no-data";

    /// <summary>Units.</summary>
    internal const string Milliseconds = "ms", Bytes = "bytes", Percent = "percent", Share = "share", Count = "count";

    private const double NanosecondsToMilliseconds = 1e-6;

    /// <summary>Writes the verdicts.</summary>
    public static void Write(Stream output, IReadOnlyList<CheckVerdict> verdicts, string file) => IndentedJson.Write(
        output,
        new VerdictsContract(
            Schema,
            ToolVersion.Text,
            file,
            Name(CheckVerdict.Worst(verdicts)),
            VerdictText.Summary(verdicts),
            [.. verdicts.Select(Compose)]),
        VerdictsContractJson.Default.VerdictsContract);

    private static VerdictContract Compose(CheckVerdict verdict) => new(
        Name: verdict.Budget.Name,
        Line: verdict.Budget.Line,
        Metric: verdict.Budget.MetricName,
        Unit: Unit(verdict.Budget.Metric.Unit),
        Bound: verdict.Budget.IsLeast ? BudgetKey.AtLeast : BudgetKey.AtMost,
        Baseline: verdict.Budget.Baseline,
        Note: verdict.Budget.Note,
        Outcome: Name(verdict.Outcome),
        Sentence: VerdictText.Sentence(verdict),
        Results: [.. verdict.Places.Select(place => Compose(place, verdict.Budget))]);

    private static PlaceContract Compose(PlaceVerdict place, FileBudget budget)
    {
        return new(
            Scope: place.Where,
            Outcome: Name(place.Outcome),
            Value: InUnit(place.Value),
            Limit: InUnit(place.Limit),
            ToleratedLimit: InUnit(place.Tolerated),
            BaselineValue: InUnit(place.Baseline),
            Reason: place.Reason,
            Basis: place.Basis);

        double? InUnit(double? value) => value * (budget.Metric.Unit == BudgetUnit.Duration ? NanosecondsToMilliseconds : 1);
    }

    private static string Name(CheckOutcome outcome) => outcome switch
    {
        CheckOutcome.Kept => Kept,
        CheckOutcome.Tolerated => Tolerated,
        CheckOutcome.Broken => Broken,
        _ => NoData,
    };

    private static string Unit(BudgetUnit unit) => unit switch
    {
        BudgetUnit.Duration => Milliseconds,
        BudgetUnit.Size => Bytes,
        BudgetUnit.Percent => Percent,
        BudgetUnit.Share => Share,
        _ => Count,
    };
}

/// <summary>The source-generated writer.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower)]
[JsonSerializable(typeof(VerdictsContract))]
internal sealed partial class VerdictsContractJson : JsonSerializerContext;

/// <summary>Each budget of a file, judged. Unknown values are null. Additions are allowed, renames are not.</summary>
/// <param name="Schema">The contract's name and version.</param>
/// <param name="ToolVersion">The version of unpause that wrote it.</param>
/// <param name="BudgetsFile">The file of budgets, as the user named it.</param>
/// <param name="Outcome">The worst of all budgets: broken is exit code 1, no-data is 3, the others are 0.</param>
/// <param name="Summary">The number of budgets by outcome, for people.</param>
/// <param name="Verdicts">The budgets in the order of the file.</param>
internal sealed record VerdictsContract(
    [property: AllowedValues(VerdictJson.Schema)] string Schema,
    string ToolVersion,
    string BudgetsFile,
    [property: AllowedValues(VerdictJson.Kept, VerdictJson.Tolerated, VerdictJson.Broken, VerdictJson.NoData)] string Outcome,
    string Summary,
    [property: NotEmpty] IReadOnlyList<VerdictContract> Verdicts);

/// <summary>A budget, judged.</summary>
/// <param name="Name">The name of the budget.</param>
/// <param name="Line">The line of its file in which it starts.</param>
/// <param name="Metric">The metric that it limits, by its name in --fail-on.</param>
/// <param name="Unit">The unit of value, limit, tolerated_limit and baseline_value.</param>
/// <param name="Bound">Whether the limit is an upper or a lower bound.</param>
/// <param name="Baseline">The stored report that the limit is relative to; null where it is absolute.</param>
/// <param name="Note">The note in the file of budgets.</param>
/// <param name="Outcome">Broken when it is broken anywhere; no-data when it could be judged nowhere, which is exit code 3.</param>
/// <param name="Sentence">The verdict for people.</param>
/// <param name="Results">The results for each matching process, or for the requests; the worst first.</param>
internal sealed record VerdictContract(
    string Name,
    [property: Range(1, int.MaxValue)] int Line,
    string Metric,
    [property: AllowedValues(VerdictJson.Milliseconds, VerdictJson.Bytes, VerdictJson.Percent, VerdictJson.Count, VerdictJson.Share)]
    string Unit,
    [property: AllowedValues(BudgetKey.AtMost, BudgetKey.AtLeast)] string Bound,
    string? Baseline,
    string? Note,
    [property: AllowedValues(VerdictJson.Kept, VerdictJson.Tolerated, VerdictJson.Broken, VerdictJson.NoData)] string Outcome,
    string Sentence,
    [property: NotEmpty] IReadOnlyList<PlaceContract> Results);

/// <summary>A budget judged for one process, or for the requests.</summary>
/// <param name="Scope">The process, or the requests; null where nothing matches the budget.</param>
/// <param name="Outcome">Whether it holds.</param>
/// <param name="Value">The measured value.</param>
/// <param name="Limit">The limit; of a relative one, applied to the baseline's value.</param>
/// <param name="ToleratedLimit">The limit with its tolerance.</param>
/// <param name="BaselineValue">The baseline's value; null where the limit is absolute.</param>
/// <param name="Reason">Why it could not be judged; null when it was.</param>
/// <param name="Basis">What the value is of, where that differs from the name of the metric; otherwise null.</param>
internal sealed record PlaceContract(
    string? Scope,
    [property: AllowedValues(VerdictJson.Kept, VerdictJson.Tolerated, VerdictJson.Broken, VerdictJson.NoData)] string Outcome,
    [property: Signed] double? Value,
    [property: Signed] double? Limit,
    [property: Signed] double? ToleratedLimit,
    [property: Signed] double? BaselineValue,
    string? Reason,
    string? Basis);
