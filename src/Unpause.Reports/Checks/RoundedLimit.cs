using System.Globalization;
using Unpause.Reports.Budgets;

namespace Unpause.Reports.Checks;

/// <summary>A limit 50 % beyond a measured number, rounded to two digits, as a person would write it.</summary>
internal static class RoundedLimit
{
    /// <summary>Room for run-to-run variance: 50 %.</summary>
    public const double Room = 1.5;

    // 0.4 % plus 50 % is 0.6 %, not 0.61 %.
    private const double Rounding = 1e-9;

    private static readonly (string Suffix, double Size)[] Durations = [("s", 1e9), ("ms", 1e6), ("us", 1e3), ("ns", 1)];

    private static readonly (string Suffix, double Size)[] Sizes =
        [("GiB", 1024.0 * 1024 * 1024), ("MiB", 1024 * 1024), ("KiB", 1024), ("b", 1)];

    /// <summary>The limit as text.</summary>
    /// <param name="value">The measured value.</param>
    /// <param name="unit">Its unit.</param>
    /// <param name="isLeast">Whether the limit is a minimum: then the difference to 100 % gets the room.</param>
    public static string Of(double value, BudgetUnit unit, bool isLeast) => unit switch
    {
        BudgetUnit.Duration => In(Durations, value),
        BudgetUnit.Size => In(Sizes, value),
        BudgetUnit.Percent when isLeast => Least(value),
        BudgetUnit.Percent => value == 0 ? "1%" : $"{Text(Math.Min(100, Up(value * Room)))}%",
        _ => Text(Math.Ceiling(value * Room)),
    };

    private static string Least(double percent)
    {
        var missing = Math.Max(0.1, Up((100 - percent) * Room));
        return $"{Text(Math.Max(0, 100 - missing))}%";
    }

    private static string In((string Suffix, double Size)[] units, double value)
    {
        var (suffix, size) = Array.Find(units, unit => value * Room >= unit.Size) is { Suffix: not null } found ? found : units[^1];
        return $"{Text(Math.Max(1, Up(value * Room / size)))}{suffix}";
    }

    /// <summary>Rounds up to two digits, so that the measured value stays below.</summary>
    private static double Up(double value)
    {
        if (value <= 0) return 0;
        var step = Math.Pow(10, Math.Floor(Math.Log10(value)) - 1);
        return Math.Ceiling((value / step) - Rounding) * step;
    }

    private static string Text(double value) => value.ToString("0.#######", CultureInfo.InvariantCulture);
}
