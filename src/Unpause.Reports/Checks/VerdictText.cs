using Spectre.Console;
using Unpause.Reports.Budgets;
using Unpause.Reports.Markdown;

namespace Unpause.Reports.Checks;

/// <summary>Verdicts as text and table cells, shared by every output for people.</summary>
internal static class VerdictText
{
    /// <summary>Most subjects of one budget in an output for people.</summary>
    public const int MostPlaces = 10;

    /// <summary>Longest name in a table.</summary>
    private const int MostNameChars = 100;

    private const string Unknown = "–";

    /// <summary>The headings of <see cref="Rows"/>.</summary>
    public static readonly string[] Columns = ["verdict", "budget", "measured", "limit"];

    /// <summary>The word for an outcome.</summary>
    public static string Word(CheckOutcome outcome) => outcome switch
    {
        CheckOutcome.Kept => "kept",
        CheckOutcome.Tolerated => "tolerated",
        CheckOutcome.Broken => "BROKEN",
        _ => "NO DATA",
    };

    /// <summary>All verdicts as a table, budget by budget.</summary>
    public static TextTable Table(IReadOnlyList<CheckVerdict> verdicts) => new(Columns, [.. verdicts.SelectMany(Rows)], 1);

    /// <summary>A sentence for each budget that is not kept, the worst first.</summary>
    public static IEnumerable<(CheckOutcome Outcome, string Sentence)> Sentences(IReadOnlyList<CheckVerdict> verdicts) =>
        from verdict in verdicts.OrderByDescending(verdict => verdict.Outcome)
        where verdict.Outcome != CheckOutcome.Kept
        select (verdict.Outcome, $"{PlainText.Clean(verdict.Budget.Name)}: {Sentence(verdict)}{Note(verdict.Budget)}");

    /// <summary>Sentences on values that differ from what the metrics' names say, each once.</summary>
    public static IEnumerable<string> Bases(IReadOnlyList<CheckVerdict> verdicts) => verdicts
        .SelectMany(verdict => verdict.Places.Where(place => place.Basis is not null)
            .Select(place => $"{verdict.Budget.MetricName} is checked {place.Basis}."))
        .Distinct(StringComparer.Ordinal);

    /// <summary>The verdict on a budget as a clause: that on the worst subject, with the number of others.</summary>
    public static string Sentence(CheckVerdict verdict)
    {
        var same = verdict.Places.Where(place => place.Outcome == verdict.Outcome).ToList();
        var others = same.Count > 1 ? $", and {Quantities.Count(same.Count - 1)} more" : "";
        return Sentence(verdict.Budget, same[0]) + others;
    }

    /// <summary>The verdict on one subject as a clause.</summary>
    public static string Sentence(FileBudget budget, PlaceVerdict place)
    {
        var where = place.Where is { } name ? $" in {name}" : "";
        if (place.Outcome == CheckOutcome.NoData)
            return place.Where is null ? place.Reason! : $"{budget.MetricName} cannot be checked{where}: {place.Reason}";
        var measured = $"{budget.MetricName} {Value(budget, place)}{where}";
        var limit = $"{(budget.IsLeast ? "at least" : "at most")} {Written(budget, place.Limit!.Value)}{Origin(budget, place)}";
        if (place.Outcome == CheckOutcome.Kept) return $"{measured}; {limit}";
        var beyond = Difference(budget, Math.Abs(place.Value!.Value - place.Limit.Value));
        var tolerated = place.Tolerated == place.Limit ? "" : $", tolerated to {Written(budget, place.Tolerated!.Value)}";
        return $"{measured} is {beyond} {(budget.IsLeast ? "less" : "more")} than the limit: {limit}{tolerated}";
    }

    /// <summary>The number of budgets by outcome.</summary>
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

    /// <summary>The owner's note, to be appended to a sentence.</summary>
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

    /// <summary>The difference of two shares is in percentage points: 80 % is 1 percentage point less than 81 %.</summary>
    private static string Difference(FileBudget budget, double value) => budget.Metric.Unit == BudgetUnit.Percent
        ? $"{value.ToString(value < 1 ? "0.###" : "0.#", CultureInfo.InvariantCulture)} percentage points"
        : Written(budget, value);

    /// <summary>A number with its unit. Counts may have decimals: 10 % more than 9 collections is a limit of 9.9.</summary>
    private static string Written(FileBudget budget, double value) => budget.Metric switch
    {
        { Unit: BudgetUnit.Count } when value != Math.Round(value) => value.ToString("#,0.##", CultureInfo.InvariantCulture),
        { Name: "allocation_rate" } => $"{Quantities.Bytes(value)}/s",
        var metric => Condition.Written(value, metric.Unit),
    };
}

/// <summary>Verdicts as test results: one test for each budget and subject. A budget without data is an error.</summary>
public static class VerdictJUnit
{
    /// <summary>Writes the verdicts.</summary>
    public static void Write(Stream output, IReadOnlyList<CheckVerdict> verdicts) =>
        JUnitResults.Write("unpause check", [.. verdicts.SelectMany(CreateCases)], output);

