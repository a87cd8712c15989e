using System.Globalization;
using System.Text;
using Unpause.Reports.Comparison.Documents;

namespace Unpause.Reports.Comparison;

/// <summary>
/// Draws the ratio of each percentile after to before on a logarithmic axis, with its confidence interval (a shift function:
/// K. Doksum, Empirical probability plots and statistical inference for nonlinear models in the two-sample case, 1974).
/// </summary>
internal static class ShiftDrawing
{
    private const double Width = 900, Row = 30, Left = 70, Middle = 560, Top = 8, Bottom = 34;

    // The axis reaches at least 5 % to both sides.
    private const double LeastReach = 0.05, LabelRoom = 60, Gone = 1e-3;

    /// <summary>The SVG: a row for each percentile, decreases to the left and increases to the right.</summary>
    public static string Svg(ComparedDistributionDocument distribution)
    {
        var rows = distribution.Shifts.Where(shift => shift.BeforeMs > 0).ToList();
        var height = Top + (rows.Count * Row) + Bottom;
        var (low, high) = (rows.Min(row => Ratio(row, row.LowMs)), rows.Max(row => Ratio(row, row.HighMs)));
        (low, high) = (Math.Min(low, -LeastReach), Math.Max(high, LeastReach));
        var svg = new StringBuilder();
        svg.Append(CultureInfo.InvariantCulture,
            $"<svg viewBox=\"0 0 {Width} {height}\" role=\"img\" aria-label=\"Shift of the percentiles of {distribution.Kind}\">");
        var zero = X(0);
        svg.Append(CultureInfo.InvariantCulture,
            $"<line class=\"zero\" x1=\"{N(zero)}\" x2=\"{N(zero)}\" y1=\"{Top}\" y2=\"{N(height - Bottom)}\"/>");
        foreach (var value in new[] { low, 0, high })
        {
            if (value != 0 && Math.Abs(X(value) - zero) < LabelRoom) continue;
            svg.Append(CultureInfo.InvariantCulture,
                $"<text class=\"middle\" x=\"{N(X(value))}\" y=\"{N(height - 12)}\">{ComparisonText.Share(Math.Exp(value) - 1)}</text>");
        }

        for (var i = 0; i < rows.Count; i++) Draw(i, rows[i]);
        return svg.Append("</svg>").ToString();

        double X(double ratio) => Left + ((ratio - low) * (Middle - Left) / (high - low));

        void Draw(int index, ShiftDocument row)
        {
            var y = N(Top + ((index + 0.5) * Row));
            var moved = row.AfterMs - row.BeforeMs;
            svg.Append(CultureInfo.InvariantCulture,
                $"<text class=\"end\" x=\"{Left - 12}\" y=\"{y}\">p{row.Percentile:0.#}</text>"
                + $"<line class=\"range\" x1=\"{N(X(Ratio(row, row.LowMs)))}\" x2=\"{N(X(Ratio(row, row.HighMs)))}\" "
                + $"y1=\"{y}\" y2=\"{y}\"/>"
                + $"<circle class=\"dot\" cx=\"{N(X(Ratio(row, moved)))}\" cy=\"{y}\" r=\"4\"/>"
                + $"<text x=\"{Middle + 40}\" y=\"{y}\">{Quantities.Duration(row.BeforeMs * 1e6)} → "
                + $"{Quantities.Duration(row.AfterMs * 1e6)} ({ComparisonText.Share(moved / row.BeforeMs)})</text>");
        }
    }

    /// <summary>The logarithm of after divided by before; that of 1/1000 for a value that vanished.</summary>
    private static double Ratio(ShiftDocument row, double difference) => Math.Log(Math.Max(Gone, 1 + (difference / row.BeforeMs)));

    private static string N(double value) => value.ToString("0.#", CultureInfo.InvariantCulture);
}
