using Unpause.Recordings.Heap;

namespace Unpause.Recordings.Readers.Node.Heaps;

/// <summary>
/// The types of a heap snapshot's objects: V8's kind of an object, with its name where that is a constructor's. The other kinds have one
/// type each, named as Chrome's developer tools do (front_end/models/heap_snapshot/HeapSnapshot, className).
/// </summary>
internal sealed class V8ObjectKinds(IReadOnlyList<string> kinds)
{
    private const int KindBits = 8;

    private readonly Dictionary<long, int> _numbers = [];
    private readonly List<(int Kind, int Name, bool IsDetached)> _types = [];
    private readonly List<(long Objects, long Bytes)> _sums = [];
    private int _others = -1;

    /// <summary>The texts that are names of types.</summary>
    public IEnumerable<int> Names => _types.Where(type => type.Name >= 0).Select(type => type.Name);

    /// <summary>An object's type; those beyond <see cref="Limits.HeapTypes"/> share one.</summary>
    public int Number(int kind, int name, bool isDetached, long bytes)
    {
        if (V8KindTable.Of(kinds[kind]).Type is not null) name = -1;
        var key = ((((long)name << KindBits) | (uint)kind) << 1) | (isDetached ? 1L : 0);
        if (!_numbers.TryGetValue(key, out var number))
        {
            if (_types.Count < Limits.HeapTypes) _numbers.Add(key, number = Add(kind, name, isDetached));
            else number = _others >= 0 ? _others : _others = Add(kind, -1, isDetached: false);
        }

        ref var sum = ref CollectionsMarshal.AsSpan(_sums)[number];
        sum = (sum.Objects + 1, sum.Bytes + bytes);
        return number;
    }

    /// <summary>The types with their names.</summary>
    public V8Types Build(Func<int, string?> nameOf)
    {
        var (names, followedLast, tables, groups) = (new string[_types.Count], new bool[_types.Count], new bool[_types.Count],
            new bool[_types.Count]);
        var sums = new Dictionary<string, (long Objects, long Bytes)>(StringComparer.Ordinal);
        for (var i = 0; i < _types.Count; i++)
        {
            var (kind, name, isDetached) = _types[i];
            var row = V8KindTable.Of(kinds[kind]);
            names[i] = i == _others ? "(other types)" : row.Type ?? Shown(nameOf(name), isDetached);
            followedLast[i] = row.IsFollowedLast && names[i] != V8TypeNames.Context;
            tables[i] = row.IsTable;
            groups[i] = row.IsRootGroup;
            var group = isDetached ? V8KindTable.Detached
                : names[i] == V8TypeNames.ArrayBufferData ? V8KindTable.ArrayBuffers : row.Group;
            ref var sum = ref CollectionsMarshal.GetValueRefOrAddDefault(sums, group, out _);
            sum = (sum.Objects + _sums[i].Objects, sum.Bytes + _sums[i].Bytes);
        }

        var all = sums.Where(pair => pair.Value.Bytes > 0).OrderByDescending(pair => pair.Value.Bytes)
            .Select(pair => new HeapKind(pair.Key, pair.Value.Objects, pair.Value.Bytes));
        return new V8Types(names, followedLast, tables, groups, [.. all]);
    }

    private int Add(int kind, int name, bool isDetached)
    {
        _types.Add((kind, name, isDetached));
        _sums.Add((0, 0));
        return _types.Count - 1;
    }

    /// <summary>An element of a page is written with its attributes: <c>&lt;div class="a"&gt;</c>.</summary>
    private static string Shown(string? name, bool isDetached)
    {
        if (string.IsNullOrEmpty(name)) name = "(no name)";
        if (name[0] == '<' && name.IndexOf(' ', StringComparison.Ordinal) is > 1 and var blank) name = name[..blank] + ">";
        return isDetached && !name.StartsWith(V8KindTable.DetachedPrefix, StringComparison.Ordinal)
            ? V8KindTable.DetachedPrefix + name
            : name;
    }
}

/// <summary>The types of a heap snapshot by number.</summary>
/// <param name="FollowedLast">Whether it is V8's own bookkeeping, over which a retention path says little.</param>
/// <param name="IsTable">Whether it may be the table of a WeakMap.</param>
/// <param name="IsRootGroup">Whether it is no object, but a group of roots.</param>
/// <param name="Kinds">Objects by V8's kinds.</param>
internal sealed record V8Types(string[] Names, bool[] FollowedLast, bool[] IsTable, bool[] IsRootGroup, IReadOnlyList<HeapKind> Kinds);

/// <summary>V8's kinds of objects (v8-profiler.h, HeapGraphNode::Type; 4.5 to 14).</summary>
/// <param name="Name">In the snapshot.</param>
/// <param name="Group">In the sums by kind.</param>
/// <param name="Type">The type of all its objects; null where their names are constructors.</param>
internal sealed record V8KindRow(string Name, string Group, string? Type)
{
    public bool IsFollowedLast { get; init; }

    public bool IsTable { get; init; }

    public bool IsRootGroup { get; init; }
}

/// <summary>What is known of V8's kinds of objects.</summary>
internal static class V8KindTable
{
    public const string ArrayBuffers = "array buffers (outside of V8's heap)", Detached = "detached", DetachedPrefix = "Detached ";

    private const string Objects = "objects", Strings = "strings", Own = "V8's own", Native = "native (outside of V8's heap)";

    private static readonly V8KindRow[] Rows =
    [
        new("hidden", Own, null) { IsFollowedLast = true, IsTable = true },
        new("array", "arrays", "(array)") { IsTable = true },
        new("string", Strings, "(string)"),
        new("object", Objects, null),
        new("code", "code", "(compiled code)") { IsFollowedLast = true, IsTable = true },
        new("closure", "functions", V8TypeNames.Function),
        new("regexp", Objects, "RegExp"),
        new("number", Objects, "(number)"),
        new("native", Native, null),
        new("synthetic", Native, null) { IsRootGroup = true },
        new("concatenated string", Strings, "(concatenated string)"),
        new("sliced string", Strings, "(sliced string)"),
        new("symbol", Objects, "(symbol)"),
        new("bigint", Objects, "(bigint)"),
        new("object shape", Own, "(object shape)") { IsFollowedLast = true },
        new("wasm object", Objects, null),
    ];

    /// <summary>What is known of a kind; a kind of a later V8 is one type.</summary>
    public static V8KindRow Of(string name) => Array.Find(Rows, row => row.Name == name) ?? new V8KindRow(name, Own, $"({name})");
}

/// <summary>V8's groups of roots (roots.h, ROOT_ID_LIST), and those of what embeds it.</summary>
internal static class V8RootGroups
{
    /// <summary>What kind of root a group has.</summary>
    public static HeapRootKind KindOf(string group) => group switch
    {
        "(Stack roots)" or "(Handle scope)" or "C++ native stack roots" => HeapRootKind.Stack,
        "(Global handles)" or "(Eternal handles)" or "(Traced handles)" => HeapRootKind.Handle,
        // The string table is weak (heap.cc, Heap::IterateWeakRoots), but written as other roots are.
        "(Internalized strings)" or "(External strings)" => HeapRootKind.WeakTable,
        _ => HeapRootKind.Other,
    };
}
