namespace Unpause.Analyzers.Tests;

/// <summary>UNPAUSE001 of what loops fill: silent wherever elements may go again before there are many.</summary>
public sealed class LoopAdditionsTests
{
    private const string Fill = "for (var i = 0; i < 100_000; i++) { list.Add(i); ";

    private const string Members =
        "private static void Send(List<int> batch) => batch.Clear(); "
        + "private static Task SendAsync(List<int> batch) { batch.Clear(); return Task.CompletedTask; } "
        + "private static void Renew(ref List<int> batch) => batch = new List<int>();";

    [Theory]
    [InlineData("if (i % 500 == 0) { Use(list); list = new List<int>(); } }")]
    [InlineData("if (i % 500 == 0) { Use(list); list = new List<int>(500); } }")]
    [InlineData("if (i % 500 == 0) Send(list); }")]
    [InlineData("if (i % 500 == 0) await SendAsync(list); }")]
    [InlineData("if (i % 500 == 0) Renew(ref list); }")]
    [InlineData("Clean(); } void Clean() => Send(list);")]
    public void LoopAdditions_ClearedInBatches_AreNotFlagged(string rest) =>
        Checked.Silent(SampleProgram.WithBody("var list = new List<int>(); " + Fill + rest, Members));

    [Theory]
    [InlineData("var list = new List<int>(); var same = list; " + Fill + "if (i % 500 == 0) same.Clear(); }")]
    [InlineData("List<int>? list = new(); for (var i = 0; i < 100_000; i++) { list!.Add(i); list?.Clear(); Use(list); }")]
    [InlineData("var list = new List<int>(); Action clean = () => Send(list); " + Fill + "clean(); }")]
    [InlineData("var set = new HashSet<int>(); for (var i = 0; i < 100_000; i++) { set.Add(i); set.IntersectWith(new[] { i }); }")]
    [InlineData("var set = new HashSet<int>(); for (var i = 0; i < 100_000; i++) { set.Add(i); set.ExceptWith(new[] { i }); }")]
    [InlineData("var set = new HashSet<int>(new Same()); for (var i = 0; i < 100_000; i++) set.Add(i);")]
    [InlineData("var set = new HashSet<int>(Enumerable.Range(0, 100_000), new Same());")]
    [InlineData("var set = Enumerable.Range(0, 100_000).ToHashSet(new Same());")]
    [InlineData("var map = new Dictionary<int, int>(new Same()); for (var i = 0; i < 100_000; i++) map[i] = i;")]
    [InlineData("var list = Enumerable.Repeat(1, 100_000).Union(args.Select(a => a.Length)).ToList();")]
    [InlineData("var list = Enumerable.Range(0, 100_000).Union(args.Select(a => a.Length), new Same()).ToList();")]
    [InlineData(
        "var set = new HashSet<int>(); for (var i = 0; i < 5000; i++) set.Add(i); for (var i = 0; i < 5000; i++) set.Add(i);")]
    public void LoopAdditions_UncertainCount_IsNotFlagged(string statement) => Checked.Silent(SampleProgram.WithBody(
        statement,
        Members + " private sealed class Same : IEqualityComparer<int> { public bool Equals(int x, int y) => true; "
        + "public int GetHashCode(int obj) => 0; }"));

    [Theory]
    [InlineData("Use(list.Count + list[0] + list[^1]); }")]
    [InlineData("foreach (var x in list) Use(x); Use(list.Sum()); lock (list) Use(i); }")]
    [InlineData("} Send(list);")]
    [InlineData("} for (var i = 0; i < 3; i++) Send(list);")]
    [InlineData("} Action clean = () => Send(list); clean();")]
    [InlineData("} var same = list; same.Clear();")]
    public void LoopAdditions_GivenAwayWhenFull_BecomeChunked(string rest) => Checked.Repaired(
        "UNPAUSE001", SampleProgram.WithBody("var list = new List<int>(); " + Fill + rest, Members), "var list = new ChunkedList<int>();");
}
