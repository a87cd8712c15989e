using System.Globalization;
using System.Net;
using Unpause.Recordings.Cycles;

namespace Unpause.Reports.Cycles;

/// <summary>Draws a shortest cycle as SVG: its objects on an ellipse, clockwise, and the reference from each to the next.</summary>
internal static class CycleDrawing
{
    private const double BoxHeight = 34, Letter = 7.4, Padding = 24, MostLetters = 34;
    private const double LabelAbove = 6, LabelBelow = 18, Bend = 46, ArrowRoom = 4, LoopWidth = 90, LoopHeight = 110, LoopFoot = 22;
    private const double Width = 720, LeastHeight = 190, HeightOfObject = 62;

    /// <summary>The SVG; empty when the cycle is unknown.</summary>
    public static string Svg(CycleGroup group)
    {
        var path = group.Path;
        if (path.Count == 0) return "";
        var height = Math.Max(LeastHeight, path.Count * HeightOfObject);
        var boxes = Places(path, height);
        var svg = new System.Text.StringBuilder();
        svg.Append(
            CultureInfo.InvariantCulture, $"<svg viewBox=\"0 0 {Width} {height}\" role=\"img\" aria-label=\"{Text(group.PathText!)}\">");
        for (var i = 0; i < boxes.Length; i++)
            Arrow(svg, boxes[i], boxes[(i + 1) % boxes.Length], path[i].Label.Trim(), boxes.Length, height);
        foreach (var box in boxes) Draw(svg, box);
        return svg.Append("</svg>").ToString();
    }

    /// <summary>The box of one object.</summary>
    private readonly record struct Box(double X, double Y, double HalfWidth, string Name);

    private static Box[] Places(IReadOnlyList<PathStep> path, double height)
    {
        var boxes = new Box[path.Count];
        for (var i = 0; i < path.Count; i++)
        {
            var name = Short(path[i].Node);
            var half = ((name.Length * Letter) + Padding) / 2;
            var angle = (2 * Math.PI * i / path.Count) - (path.Count == 2 ? Math.PI : Math.PI / 2);
            var (centre, middle) = (Width / 2, height / 2);
            var x = path.Count == 1 ? centre : centre + (Math.Cos(angle) * Width * 0.3);
            var y = path.Count == 1 ? height - BoxHeight : middle + (Math.Sin(angle) * (middle - BoxHeight));
            boxes[i] = new Box(Math.Clamp(x, half + 2, Width - half - 2), y, half, name);
        }

        return boxes;
    }

    private static void Arrow(System.Text.StringBuilder svg, Box from, Box to, string label, int count, double height)
    {
        if (count == 1)
        {
            var top = from.Y - (BoxHeight / 2);
            var (left, right, high) = (N(from.X - LoopWidth), N(from.X + LoopWidth), N(top - LoopHeight));
            Path(svg, $"M {N(from.X - LoopFoot)} {N(top)} C {left} {high} {right} {high} {N(from.X + LoopFoot)} {N(top - ArrowRoom)}");
            Label(svg, from.X, top - LoopWidth, label);
            return;
        }

        // Two references between the same boxes are drawn apart; any other bends outwards.
        var (middleX, middleY) = ((from.X + to.X) / 2, (from.Y + to.Y) / 2);
        var (awayX, awayY) = count == 2
            ? (0.0, from.X < to.X ? -1.0 : 1.0)
            : Direction(middleX - (Width / 2), middleY - (height / 2));
        var (bendX, bendY) = (middleX + (awayX * Bend * 1.6), middleY + (awayY * Bend * (count == 2 ? 1.6 : 0.7)));
        var (startX, startY) = Edge(from, bendX, bendY, 0);
        var (endX, endY) = Edge(to, bendX, bendY, ArrowRoom);
        Path(svg, $"M {N(startX)} {N(startY)} Q {N(bendX)} {N(bendY)} {N(endX)} {N(endY)}");
        var below = bendY > middleY ? LabelBelow : -LabelAbove;
        Label(svg, (startX + (2 * bendX) + endX) / 4, ((startY + (2 * bendY) + endY) / 4) + below, label);
    }

    private static (double X, double Y) Direction(double x, double y)
    {
        var length = Math.Sqrt((x * x) + (y * y));
        return length < 1 ? (1, 0) : (x / length, y / length);
    }

    /// <summary>The point where a line from a box's centre towards a point leaves the box.</summary>
    private static (double X, double Y) Edge(Box box, double x, double y, double room)
    {
        var (dx, dy) = (x - box.X, y - box.Y);
        var scale = Math.Min(
            (box.HalfWidth + room) / Math.Max(1e-6, Math.Abs(dx)), ((BoxHeight / 2) + room) / Math.Max(1e-6, Math.Abs(dy)));
        return (box.X + (dx * Math.Min(1, scale)), box.Y + (dy * Math.Min(1, scale)));
    }

    private static void Path(System.Text.StringBuilder svg, string line) =>
        svg.Append(CultureInfo.InvariantCulture, $"<path class=\"arrow\" d=\"{line}\" marker-end=\"url(#head)\"/>");

    private static void Label(System.Text.StringBuilder svg, double x, double y, string label)
    {
        var shown = Short(label);
        var half = shown.Length * Letter / 2;
        svg.Append(CultureInfo.InvariantCulture,
            $"<text class=\"by\" x=\"{N(Math.Clamp(x, half, Width - half))}\" y=\"{N(Math.Max(14, y))}\">{Text(shown)}</text>");
    }

    private static void Draw(System.Text.StringBuilder svg, Box box) => svg.Append(CultureInfo.InvariantCulture,
        $"<rect x=\"{N(box.X - box.HalfWidth)}\" y=\"{N(box.Y - (BoxHeight / 2))}\" width=\"{N(2 * box.HalfWidth)}\" "
        + $"height=\"{BoxHeight}\" rx=\"8\"/>"
        + $"<text class=\"node\" x=\"{N(box.X)}\" y=\"{N(box.Y + 5)}\">{Text(box.Name)}</text>");

    private static string Short(string text) => text.Length <= MostLetters ? text : $"{text[..((int)MostLetters - 1)]}…";

    private static string N(double value) => value.ToString("0.#", CultureInfo.InvariantCulture);

    private static string Text(string text) => WebUtility.HtmlEncode(PlainText.Clean(text));
}
