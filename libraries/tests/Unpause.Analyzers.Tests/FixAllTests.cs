using Microsoft.CodeAnalysis.CodeFixes;

namespace Unpause.Analyzers.Tests;

/// <summary>"Fix all" repairs everything of a document and of a project in one pass.</summary>
public sealed class FixAllTests
{
    private static readonly string[] Bodies =
    [
        "using System.Collections.Generic; using System.Linq; internal class %1 { public int Do() { "
        + "var a = new List<int>(50_000); List<int> b = new(60_000), c = new(1); List<int> d = Enumerable.Range(0, 100_000).ToList(); "
        + "var e = new HashSet<int>(new List<int>(Enumerable.Range(0, 100_000).ToList())); d = Made(); "
        + "return a.Count + b.Count + c.Count + d.Count + e.Count; } private static List<int> Made() { return new List<int>(70_000); } }",
        "using System.IO; internal class %1 { public object Do() { MemoryStream s; s = new MemoryStream(); var a = s.ToArray(); "
        + "s = new MemoryStream(10); var b = s.ToArray(); var t = new MemoryStream(); return new object[] { a, b, t.ToArray() }; } }",
        "using System.Text; internal class %1 { public void Do(byte[] x) { var a = Encoding.UTF8.GetBytes(Encoding.ASCII.GetString(x)); "
        + "var b = Encoding.Convert(Encoding.UTF8, Encoding.ASCII, Encoding.Convert(Encoding.ASCII, Encoding.UTF8, a)); "
        + "var s = Encoding.UTF8.GetString(b); var c = Encoding.UTF8.GetBytes(s); } }",
        "using System; internal class %1 { public void Do() { GC.Collect(); GC.Collect(2); if (Math.Abs(1) > 0) GC.Collect(); } }",
        "using System.Collections.Generic; using System.Linq; using Unpause.Collections; internal class %1 { "
        + "public int Do(ChunkedList<int> x) { var a = x.ToList(); List<int> b = [.. x], c = new(x); "
        + "List<int> d = a.Count > 1 ? x.ToList() : new List<int>(x); "
        + "return a.Count + b.Count + c.Count + d.Count; } }",
    ];

    public static TheoryData<string, int, int> Rules => new()
    {
        // The two in one declaration with others stay: their fix would change what was not flagged.
        { "UNPAUSE001", 0, 1 }, { "UNPAUSE002", 1, 0 }, { "UNPAUSE003", 2, 0 }, { "UNPAUSE004", 3, 0 }, { "UNPAUSE005", 4, 2 },
    };

    [Theory]
    [MemberData(nameof(Rules))]
    public void FixAll_OneDocument_RepairsOnlyThatDocument(string id, int body, int left)
    {
        var program = SampleProgram.FromFiles(Body(body, "A"), Body(body, "B"));
        Assert.Empty(program.Faults);
        var repaired = program.AllRepaired(id, FixAllScope.Document);
        Assert.NotNull(repaired);
        Assert.Empty(repaired.Faults);
        Assert.Equal(left, Left(repaired, id, "File0.cs"));
        Assert.Equal(Left(program, id, "File1.cs"), Left(repaired, id, "File1.cs"));
        Assert.Equal(Body(body, "B"), repaired.Texts()[1]);
    }

    [Theory]
    [MemberData(nameof(Rules))]
    public void FixAll_WholeProject_RepairsEveryDocument(string id, int body, int left)
    {
        var program = SampleProgram.FromFiles(Body(body, "A"), Body(body, "B"), Body(body, "C"));
        Assert.True(Left(program, id, "File0.cs") >= 3);
        var repaired = program.AllRepaired(id, FixAllScope.Project);
        Assert.NotNull(repaired);
        Assert.Empty(repaired.Faults);
        foreach (var file in (string[])["File0.cs", "File1.cs", "File2.cs"]) Assert.Equal(left, Left(repaired, id, file));
        foreach (var text in repaired.Texts())
        {
            Assert.True(text.Split("using Unpause.").Length <= 2, text);
        }
    }

    [Fact]
    public void Rules_All_HaveAFix()
    {
        var rules = SampleProgram.Analyzers.SelectMany(analyzer => analyzer.SupportedDiagnostics).Select(rule => rule.Id);
        var repaired = SampleProgram.Fixes.SelectMany(fixes => fixes.FixableDiagnosticIds);
        Assert.Equal(rules.Order(StringComparer.Ordinal), repaired.Order(StringComparer.Ordinal));
    }

    private static string Body(int number, string name) => Bodies[number].Replace("%1", name, StringComparison.Ordinal);

    private static int Left(SampleProgram program, string id, string file) => program.Flagged.Count(
        found => found.Id == id && string.Equals(found.Location.SourceTree!.FilePath, file, StringComparison.Ordinal));
}
