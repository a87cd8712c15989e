namespace Unpause.Reports.Budgets;

/// <summary>A name, a comparison and a limit with its unit: <c>max_pause&gt;200ms</c>.</summary>
/// <param name="Name">The name of the metric.</param>
/// <param name="Comparison">One of <c>&gt; &gt;= &lt; &lt;=</c>.</param>
/// <param name="Limit">The limit in nanoseconds, bytes, percent or as a count.</param>
public sealed record Condition(string Name, string Comparison, double Limit)
{
    private static readonly string[] Operators = [">=", "<=", ">", "<"];

    /// <summary>Parses a condition.</summary>
    /// <param name="text">The condition as the user wrote it.</param>
    /// <param name="metrics">The allowed names with their units.</param>
    /// <param name="example">An example for the error message.</param>
    /// <param name="problem">What is wrong and what to write instead; null when it is valid.</param>
    public static Condition? Read(
        string text, IReadOnlyDictionary<string, BudgetUnit> metrics, string example, out string? problem)
    {
        var comparison = Array.Find(Operators, text.Contains);
        if (comparison is null)
        {
            problem = $"'{text}' has no comparison: write, for example, '{example}'";
            return null;
        }

        var at = text.IndexOf(comparison, StringComparison.Ordinal);
        var name = WorstWindowMetrics.Normalise(text[..at].Trim());
        if (!metrics.TryGetValue(name, out var unit))
        {
            problem = Unknown(name, metrics.Keys);
            return null;
        }

        if (!TryParseLimit(text[(at + comparison.Length)..].Trim(), unit, out var limit))
        {
            problem = $"'{text}' has no valid limit: write, for example, '{name}{comparison}{Example(unit)}'";
            return null;
        }

        problem = null;
        return new Condition(name, comparison, limit);
    }

    /// <summary>The error for an unknown metric, with the nearest name and all known ones.</summary>
    public static string Unknown(string name, IEnumerable<string> known)
    {
        var near = NearestWord.Meant(name.Replace('-', '_').ToLowerInvariant(), known);
        return $"'{name}' is not a known metric; {(near is null ? "known" : $"did you mean {near}? Known")} are {string.Join(", ", known)}";
    }

    /// <summary>Whether the condition is true for a value.</summary>
    public bool Holds(double value) => Comparison switch
    {
        ">" => value > Limit,
        ">=" => value >= Limit,
        "<" => value < Limit,
        _ => value <= Limit,
    };

    /// <summary>A value with its unit.</summary>
    public static string Written(double value, BudgetUnit unit) => unit switch
    {
        BudgetUnit.Duration => Quantities.Duration(value),
        BudgetUnit.Size => Quantities.Bytes(value),
        BudgetUnit.Percent => Quantities.Percent(value),
        BudgetUnit.Share => value.ToString("0.###", CultureInfo.InvariantCulture),
        _ => value.ToString("#,0", CultureInfo.InvariantCulture),
    };

    /// <summary>Parses a limit with its unit. An infinite number is invalid, because nothing could break such a limit.</summary>
    public static bool TryParseLimit(string text, BudgetUnit unit, out double limit) => unit switch
    {
        BudgetUnit.Duration => Quantities.TryParseDuration(text, out limit),
        BudgetUnit.Size => Quantities.TryParseSize(text, out limit),
        BudgetUnit.Percent => TryParseNumber(text.TrimEnd('%').Trim(), out limit),
        _ => TryParseNumber(text, out limit),
    };

    /// <summary>Parses a number without sign and unit.</summary>
    public static bool TryParseNumber(string text, out double number) =>
        double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out number) && double.IsFinite(number);

    /// <summary>An example of a limit in a unit, for error messages.</summary>
    public static string Example(BudgetUnit unit) => unit switch
    {
        BudgetUnit.Duration => "200ms",
        BudgetUnit.Size => "1.5GiB",
        BudgetUnit.Percent => "95%",
        BudgetUnit.Share => "0.05",
        _ => "10",
    };
}
