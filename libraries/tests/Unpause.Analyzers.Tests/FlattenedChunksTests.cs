namespace Unpause.Analyzers.Tests;

/// <summary>UNPAUSE005: where it fires, where it is silent, what the fix makes.</summary>
public sealed class FlattenedChunksTests
{
    private const string Id = "UNPAUSE005";

    private const string Fields = "private readonly Unpause.Collections.ChunkedList<int> _list = new();"
        + " private readonly Unpause.Collections.ChunkedHashSet<int> _set = new();"
        + " private readonly Unpause.Collections.ChunkedDictionary<int, string> _map = new();";

    private static SampleProgram Program(string statement) =>
        SampleProgram.WithMembers($"public void Do(params string[] args) {{ {statement} }} {Fields}");

    [Theory]
    [InlineData("var all = _list.ToList(); Use(all.Count);", "var all = _list.ToChunkedList();")]
    [InlineData("List<int> all = _set.ToList();", "ChunkedList<int> all = _set.ToChunkedList();")]
    [InlineData("var all = _list.Select(i => i + 1).ToList(); Use(all);", "_list.Select(i => i + 1).ToChunkedList()")]
    [InlineData("var all = _list.Select(i => new { i }).ToList(); Use(all);", "_list.Select(i => new { i }).ToChunkedList()")]
    [InlineData("var maybe = args.Length > 0 ? _list : null; Use(maybe?.ToList());", "maybe?.ToChunkedList()")]
    [InlineData("var all = _map.Values.ToList(); Use(all);", "_map.Values.ToChunkedList()")]
    [InlineData("var all = new List<int>(_list); Use(all);", "new ChunkedList<int>(_list)")]
    [InlineData("List<int> all = [0, .. _set]; Use(all);", "ChunkedList<int> all = [0, .. _set];")]
    [InlineData("var all = _set.ToArray(); foreach (var one in all) Use(one);", "var all = _set.ToChunkedList();")]
    public void FlattenedChunks_CopiedCollection_BecomesAChunkedCopy(string statement, string expected) =>
        Checked.Repaired(Id, Program(statement), expected, "using Unpause.Collections;");

    [Theory]
    [InlineData("foreach (var one in _list.OrderBy(i => -i)) Use(one);")]
    [InlineData("var sorted = _list.Order().ToList(); Use(sorted);")]
    public void FlattenedChunks_SortedCopy_IsFlaggedWithoutAFix(string statement) => Checked.FlaggedAlone(Id, Program(statement));

    [Theory]
    [InlineData("var some = _list.Where(i => i > 5).ToList(); Use(some);")]
    [InlineData("var some = _list.Take(5).OrderBy(i => i).ToList(); Use(some);")]
    [InlineData("Use(_set.ToArray());")]
    [InlineData("Use(_list.ToArray());")]
    [InlineData("var sum = _list.Select(i => i + 1).Sum(); Use(sum);")]
    [InlineData("List<int> plain = new(); Use(plain.ToList());")]
    [InlineData("var all = new Unpause.Collections.ChunkedHashSet<int>(_list); Use(all);")]
    public void FlattenedChunks_OtherCopies_AreNotFlagged(string statement) => Checked.Silent(Program(statement));

    [Theory]
    [InlineData("public int[] Do() => _set.ToArray();")]
    [InlineData("public int[] Do() { return _set.ToArray(); }")]
    [InlineData("private int[]? _all; public void Do() { _all = _set.ToArray(); Use(_all); }")]
    public void FlattenedChunks_ArrayAskedFor_IsNotFlagged(string member) =>
        Checked.Silent(SampleProgram.WithMembers($"{member} {Fields}"));
}
