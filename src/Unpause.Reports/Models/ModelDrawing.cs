using System.Globalization;
using System.Net;
using System.Text;
using Unpause.Analysis.CostModels;

namespace Unpause.Reports.Models;

/// <summary>Draws the share of time in GC over the memory limit as SVG.</summary>
internal static class ModelDrawing
{
    private const double Width = 760, Height = 320, Left = 64, Right = 40, Top = 16, Bottom = 56;
    private const int Ticks = 4;
    private const double HeadRoom = 1.1;

    /// <summary>The SVG; empty with fewer than two points.</summary>
    /// <param name="points">The points in ascending order of their limits.</param>
    /// <param name="now">The point of the current limit; null where there is none.</param>
    /// <param name="across">The title of the horizontal axis.</param>
    /// <param name="up">The title of the vertical axis.</param>
    public static string Svg(IReadOnlyList<CurvePoint> points, CurvePoint? now, string across, string up)
    {
        if (points.Count < 2) return "";
        var most = Math.Clamp(points.Max(point => point.High) * HeadRoom, 0.01, 100);
        var (least, end) = (points[0].LimitBytes, points[^1].LimitBytes);
        var svg = new StringBuilder();
        svg.Append(CultureInfo.InvariantCulture, $"<svg viewBox=\"0 0 {Width} {Height}\" role=\"img\" aria-label=\"");
        svg.Append(WebUtility.HtmlEncode($"{up} over {across}")).Append("\">");
        for (var i = 0; i <= Ticks; i++) AddTicks(svg, i, most, least, end);
        svg.Append(CultureInfo.InvariantCulture, $"<polygon class=\"band\" points=\"{Line(points, point => point.High)} ");
        svg.Append(CultureInfo.InvariantCulture, $"{Line(points.Reverse(), point => point.Low)}\"/>");
        svg.Append(CultureInfo.InvariantCulture, $"<polyline class=\"line\" points=\"{Line(points, point => point.Percent)}\"/>");
        if (now is { } here)
        {
            svg.Append(CultureInfo.InvariantCulture, $"<circle cx=\"{X(here.LimitBytes):0.#}\" cy=\"{Y(here.Percent):0.#}\" r=\"6\"/>");
            svg.Append(CultureInfo.InvariantCulture, $"<text x=\"{X(here.LimitBytes) + 10:0.#}\" y=\"{Y(here.Percent) - 10:0.#}\">");
            svg.Append("now</text>");
        }

        svg.Append(CultureInfo.InvariantCulture, $"<text x=\"{(Left + Width - Right) / 2}\" y=\"{Height - 10}\" class=\"middle\">");
        return svg.Append(WebUtility.HtmlEncode(across)).Append("</text></svg>").ToString();

        double X(double bytes) => Left + ((Width - Left - Right) * (bytes - least) / Math.Max(1, end - least));

        double Y(double percent) => Height - Bottom - ((Height - Top - Bottom) * Math.Clamp(percent, 0, most) / most);

        string Line(IEnumerable<CurvePoint> along, Func<CurvePoint, double> value) => string.Join(
            ' ', along.Select(point => string.Create(CultureInfo.InvariantCulture, $"{X(point.LimitBytes):0.#},{Y(value(point)):0.#}")));
    }

    private static void AddTicks(StringBuilder svg, int tick, double most, double least, double end)
    {
        var y = Height - Bottom - ((Height - Top - Bottom) * tick / Ticks);
        var x = Left + ((Width - Left - Right) * tick / Ticks);
        svg.Append(CultureInfo.InvariantCulture, $"<line x1=\"{Left}\" x2=\"{Width - Right}\" y1=\"{y:0.#}\" y2=\"{y:0.#}\"/>");
        svg.Append(CultureInfo.InvariantCulture, $"<text x=\"{Left - 8}\" y=\"{y + 5:0.#}\" class=\"end\">");
        svg.Append(ModelText.Share(most * tick / Ticks)).Append("</text>");
        svg.Append(CultureInfo.InvariantCulture, $"<text x=\"{x:0.#}\" y=\"{Height - Bottom + 20}\" class=\"middle\">");
        svg.Append(Quantities.Bytes(least + ((end - least) * tick / Ticks))).Append("</text>");
    }
}
