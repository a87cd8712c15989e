namespace Unpause.Analyzers.Tests;

/// <summary>Nothing is offered that compiles and does something else.</summary>
public sealed class SameBehaviourTests
{
    private const string Members =
        "public static string Kind(List<int> of) => \"list\"; public static string Kind(IEnumerable<int> of) => \"sequence\"; "
        + "public static string Shape(int[] of) => \"array\"; public static string Shape(object of) => \"object\"; "
        + "public static int Parts(params object[] of) => of.Length; "
        + "public sealed class Holder { public Holder(List<int> of) { } public Holder(IEnumerable<int> of) { } } "
        + "public static bool Test(object of) => of is HashSet<int> || of is int[]; "
        + "public static void Each(List<int> of) { foreach (var one in of) Use(one); }";

    [Theory]
    [InlineData("var list = new List<int>(50_000); Use(Kind(list));")]
    [InlineData("Use(Kind(Enumerable.Range(0, 50_000).ToList()));")]
    [InlineData("var list = new List<int>(50_000); Use(new Holder(list));")]
    [InlineData("Use(Shape(Enumerable.Range(0, 50_000).ToArray()));")]
    [InlineData("var all = Enumerable.Range(0, 50_000).Select(i => (object)i).ToArray(); Use(Parts(all));")]
    [InlineData("var all = Enumerable.Range(0, 50_000).Select(i => (object)i).ToArray(); Use(string.Format(\"{0}\", all));")]
    [InlineData("object set = new HashSet<int>(50_000); Use(Test(set));")]
    [InlineData("object all = Enumerable.Range(0, 50_000).ToArray(); Use(Test(all));")]
    [InlineData(
        "var all = Enumerable.Range(0, 50_000).Select(i => (long)i).ToArray(); var at = 0; foreach (var one in all) all[at++] = one * 2;")]
    [InlineData("var all = Enumerable.Range(0, 50_000).Select(i => (long)i).ToArray(); all.Reverse(); Use(all);")]
    public void SameBehaviour_UseThatWouldBehaveDifferently_IsFlaggedWithoutAFix(string statement) =>
        Checked.FlaggedAlone("UNPAUSE001", SampleProgram.WithBody(statement, Members));

    [Theory]
    [InlineData("var list = new List<long>(50_000); Use(string.Join(\",\", list) + string.Format(\"{0}\", list));")]
    [InlineData("var all = Enumerable.Range(0, 50_000).Select(i => $\"{i}\").ToArray(); Use(string.Join('-', all) + string.Concat(all));")]
    [InlineData("var all = Enumerable.Range(0, 50_000).Select(i => (long)i).ToArray(); Use(all.Contains(5)); Use(all.Min());")]
    [InlineData("var all = Enumerable.Range(0, 50_000).Select(i => (long)i).ToArray(); all[5] = 6; foreach (var one in all) Use(one);")]
    [InlineData("var list = new List<long>(50_000); list.AddRange([1L]); list.Reverse(); Use(list.Max()); Use(new HashSet<long>(list));")]
    [InlineData("var map = new Dictionary<int, int>(50_000); Use(map.GetValueOrDefault(5)); map.Remove(5, out var had); Use(had);")]
    public void SameBehaviour_UseThatBehavesTheSame_IsRepaired(string statement) =>
        Checked.Repaired("UNPAUSE001", SampleProgram.WithBody(statement, Members), "using Unpause.Collections;");

    [Fact]
    public void SameBehaviour_TypeTestForAnotherType_IsRepaired() => Checked.Repaired(
        "UNPAUSE001",
        SampleProgram.WithBody("var list = new List<int>(50_000); Use(args is object o && o is HashSet<int> && (byte[])o == bytes);"),
        "new ChunkedList<int>(50_000)");

    [Fact]
    public void SameBehaviour_TopLevelStatements_CountAsOneMethod()
    {
        var program = SampleProgram.FromFiles(
            "using System.IO;\nStream made = new MemoryStream();\nmade.WriteByte(1);\n"
            + "System.Console.WriteLine(((MemoryStream)made).ToArray().Length);\n");
        Assert.Null(program.Repaired(Assert.Single(program.Flagged)));
    }
}
