namespace Unpause.Analyzers.Tests;

/// <summary>Generated code: methods of thousands of statements, and chains that double at each step.</summary>
public sealed class ScaleTests
{
    // Each case takes less than half a second. Asked for one by one, the lists took ten, and the chains never ended.
    private static readonly TimeSpan Enough = TimeSpan.FromSeconds(3);

    [Theory]
    [InlineData("var a{0} = new List<int>(); ")]
    [InlineData("var n{0} = {0} / 100; var a{0} = new List<int>(n{0}); ")]
    [InlineData("var a{0} = new MemoryStream(); Use(a{0}); ")]
    [InlineData("var a{0} = Encoding.UTF8.GetString(bytes); Use(a{0}); Use(Encoding.UTF8.GetBytes(a{0})); ")]
    public void Analysis_ThousandsOfOneKind_IsQuick(string statement) => IsQuick(string.Concat(
        Enumerable.Range(0, 3000).Select(i => statement.Replace("{0}", $"{i}", StringComparison.Ordinal))));

    [Fact]
    public void Analysis_ThousandsOfAdditionsInALoop_IsQuick() => IsQuick(
        "var list = new List<int>(); for (var i = 0; i < args.Length; i++) { "
        + string.Concat(Enumerable.Repeat("list.Add(i); ", 3000)) + "}");

    [Theory]
    [InlineData("var a{0} = a{1}.Concat(a{1}); ")]
    [InlineData("var a{0} = a{1}.Union(a{1}.Skip(1)); ")]
    public void Analysis_EachTwiceTheOneBefore_IsQuick(string statement) => IsQuick(
        "var a0 = Enumerable.Range(0, 1); " + string.Concat(Enumerable.Range(1, 40).Select(i => statement
            .Replace("{0}", $"{i}", StringComparison.Ordinal).Replace("{1}", $"{i - 1}", StringComparison.Ordinal)))
        + "Use(a40.ToList());");

    [Fact]
    public void Analysis_CyclicLocals_IsQuick() => IsQuick(
        "IEnumerable<int> a = null!, b; b = a.Concat(a); a = b.Concat(b); Use(a.ToList());");

    private static void IsQuick(string statements)
    {
        var taken = SampleProgram.WithBody(statements).AnalysisTime;
        Assert.True(taken < Enough, $"{taken}");
    }
}
