using System.Globalization;

namespace Unpause.Reports.Budgets;

/// <summary>A name, a comparison and a limit with its unit: <c>max_pause&gt;200ms</c>.</summary>
/// <param name="Name">The metric's.</param>
/// <param name="Comparison"><c>&gt; &gt;= &lt; &lt;=</c></param>
/// <param name="Limit">In nanoseconds, bytes, percent or as a count.</param>
internal sealed record Condition(string Name, string Comparison, double Limit)
{
    private static readonly string[] Operators = [">=", "<=", ">", "<"];

    /// <summary>Reads a condition.</summary>
    /// <param name="text">As the user wrote it.</param>
    /// <param name="metrics">The names that may stand there, with their units.</param>
    /// <param name="example">A condition, for who wrote none.</param>
    /// <param name="problem">What is wrong and what to write instead; null when nothing is.</param>
    public static Condition? Read(
        string text, IReadOnlyDictionary<string, BudgetUnit> metrics, string example, out string? problem)
    {
        var comparison = Array.Find(Operators, text.Contains);
        if (comparison is null)
        {
            problem = $"'{text}' has no comparison: write for example '{example}'";
            return null;
        }

        var at = text.IndexOf(comparison, StringComparison.Ordinal);
        var name = text[..at].Trim();
        if (!metrics.TryGetValue(name, out var unit))
        {
            problem = Unknown(name, metrics.Keys);
            return null;
        }

        if (!TryParseLimit(text[(at + comparison.Length)..].Trim(), unit, out var limit))
        {
            problem = $"'{text}' has no limit that can be read: write for example '{name}{comparison}{Example(unit)}'";
            return null;
        }

        problem = null;
        return new Condition(name, comparison, limit);
    }

    /// <summary>That a name is no metric, with the one that is meant and all there are.</summary>
    public static string Unknown(string name, IEnumerable<string> known)
    {
        var near = NearestWord.Meant(name.Replace('-', '_').ToLowerInvariant(), known);
        return $"'{name}' is not a known metric; {(near is null ? "known" : $"did you mean {near}? Known")} are {string.Join(", ", known)}";
    }

    /// <summary>Whether it holds for a value.</summary>
    public bool Holds(double value) => Comparison switch
    {
        ">" => value > Limit,
        ">=" => value >= Limit,
        "<" => value < Limit,
        _ => value <= Limit,
    };

    /// <summary>A value in its unit.</summary>
    public static string Written(double value, BudgetUnit unit) => unit switch
    {
        BudgetUnit.Duration => Quantities.Duration(value),
        BudgetUnit.Size => Quantities.Bytes(value),
        BudgetUnit.Percent => Quantities.Percent(value),
        BudgetUnit.Share => value.ToString("0.###", CultureInfo.InvariantCulture),
        _ => value.ToString("#,0", CultureInfo.InvariantCulture),
    };

    /// <summary>Reads a limit with its unit. Digits without end are none: nothing could break such a limit.</summary>
    public static bool TryParseLimit(string text, BudgetUnit unit, out double limit) => unit switch
    {
        BudgetUnit.Duration => Quantities.TryParseDuration(text, out limit),
        BudgetUnit.Size => Quantities.TryParseSize(text, out limit),
        BudgetUnit.Percent => TryParseNumber(text.TrimEnd('%').Trim(), out limit),
        _ => TryParseNumber(text, out limit),
    };

    /// <summary>Reads a number without sign and unit.</summary>
    public static bool TryParseNumber(string text, out double number) =>
        double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out number) && double.IsFinite(number);

    /// <summary>A limit in a unit, for who wrote none that can be read.</summary>
    public static string Example(BudgetUnit unit) => unit switch
    {
        BudgetUnit.Duration => "200ms",
        BudgetUnit.Size => "1.5GiB",
        BudgetUnit.Percent => "95%",
        BudgetUnit.Share => "0.05",
        _ => "10",
    };
}