    private static IEnumerable<JUnitCase> CreateCases(CheckVerdict verdict) => verdict.Places.Select(place =>
    {
        var budget = verdict.Budget;
        var outcome = place.Outcome switch
        {
            CheckOutcome.Broken => JUnitOutcome.Failed,
            // A process without data is skipped where the budget could be checked for others.
            CheckOutcome.NoData => verdict.Outcome == CheckOutcome.NoData ? JUnitOutcome.Error : JUnitOutcome.Skipped,
            _ => JUnitOutcome.Passed,
        };
        return new JUnitCase(place.Where ?? "budgets", budget.Name, outcome, VerdictText.Sentence(budget, place), budget.Note);
    });
}

/// <summary>Verdicts for a terminal: a table, sentences on what is not kept, and the counts.</summary>
public static class VerdictTableWriter
{
    /// <summary>Sentences on the budgets that are not kept.</summary>
    public static IEnumerable<string> Sentences(IReadOnlyList<CheckVerdict> verdicts) =>
        VerdictText.Sentences(verdicts).Select(reported => $"{VerdictText.Word(reported.Outcome)}: {reported.Sentence}");

    /// <summary>Writes the verdicts.</summary>
    public static void Write(IAnsiConsole console, IReadOnlyList<CheckVerdict> verdicts)
    {
        TerminalText.WriteTable(VerdictText.Table(verdicts), console);
        console.WriteLine();
        foreach (var (outcome, sentence) in VerdictText.Sentences(verdicts))
        {
            var style = outcome == CheckOutcome.Tolerated ? "yellow" : "red";
            TerminalText.WriteHanging(console, $"{VerdictText.Word(outcome)} ", style, "default", sentence, null);
        }

        foreach (var basis in VerdictText.Bases(verdicts)) TerminalText.WriteHanging(console, "", "default", basis);
        TerminalText.WriteHanging(console, "", "bold", VerdictText.Summary(verdicts));
    }
}

/// <summary>The verdict on a budget for one process, or for the requests. Numbers are in the unit of the budget's metric.</summary>
/// <param name="Where">The process, or the requests; safe to show. Null where the budget applies to nothing.</param>
public sealed record PlaceVerdict(string? Where, CheckOutcome Outcome)
{
    /// <summary>The measured value; null when unknown.</summary>
    public double? Value { get; init; }

    /// <summary>The limit.</summary>
    public double? Limit { get; init; }

    /// <summary>The limit with its tolerance.</summary>
    public double? Tolerated { get; init; }

    /// <summary>The baseline's value; null where there is none.</summary>
    public double? Baseline { get; init; }

    /// <summary>Why it could not be checked, as a clause; null when it was.</summary>
    public string? Reason { get; init; }

    /// <summary>What the value is of, where that differs from the metric's name; otherwise null.</summary>
    public string? Basis { get; init; }

    /// <summary>How far the value is beyond the limit; negative within it, null where either is unknown.</summary>
    internal double? Beyond(bool isLeast) => isLeast ? Limit - Value : Value - Limit;
}

/// <summary>Verdicts in Markdown, for job summaries and comments. GitHub shows nothing of a step's summary above 1 MiB.</summary>
public static class VerdictMarkdown
{
    // An escaped character takes up to five bytes, so all together stay below 600 KB.
    private const int MostRows = 300, MostSentences = 50, MostSentenceChars = 1000;

    /// <summary>Writes the verdicts.</summary>
    public static void Write(TextWriter text, IReadOnlyList<CheckVerdict> verdicts)
    {
        text.WriteLine("## GC budgets");
        text.WriteLine();
        text.WriteLine($"**{VerdictText.Summary(verdicts)}**");
        text.WriteLine();
        var table = VerdictText.Table([.. verdicts.OrderByDescending(verdict => verdict.Outcome)]);
        MarkdownText.WriteTable(text, table with { Rows = [.. table.Rows.Take(MostRows)] }, 2);
        if (table.Rows.Count > MostRows) text.WriteLine($"… and {Quantities.Count(table.Rows.Count - MostRows)} rows more\n");
        var sentences = VerdictText.Sentences(verdicts).ToList();
        foreach (var (outcome, sentence) in sentences.Take(MostSentences))
        {
            var shown = sentence.Length <= MostSentenceChars ? sentence : sentence[..MostSentenceChars] + "…";
            text.WriteLine($"- **{VerdictText.Word(outcome)}** {MarkdownText.Escaped(shown)}");
        }

        if (sentences.Count > MostSentences) text.WriteLine($"- … and {Quantities.Count(sentences.Count - MostSentences)} more");
        foreach (var basis in VerdictText.Bases(verdicts)) text.WriteLine($"- {MarkdownText.Escaped(basis)}");
    }
}
