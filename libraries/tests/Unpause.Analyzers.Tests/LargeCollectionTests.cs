namespace Unpause.Analyzers.Tests;

/// <summary>UNPAUSE001: where it fires, where it is silent, what the fix makes.</summary>
public sealed class LargeCollectionTests
{
    private const string Id = "UNPAUSE001";

    [Theory]
    [InlineData("var list = new List<int>(50_000);", "new ChunkedList<int>(50_000)")]
    [InlineData("List<int> list = new List<int>(50_000);", "ChunkedList<int> list = new ChunkedList<int>(50_000)")]
    [InlineData("List<string> list = new(20_000);", "ChunkedList<string> list = new(20_000)")]
    [InlineData("List<string?>? list = new(20_000); Use(list);", "ChunkedList<string?>? list = new(20_000)")]
    [InlineData("Use(new List<int>(50_000) { 1, 2 });", "Use(new ChunkedList<int>(50_000) { 1, 2 })")]
    [InlineData("IList<int> list = new List<int>(50_000);", "IList<int> list = new ChunkedList<int>(50_000)")]
    [InlineData("var list = new System.Collections.Generic.List<decimal>(6_000);", "new ChunkedList<decimal>(6_000)")]
    [InlineData("var set = new HashSet<int>(Enumerable.Range(0, 30_000));", "new ChunkedHashSet<int>(Enumerable.Range(0, 30_000))")]
    [InlineData("const int Size = 1 << 14; var map = new Dictionary<int, string>(Size);", "new ChunkedDictionary<int, string>(Size)")]
    [InlineData("var size = 50_000; var list = new List<int>(size);", "new ChunkedList<int>(size)")]
    [InlineData("var list = new List<(int A, int B, int C)>(8_000);", "new ChunkedList<(int A, int B, int C)>(8_000)")]
    [InlineData("var list = new List<int>(21_244);", "new ChunkedList<int>(21_244)")]
    public void LargeCollection_Created_BecomesChunked(string statement, string expected) =>
        Checked.Repaired(Id, SampleProgram.WithBody(statement), expected, "using Unpause.Collections;");

    [Theory]
    [InlineData("var list = Enumerable.Range(0, 100_000).ToList();", "var list = Enumerable.Range(0, 100_000).ToChunkedList();")]
    [InlineData("List<int> list = Enumerable.Range(0, 100_000).ToList();", "ChunkedList<int> list = Enumerable.Range(0, 100_000).ToChu")]
    [InlineData("var list = Enumerable.Repeat(\"\", 20_000).Select(s => s + 1).ToList();", ".Select(s => s + 1).ToChunkedList()")]
    [InlineData(
        "var list = Enumerable.ToList(Enumerable.Range(0, 100_000));",
        "ChunkedEnumerable.ToChunkedList(Enumerable.Range(0, 100_000))")]
    [InlineData("var range = Enumerable.Range(0, 100_000); var list = range.ToList();", "range.ToChunkedList()")]
    [InlineData("var range = Enumerable.Range(0, 100_000); var list = range.ToList<int>();", "range.ToChunkedList<int>()")]
    [InlineData("foreach (var i in Enumerable.Range(0, 100_000).OrderBy(i => -i).ToList()) Use(i);", ".OrderBy(i => -i).ToChunkedList())")]
    [InlineData("var set = Enumerable.Range(0, 100_000).ToHashSet();", "Enumerable.Range(0, 100_000).ToChunkedHashSet()")]
    [InlineData("var map = Enumerable.Range(0, 100_000).ToDictionary(i => i);", "Range(0, 100_000).ToChunkedDictionary(i => i)")]
    [InlineData(
        "var map = Enumerable.Range(0, 100_000).ToDictionary(i => $\"{i}\", j => j, StringComparer.Ordinal);",
        "Enumerable.Range(0, 100_000).ToChunkedDictionary(i => $\"{i}\", j => j, StringComparer.Ordinal)")]
    [InlineData("var map = Enumerable.Range(0, 100_000).ToDictionary(i => { return i; });", "ToChunkedDictionary(i => { return i; })")]
    [InlineData("var map = Enumerable.Range(0, 100_000).ToDictionary(Math.Abs);", "ToChunkedDictionary(Math.Abs)")]
    [InlineData("var list = Enumerable.Range(0, 100_000).Select(i => new { i }).ToList(); Use(list[0].i);", "}).ToChunkedList()")]
    [InlineData(
        "int[] all = Enumerable.Range(0, 100_000).ToArray(); foreach (var i in all) Use(i);",
        "ChunkedList<int> all = Enumerable.Range(0, 100_000).ToChunkedList()")]
    [InlineData("var sum = Enumerable.Range(0, 100_000).ToArray().Sum();", "Enumerable.Range(0, 100_000).ToChunkedList().Sum()")]
    [InlineData("var all = Enumerable.Range(0, 9).Concat(Enumerable.Range(9, 90_000)).ToList();", "90_000)).ToChunkedList()")]
    [InlineData("var all = Enumerable.Range(0, 90_000).Skip(9).Take(50_000).ToList();", "Take(50_000).ToChunkedList()")]
    [InlineData(
        "var all = Enumerable.Range(0, 90_000) // All.\n// Each,\n.Select(i => i) // as it is.\n// In a list.\n.ToList(); // Done.\n",
        "Enumerable.Range(0, 90_000) // All.\n// Each,\n.Select(i => i) // as it is.\n// In a list.\n.ToChunkedList(); // Done.\n")]
    public void LargeCollection_MadeByLinq_BecomesChunked(string statement, string expected) =>
        Checked.Repaired(Id, SampleProgram.WithBody(statement), expected);

