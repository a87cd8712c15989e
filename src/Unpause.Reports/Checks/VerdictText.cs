using System.Globalization;
using Unpause.Reports;
using Unpause.Reports.Budgets;

namespace Unpause.Checks;

/// <summary>Verdicts in words and table cells, the same in every output for people.</summary>
internal static class VerdictText
{
    /// <summary>Most places that an output for people lists of one budget.</summary>
    public const int MostPlaces = 10;

    /// <summary>Longest name in a table.</summary>
    private const int MostNameChars = 100;

    private const string Unknown = "–";

    /// <summary>The headings of <see cref="Rows"/>.</summary>
    public static readonly string[] Columns = ["verdict", "budget", "measured", "limit"];

    /// <summary>An outcome in a word or two.</summary>
    public static string Word(CheckOutcome outcome) => outcome switch
    {
        CheckOutcome.Kept => "kept",
        CheckOutcome.Tolerated => "tolerated",
        CheckOutcome.Broken => "BROKEN",
        _ => "NO DATA",
    };

    /// <summary>All verdicts as a table, budget by budget.</summary>
    public static TextTable Table(IReadOnlyList<CheckVerdict> verdicts) => new(Columns, [.. verdicts.SelectMany(Rows)], 1);

    /// <summary>What must be read of the verdicts, a sentence each: what is not simply kept, the worst first.</summary>
    public static IEnumerable<(CheckOutcome Outcome, string Sentence)> Sentences(IReadOnlyList<CheckVerdict> verdicts) =>
        from verdict in verdicts.OrderByDescending(verdict => verdict.Outcome)
        where verdict.Outcome != CheckOutcome.Kept
        select (verdict.Outcome, $"{PlainText.Clean(verdict.Budget.Name)}: {Sentence(verdict)}{Note(verdict.Budget)}");

    /// <summary>By what else budgets were judged than their metrics' names say, each once.</summary>
    public static IEnumerable<string> Bases(IReadOnlyList<CheckVerdict> verdicts) => verdicts
        .SelectMany(verdict => verdict.Places.Where(place => place.Basis is not null)
            .Select(place => $"{verdict.Budget.MetricName} is judged {place.Basis}."))
        .Distinct(StringComparer.Ordinal);

    /// <summary>What became of a budget, a clause: of the worst place that decided, with how many others there are.</summary>
    public static string Sentence(CheckVerdict verdict)
    {
        var same = verdict.Places.Where(place => place.Outcome == verdict.Outcome).ToList();
        var others = same.Count > 1 ? $", and {Quantities.Count(same.Count - 1)} more" : "";
        return Sentence(verdict.Budget, same[0]) + others;
    }

    /// <summary>The same of one place.</summary>
    public static string Sentence(FileBudget budget, PlaceVerdict place)
    {
        var where = place.Where is { } name ? $" in {name}" : "";
        if (place.Outcome == CheckOutcome.NoData)
            return place.Where is null ? place.Reason! : $"{budget.MetricName} can't be judged{where}: {place.Reason}";
        var measured = $"{budget.MetricName} {Value(budget, place)}{where}";
        var limit = $"{(budget.IsLeast ? "at least" : "at most")} {Written(budget, place.Limit!.Value)}{Origin(budget, place)}";
        if (place.Outcome == CheckOutcome.Kept) return $"{measured}; {limit}";
        var beyond = Difference(budget, Math.Abs(place.Value!.Value - place.Limit.Value));
        var tolerated = place.Tolerated == place.Limit ? "" : $", and to {Written(budget, place.Tolerated!.Value)} is tolerated";
        return $"{measured} is {beyond} {(budget.IsLeast ? "less" : "more")} than the limit: {limit}{tolerated}";
    }

    /// <summary>How many budgets are what.</summary>
    public static string Summary(IReadOnlyList<CheckVerdict> verdicts)
    {
        (CheckOutcome Outcome, string What)[] words =
        [
            (CheckOutcome.Broken, "broken"), (CheckOutcome.NoData, "without data"), (CheckOutcome.Tolerated, "tolerated"),
            (CheckOutcome.Kept, "kept"),
        ];
        var counts = words.Select(word => (word.What, Count: verdicts.Count(verdict => verdict.Outcome == word.Outcome)))
            .Where(word => word.Count > 0).Select(word => $"{Quantities.Count(word.Count)} {word.What}");
        return $"{Quantities.Count(verdicts.Count, "budget")}: {string.Join(", ", counts)}.";
    }

    /// <summary>What its owner says, behind a sentence.</summary>
    public static string Note(FileBudget budget) => budget.Note is { } note ? $" ({PlainText.Clean(note)})" : "";

    private static IEnumerable<string[]> Rows(CheckVerdict verdict)
    {
        var budget = verdict.Budget;
        var several = verdict.Places.Count > 1;
        foreach (var place in verdict.Places.Take(MostPlaces))
        {
            yield return
            [
                Word(place.Outcome),
                several && place.Where is { } where ? $"{Shortened(budget.Name)} · {Shortened(where)}" : Shortened(budget.Name),
                place.Value is null ? Unknown : Value(budget, place),
                Limit(budget, place),
            ];
        }

        if (verdict.Places.Count > MostPlaces)
            yield return ["", $"{Shortened(budget.Name)} · {Quantities.Count(verdict.Places.Count - MostPlaces)} more", "", ""];
    }

    private static string Shortened(string name) => name.Length <= MostNameChars ? name : name[..(MostNameChars - 1)] + "…";

    private static string Value(FileBudget budget, PlaceVerdict place) => Written(budget, place.Value!.Value);

    private static string Limit(FileBudget budget, PlaceVerdict place)
    {
        var sign = budget.IsLeast ? "≥" : "≤";
        return place.Limit is not { } limit ? $"{sign} {budget.Limit.Text}"
            : $"{sign} {Written(budget, limit)}{(budget.Limit.IsRelative ? $" ({budget.Limit.Text})" : "")}";
    }

    private static string Origin(FileBudget budget, PlaceVerdict place) =>
        place.Baseline is not { } baseline ? ""
            : $" ({budget.Limit.Text} of {Written(budget, baseline)} in {PlainText.Clean(budget.Baseline!)})";

    /// <summary>Of two shares the difference is no share: 80 % is 1 percentage point less than 81 %.</summary>
    private static string Difference(FileBudget budget, double value) => budget.Metric.Unit == BudgetUnit.Percent
        ? $"{value.ToString(value < 1 ? "0.###" : "0.#", CultureInfo.InvariantCulture)} percentage points"
        : Written(budget, value);

    /// <summary>A number in its unit. Ten percent more than nine collections are 9.9, which ten are more than.</summary>
    private static string Written(FileBudget budget, double value) => budget.Metric switch
    {
        { Unit: BudgetUnit.Count } when value != Math.Round(value) => value.ToString("#,0.##", CultureInfo.InvariantCulture),
        { Name: "allocation_rate" } => $"{Quantities.Bytes(value)}/s",
        var metric => Condition.Written(value, metric.Unit),
    };
}
