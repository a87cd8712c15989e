using Unpause.Recordings.Cycles;

namespace Unpause.Reports.Cycles;

/// <summary>The shortest cycle of each group as a graph for Graphviz (https://graphviz.org/doc/info/lang.html).</summary>
public static class CyclesDot
{
    /// <summary>Writes the graph.</summary>
    /// <param name="output">The stream to write to; it stays open.</param>
    /// <param name="groups">How many groups are drawn.</param>
    public static void Write(CyclesDocument document, Stream output, int groups)
    {
        using var dot = new StreamWriter(output, new UTF8Encoding(false), leaveOpen: true) { NewLine = "\n" };
        dot.WriteLine("digraph cycles {");
        dot.WriteLine("  graph [fontname=\"sans-serif\", labeljust=l];");
        dot.WriteLine("  node [fontname=\"sans-serif\", shape=box, style=rounded];");
        dot.WriteLine("  edge [fontname=\"sans-serif\"];");
        var number = 0;
        foreach (var group in document.Groups.Take(groups)) Write(dot, group, ++number);
        dot.WriteLine("}");
    }

    private static void Write(StreamWriter dot, CycleGroup group, int number)
    {
        dot.WriteLine($"  subgraph cluster_{number} {{");
        var label = $"{number}. {group.Title}: {Quantities.Percent(group.SharePercent)}, {Quantities.Count(group.Cycles)} seen";
        dot.WriteLine($"    label={Quoted(label)};");
        var path = group.Path;
        for (var i = 0; i < path.Count; i++)
            dot.WriteLine($"    n{number}_{i} [label={Quoted(path[i].Node)}, tooltip={Quoted(path[i].Type)}];");
        for (var i = 0; i < path.Count; i++)
            dot.WriteLine($"    n{number}_{i} -> n{number}_{(i + 1) % path.Count} [label={Quoted(path[i].Label.Trim())}];");
        if (path.Count == 0) dot.WriteLine($"    n{number} [label={Quoted(group.Title)}];");
        dot.WriteLine("  }");
    }

    // In quoted text only the quote, and a backslash before it, are special; escapes such as \N would be replaced.
    private static string Quoted(string text) =>
        $"\"{PlainText.Clean(text).Replace("\\", "\\\\", StringComparison.Ordinal).Replace("\"", "\\\"", StringComparison.Ordinal)}\"";
}