    [Theory]
    [InlineData("List<int> list = [.. Enumerable.Range(0, 100_000)];", "ChunkedList<int> list = [.. Enumerable.Range(0, 100_000)];")]
    [InlineData("HashSet<int> set = [1, .. Enumerable.Range(0, 100_000)]; Use(set);", "ChunkedHashSet<int> set = [1, .. Enumerable")]
    [InlineData("int[] all = [.. Enumerable.Range(0, 100_000)]; foreach (var i in all) Use(i);", "ChunkedList<int> all = [.. ")]
    public void LargeCollection_SpreadExpression_BecomesChunked(string statement, string expected) =>
        Checked.Repaired(Id, SampleProgram.WithBody(statement), expected);

    [Theory]
    [InlineData("var list = new List<int>(); for (var i = 0; i < 100_000; i++) list.Add(i);", "var list = new ChunkedList<int>();")]
    [InlineData(
        "List<int> list; list = new(); for (var i = 99_999; i >= 0; i -= 2) { Use(i); list.Add(i); }",
        "ChunkedList<int> list; list = new();")]
    [InlineData("var list = new List<int>(16); foreach (var i in Enumerable.Range(0, 100_000)) list.Add(i);", "new ChunkedList<int>(16);")]
    [InlineData(
        "var list = new List<int>(); for (var i = 0; i < 400; i++) for (var j = 0; j < 400; ++j) list.Add(j);",
        "new ChunkedList<int>();")]
    [InlineData("var list = new List<int>(); list.AddRange(Enumerable.Range(0, 100_000));", "new ChunkedList<int>();")]
    [InlineData("var set = new HashSet<int>(); for (var i = 0; i < 100_000; i++) set.Add(i);", "new ChunkedHashSet<int>();")]
    [InlineData(
        "var map = new Dictionary<int, int>(); for (var i = 0; i < 100_000; i++) map[i] = i;",
        "new ChunkedDictionary<int, int>();")]
    [InlineData(
        "var map = new Dictionary<string, int>(); for (var i = 0; i < 100_000; i++) map.Add($\"{i}\", i);",
        "new ChunkedDictionary<string, int>();")]
    [InlineData(
        "if (args.Length > 0) { var list = new List<int>(); for (var i = 0; i < 100_000; i++) list.Add(i); }",
        "new ChunkedList<int>();")]
    [InlineData(
        "Action act = () => { var list = new List<int>(); for (var i = 0; i < 100_000; i++) list.Add(i); };",
        "new ChunkedList<int>();")]
    public void LargeCollection_FilledInALoop_BecomesChunked(string statement, string expected) =>
        Checked.Repaired(Id, SampleProgram.WithBody(statement), expected);

