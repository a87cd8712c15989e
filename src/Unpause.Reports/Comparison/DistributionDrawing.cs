using System.Globalization;
using System.Text;
using Unpause.Analysis.Histograms;
using Unpause.Reports.Comparison.Documents;

namespace Unpause.Reports.Comparison;

/// <summary>Draws two densities as SVG on a logarithmic axis.</summary>
internal static class DistributionDrawing
{
    private const double Width = 900, Height = 260, Left = 20, Right = 20, Top = 24, Bottom = 36;

    // Buckets that become one point: single buckets would draw noise.
    private const int Joined = 8;

    private const int PerDoubling = 1 << ExponentialHistogram.Scale;

    /// <summary>The SVG.</summary>
    public static string Svg(ComparedDistributionDocument distribution)
    {
        var (first, last) = Range(distribution);
        var (before, after) = (Density(distribution.Before, first, last), Density(distribution.After, first, last));
        var most = Math.Max(before.Max(), after.Max());
        var svg = new StringBuilder();
        svg.Append(CultureInfo.InvariantCulture,
            $"<svg viewBox=\"0 0 {Width} {Height}\" role=\"img\" aria-label=\"Durations of {distribution.Kind} before and after\">");
        Axis(svg, first, last);
        Area(svg, before, most, "before");
        Area(svg, after, most, "after");
        svg.Append(CultureInfo.InvariantCulture, $"<rect class=\"before\" x=\"{Left}\" y=\"6\" width=\"12\" height=\"12\"/>"
            + $"<text x=\"{Left + 18}\" y=\"16\">before ({Quantities.Count(distribution.Before.Count)})</text>"
            + $"<rect class=\"after\" x=\"{Left + 170}\" y=\"6\" width=\"12\" height=\"12\"/>"
            + $"<text x=\"{Left + 188}\" y=\"16\">after ({Quantities.Count(distribution.After.Count)})</text>");
        return svg.Append("</svg>").ToString();
    }

    /// <summary>The points with values on either side, and one more at each end.</summary>
    private static (int First, int Last) Range(ComparedDistributionDocument distribution)
    {
        var filled = Filled(distribution.Before).Concat(Filled(distribution.After)).ToList();
        return filled.Count == 0 ? (-1, 1) : (filled.Min() - 1, filled.Max() + 1);
    }

    private static IEnumerable<int> Filled(BucketsDocument values)
    {
        for (var i = 0; i < values.Buckets.Count; i++)
        {
            if (values.Buckets[i] > 0) yield return Point(values.Offset + i);
        }
    }

    private static int Point(int bucket) => (int)Math.Floor((double)bucket / Joined);

    private static double[] Density(BucketsDocument values, int first, int last)
    {
        var density = new double[last - first + 1];
        for (var i = 0; i < values.Buckets.Count; i++)
        {
            if (values.Buckets[i] > 0) density[Point(values.Offset + i) - first] += (double)values.Buckets[i] / values.Count;
        }

        return density;
    }

    private static void Area(StringBuilder svg, double[] density, double most, string which)
    {
        svg.Append(CultureInfo.InvariantCulture, $"<path class=\"area {which}\" d=\"M {N(Left)} {N(Height - Bottom)}");
        for (var i = 0; i < density.Length; i++)
            svg.Append(CultureInfo.InvariantCulture, $" L {N(X(i, density.Length))} {N(Y(most > 0 ? density[i] / most : 0))}");
        svg.Append(CultureInfo.InvariantCulture, $" L {N(Width - Right)} {N(Height - Bottom)} Z\"/>");
    }

    private static void Axis(StringBuilder svg, int first, int last)
    {
        svg.Append(CultureInfo.InvariantCulture,
            $"<line class=\"axis\" x1=\"{Left}\" x2=\"{Width - Right}\" y1=\"{Height - Bottom}\" y2=\"{Height - Bottom}\"/>");
        // Powers of ten milliseconds.
        for (var power = -6; power <= 13; power++)
        {
            var at = (Math.Log2(Math.Pow(10, power)) * PerDoubling / Joined) - first;
            if (at < 0 || at > last - first) continue;
            var x = Left + (at * (Width - Left - Right) / (last - first));
            svg.Append(CultureInfo.InvariantCulture,
                $"<line class=\"axis\" x1=\"{N(x)}\" x2=\"{N(x)}\" y1=\"{Top}\" y2=\"{Height - Bottom + 5}\"/>"
                + $"<text class=\"middle\" x=\"{N(x)}\" y=\"{Height - 14}\">{Quantities.Duration(Math.Pow(10, power) * 1e6)}</text>");
        }
    }

    private static double X(int point, int points) => Left + (point * (Width - Left - Right) / (points - 1));

    private static double Y(double share) => Height - Bottom - (share * (Height - Bottom - Top));

    private static string N(double value) => value.ToString("0.#", CultureInfo.InvariantCulture);
}
