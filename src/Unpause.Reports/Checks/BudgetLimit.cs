using Unpause.Reports.Budgets;

namespace Unpause.Reports.Checks;

/// <summary>An amount in a budgets file: a limit, absolute or relative to a baseline, or a tolerance.</summary>
/// <param name="Text">The amount as written.</param>
/// <param name="Kind">The kind of amount.</param>
/// <param name="Amount">The amount in nanoseconds, bytes, percent or as a count; negative for less.</param>
internal sealed record BudgetLimit(string Text, LimitKind Kind, double Amount)
{
    /// <summary>The unit of percentage points: for a share, +1% would be ambiguous.</summary>
    private const string Points = "pp";

    /// <summary>Whether it needs a baseline.</summary>
    public bool IsRelative => Kind != LimitKind.Absolute;

    /// <summary>The limit in the metric's unit.</summary>
    /// <param name="baseline">The baseline's number, where the limit is relative.</param>
    public double Compute(double baseline) => Kind switch
    {
        LimitKind.Share => baseline + (baseline * Amount / 100),
        LimitKind.Difference => baseline + Amount,
        _ => Amount,
    };

    /// <summary>Parses a limit.</summary>
    /// <exception cref="Settings.YamlFault">The text is invalid.</exception>
    public static BudgetLimit Read(PlacedText placed, BudgetUnit unit)
    {
        var text = placed.Text.Trim();
        if (text[0] is not ('+' or '-' or '−'))
        {
            return Condition.TryParseLimit(text, unit, out var limit)
                ? new BudgetLimit(text, LimitKind.Absolute, limit)
                : throw placed.Fault(
                    $"'{text}' is not a limit of this metric: write, for example, {Condition.Example(unit)}, or +10% of a baseline");
        }

        var read = Parsed(text[1..].Trim(), unit)
            ?? throw placed.Fault($"'{text}' is not a difference to a baseline: write, for example, +10%, or {Difference(unit)}");
        var signed = text[0] == '+' ? read.Amount : -read.Amount;
        if (read.Kind == LimitKind.Share && signed <= -100) throw placed.Fault($"'{text}' leaves nothing of the baseline");
        return new BudgetLimit(text, read.Kind, signed);
    }

    /// <summary>Parses a tolerance.</summary>
    /// <exception cref="Settings.YamlFault">The text is invalid.</exception>
    public static BudgetLimit Tolerance(PlacedText placed, BudgetUnit unit)
    {
        var text = placed.Text.Trim();
        return Parsed(text, unit) is var (kind, amount)
            ? new BudgetLimit(text, kind, amount)
            : throw placed.Fault($"'{text}' is not a tolerance: write, for example, 5% of the limit, or {Difference(unit)[1..]}");
    }

    private static (LimitKind Kind, double Amount)? Parsed(string text, BudgetUnit unit)
    {
        if (text.EndsWith('%')) return Condition.TryParseNumber(text[..^1].Trim(), out var share) ? (LimitKind.Share, share) : null;
        if (unit != BudgetUnit.Percent) return Condition.TryParseLimit(text, unit, out var amount) ? (LimitKind.Difference, amount) : null;
        return text.EndsWith(Points, StringComparison.Ordinal) && Condition.TryParseNumber(text[..^Points.Length].Trim(), out var points)
            ? (LimitKind.Difference, points)
            : null;
    }

    private static string Difference(BudgetUnit unit) => unit == BudgetUnit.Percent ? $"+1{Points}" : $"+{Condition.Example(unit)}";
}

/// <summary>The kind of an amount in a budgets file.</summary>
internal enum LimitKind
{
    /// <summary>An absolute amount in the metric's unit.</summary>
    Absolute,

    /// <summary>A relative difference to another number, in percent.</summary>
    Share,

    /// <summary>A difference to another number, in the metric's unit.</summary>
    Difference,
}