    [Theory]
    [InlineData("var set = new HashSet<long>(Enumerable.Range(0, 30_000).Select(i => (long)i));")]
    [InlineData("var set = new HashSet<int>(Enumerable.Repeat(1, 100_000));")]
    [InlineData("var set = Enumerable.Range(0, 100_000).Select(i => i % 10).ToHashSet();")]
    [InlineData("var list = Enumerable.Range(0, 100_000).Where(i => i > 99_990).ToList();")]
    [InlineData("var list = Enumerable.Range(0, 100_000).Take(10).ToList();")]
    [InlineData("var list = Enumerable.Range(0, args.Length).ToList();")]
    [InlineData("var list = new List<int>(21_243);")]
    [InlineData("var list = new List<(int A, int B, int C)>(4_000);")]
    [InlineData("var list = new List<byte>(80_000);")]
    [InlineData("var list = new List<int>();")]
    [InlineData("int n = args.Length; var list = new List<int>(n);")]
    [InlineData("int n = 100_000; n = args.Length; var list = new List<int>(n);")]
    [InlineData("List<int> list = [.. Enumerable.Range(0, 100)];")]
    [InlineData("List<int> list = [1, 2, 3];")]
    [InlineData("var list = new List<int>(); for (var i = 0; i < args.Length; i++) list.Add(i);")]
    [InlineData("var list = new List<int>(); for (var i = 0; i < 100_000; i++) if (i % 1000 == 0) list.Add(i);")]
    [InlineData("var list = new List<int>(); for (var i = 0; i < 100_000; i++) { if (i > 10) break; list.Add(i); }")]
    [InlineData("for (var i = 0; i < 100_000; i++) { var list = new List<int>(); list.Add(i); }")]
    [InlineData("var list = new List<int>(); for (var i = 0; i < 100_000; i++) { list.Add(i); if (list.Count == 9) list.Clear(); }")]
    [InlineData("var list = new List<int>(); for (var i = 0; i < 100_000; i++) { list.Add(i); i += 1000; }")]
    [InlineData("var set = new HashSet<int>(); for (var i = 0; i < 100_000; i++) set.Add(i % 10);")]
    [InlineData("var set = new HashSet<int>(); for (var i = 0; i < 1000; i++) for (var j = 0; j < 1000; j++) set.Add(j);")]
    [InlineData("var map = new Dictionary<int, int>(); for (var i = 0; i < 100_000; i++) map[i % 10] = i;")]
    [InlineData("for (Use(int.TryParse(args[0], out var x)); x < 100_000; x++) { var list = new List<int>(); list.Add(x); }")]
    public void LargeCollection_SmallOrUnknownCount_IsNotFlagged(string statement) => Checked.Silent(SampleProgram.WithBody(statement));

    [Theory]
    [InlineData("private static readonly List<int> All = new(100_000);")]
    [InlineData("private static readonly HashSet<int> All = Enumerable.Range(0, 100_000).ToHashSet();")]
    [InlineData("private static readonly IReadOnlyList<int> All = Enumerable.Range(0, 100_000).ToList().AsReadOnly();")]
    [InlineData("private static readonly List<int> All = [.. Enumerable.Range(0, 100_000)];")]
    [InlineData("private static List<int> All { get; } = new(100_000);")]
    [InlineData("private static List<int> All { get; set; } = new(100_000);")]
    [InlineData("private static List<int> _all = new(100_000);")]
    [InlineData("private static List<int>? _all; public List<int> All() => _all ??= new(100_000);")]
    [InlineData("private static List<int>? _all; public void Read() { if (_all is null) _all = Enumerable.Range(0, 100_000).ToList(); }")]
    [InlineData("private static readonly List<int> All; static Program() { All = new(100_000); }")]
    [InlineData("private static readonly Lazy<List<int>> All = new(() => new List<int>(100_000));")]
    public void LargeCollection_StaticReadonlyField_IsNotFlagged(string member) => Checked.Silent(SampleProgram.WithMembers(member));

    [Theory]
    [InlineData("private static readonly Func<object> Make = () => new List<int>(100_000);", "new ChunkedList<int>(100_000)")]
    [InlineData("private readonly List<int> _all = new(100_000);", "private readonly ChunkedList<int> _all = new(100_000);")]
    [InlineData("private List<int> _all = new(); public void Fill() => _all = Enumerable.Range(0, 100_000).ToList();", null)]
    [InlineData("private List<int>? _all; public void Fill() => _all = new(100_000);", "private ChunkedList<int>? _all;")]
    [InlineData(
        "private static List<int> Make() => new List<int>(50_000);",
        "private static ChunkedList<int> Make() => new ChunkedList<int>(50_000);")]
    [InlineData(
        "private static List<int> Make() { return new(50_000); }",
        "private static ChunkedList<int> Make() { return new(50_000); }")]
    [InlineData(
        "private static List<int> Make() { var made = new List<int>(50_000); made.Add(1); return made; } public int Count() { "
        + "List<int> got = Make(); return got.Count; }",
        "private static ChunkedList<int> Make() { var made = new ChunkedList<int>(50_000)")]
    [InlineData(
        "private static async Task<List<int>> MakeAsync() { await Task.Yield(); return new List<int>(50_000); }",
        "private static async Task<ChunkedList<int>> MakeAsync()")]
    [InlineData("public IEnumerable<int> Make() => Enumerable.Range(0, 100_000).ToList();", "100_000).ToChunkedList()")]
    [InlineData("public object Make() => Enumerable.Range(0, 100_000).Select(i => new { i }).ToList();", "}).ToChunkedList()")]
    [InlineData(
        "private static int Count(List<int> of) => of.Count; public int All() => Count(new List<int>(50_000));",
        "Count(ChunkedList<int> of)")]
    [InlineData("private List<T> Make<T>() where T : class => new List<T>(50_000);", "private ChunkedList<T> Make<T>()")]
    [InlineData("public void Do() { Func<List<int>> make = () => new List<int>(50_000); Use(make()); }", "Func<ChunkedList<int>> make")]
    [InlineData("public void Do() { List<int> Make() => new(50_000); Use(Make()); }", "ChunkedList<int> Make() => new(50_000)")]
    public void LargeCollection_PrivateMember_ChangesItsDeclarationToo(string member, string? expected)
    {
        var program = SampleProgram.WithMembers(member);
        if (expected is null)
        {
            // A target-typed new elsewhere follows its declaration.
            Checked.Repaired(Id, program, "private ChunkedList<int> _all = new();");
            return;
        }

        Checked.Repaired(Id, program, expected);
    }

