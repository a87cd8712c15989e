using System.Text;
using Spectre.Console;
using Unpause.Recordings.Cycles;
using Unpause.Reports.Cycles;
using Unpause.Reports.Html;

namespace Unpause.Tests.Cycles;

/// <summary>Cycles as JSON, as a graph, as a page and as text.</summary>
public class CyclesOutputTests
{
    private const string Schema = "unpause.cycles-1.schema.json";

    [Theory]
    [InlineData("kinds")]
    [InlineData("recommendations")]
    public void CyclesJson_Sample_MatchesTheSchema(string name) =>
        Assert.Equal("", ContractSchema.Faults(Text(output => CyclesJson.Write(output, CycleSamples.Read(name))), Schema));

    [Fact]
    public void CyclesJson_UnknownValue_IsNull()
    {
        var document = CycleMaterial.Read(
            [CycleSamples.OfLines("t\t0\tm.A", "o\t0\t8\t0\t0\t\t\t", "e\t0\t0\ta\tme", "z\t9\t1\t8\t0\t0\t1\t5")])!;
        var json = Text(output => CyclesJson.Write(output, document));
        Assert.Equal("", ContractSchema.Faults(json, Schema));
        Assert.Contains("\"share_of_allocated_percent\": null", json, StringComparison.Ordinal);
        Assert.Contains("\"runtime_version\": null", json, StringComparison.Ordinal);
    }

    [Fact]
    public void CyclesDot_Sample_HasEachCycleOnce()
    {
        var dot = Text(output => CyclesDot.Write(CycleSamples.Read("kinds"), output, 5));
        Assert.Equal(5, Count(dot, "subgraph"));
        Assert.Contains("n1_2 -> n1_0 [label=\".parent\"]", dot, StringComparison.Ordinal);
        Assert.Equal(Count(dot, "{"), Count(dot, "}"));
    }

    [Fact]
    public void CyclesHtml_HostileNames_AreEscaped()
    {
        const string evil = "<script>alert(1)</script>\" ]; x \\\u001b[31m";
        var document = CycleMaterial.Read(
            [CycleSamples.OfLines(
                $"t\t0\tm.{evil}", $"o\t0\t8\t0\t0\t{evil}\t\t{evil}", $"e\t0\t0\ta\t{evil}", "z\t9\t1\t8\t0\t0\t1\t5")])!;
        var page = Text(output => DocumentPage.Write(
            json => CyclesJson.Write(json, document), text => text.Write(Encoding.UTF8.GetBytes(Shown(document, 80))), output));
        Assert.DoesNotContain("<script>alert", page, StringComparison.Ordinal);
        Assert.DoesNotContain("\u001b", page, StringComparison.Ordinal);
        var dot = Text(output => CyclesDot.Write(document, output, 5));
        Assert.DoesNotContain("</script>\" ]", dot, StringComparison.Ordinal);
        Assert.DoesNotContain("\u001b", Text(output => CyclesJson.Write(output, document)), StringComparison.Ordinal);
        Assert.DoesNotContain("\u001b", Shown(document, 80), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(80)]
    [InlineData(200)]
    public void CyclesText_Width_IsKept(int width)
    {
        var text = Shown(CycleSamples.Read("kinds"), width);
        Assert.All(text.Split('\n'), line => Assert.InRange(line.Length, 0, width));
        var joined = text.ReplaceLineEndings(" ");
        Assert.StartsWith("48.3 % of the cyclic garbage is in cycles", joined, StringComparison.Ordinal);
        Assert.Contains("all 7 that could be checked match exactly", joined, StringComparison.Ordinal);
    }

    private static string Shown(CyclesDocument document, int width)
    {
        using var text = new StringWriter();
        var console = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Ansi = AnsiSupport.No, ColorSystem = ColorSystemSupport.NoColors, Out = new AnsiConsoleOutput(text),
        });
        console.Profile.Width = width;
        new CyclesWriter(console, 5).Write(document);
        return text.ToString();
    }

    private static int Count(string text, string part) => text.Split(part).Length - 1;

    private static string Text(Action<Stream> write)
    {
        using var stream = new MemoryStream();
        write(stream);
        return Encoding.UTF8.GetString(stream.ToArray());
    }
}