    [Theory]
    [InlineData("public List<int> Make() => new List<int>(50_000);")]
    [InlineData("public List<int> Make() { var made = new List<int>(50_000); return made; }")]
    [InlineData("protected List<int> All { get; set; } = new(100_000);")]
    [InlineData("public int[] Make() => Enumerable.Range(0, 100_000).ToArray();")]
    [InlineData(
        "public Span<int> Make() { var all = new List<int>(50_000); return "
        + "System.Runtime.InteropServices.CollectionsMarshal.AsSpan(all); }")]
    public void LargeCollection_VisibleToOthers_IsFlaggedWithoutAFix(string member) =>
        Checked.FlaggedAlone(Id, SampleProgram.WithMembers(member));

    [Fact]
    public void LargeCollection_PartialTypeInOtherFiles_IsFlaggedWithoutAFix()
    {
        var program = SampleProgram.FromFiles(
            "using System.Collections.Generic; internal partial class Parts { private List<int> _all = new List<int>(50_000); }",
            "internal partial class Parts { public System.Collections.Generic.List<int> All => _all; }");
        Checked.FlaggedAlone(Id, program);
    }

    [Fact]
    public void AddedUsing_CommentsAndDefines_StayFirst()
    {
        var program = SampleProgram.FromFiles(
            "#define SOME\n// Licence.\ninternal class P { public object O() => new System.Collections.Generic.List<int>(50_000); }\n");
        Checked.Repaired(Id, program, "#define SOME\n// Licence.\nusing Unpause.Collections;\ninternal class P");
    }

    [Fact]
    public void AddedUsing_ConditionalUsings_HoldsForEveryConfiguration() => Checked.Repaired(
        Id,
        SampleProgram.FromFiles(
            "#define SOME\n// Licence.\n#if SOME\nusing System.Text;\n#endif\n"
            + "internal class P { public object O() => new System.Collections.Generic.List<int>(50_000); }\n"),
        "#define SOME\n// Licence.\nusing Unpause.Collections;\n#if SOME\nusing System.Text;\n#endif\ninternal class P");

    [Theory]
    [InlineData("Use(O().Count); static int Use(int n) => n;")]
    [InlineData("var made = System.Runtime.InteropServices.CollectionsMarshal.AsSpan(O()); made.Clear();")]
    public void LargeCollection_UseInAnotherConfiguration_CountsToo(string there)
    {
        var program = SampleProgram.FromFiles(
            "using System.Collections.Generic; internal class P { private static List<int> O() => new List<int>(50_000); "
            + $"public void Do() {{\n#if OTHER\n{there}\n#endif\nO().Add(1); }} }}");
        var found = Assert.Single(program.Flagged);
        Assert.NotNull(program.Repaired(found));
        Assert.Equal(there.Contains("AsSpan", StringComparison.Ordinal), program.AlsoWith("OTHER").Repaired(found) is null);
    }

    [Theory]
    [InlineData("namespace My { internal class ChunkedList<T> : List<T> { public ChunkedList(int n) : base(n) { } } ")]
    [InlineData("namespace My { internal class ChunkedList { } ")]
    [InlineData(
        "namespace My { internal class ChunkedList<T> : List<T> { public ChunkedList(int n) : base(n) { } } } "
        + "namespace Other { using My; ")]
    public void LargeCollection_OwnTypeOfThatName_IsFlaggedWithoutAFix(string start) => Checked.FlaggedAlone(
        Id,
        SampleProgram.FromFiles($"using System.Collections.Generic; {start} class P {{ public object O() => new List<int>(50_000); }} }}"));

    [Fact]
    public void AddedUsing_GlobalUsing_IsNotRepeated()
    {
        var program = SampleProgram.FromFiles(
            "using System.Collections.Generic;\ninternal class P { public object O() => new List<int>(50_000); }\n",
            "global using Unpause.Collections;");
        Checked.Repaired(Id, program, "using System.Collections.Generic;\ninternal class P");
    }
}
