namespace Unpause.Collections.Tests;

/// <summary>Random sequences of operations on a HashSet and a ChunkedHashSet must agree after every step, order included.</summary>
public sealed class ChunkedHashSetModelTests
{
    [Fact]
    public void HashSet_FewInts_EqualsTheModel() => Steps.Check(300, 80, steps => Run(steps, i => i % 60, null, 0));

    [Fact]
    public void HashSet_IntsAtAChunkBorder_EqualsTheModel() => Steps.Check(25, 40, steps => Run(steps, i => i % 9_000, null, 8_192 - 3));

    [Fact]
    public void HashSet_ManyInts_EqualsTheModel() => Steps.Check(8, 30, steps => Run(steps, i => i * 31, null, 60_000));

    [Fact]
    public void HashSet_IntsWithOwnComparer_EqualsTheModel() => Steps.Check(150, 60, steps => Run(steps, i => i % 60, new Modulo(25), 0));

    [Fact]
    public void HashSet_EightItemsToAChunk_EqualsTheModel() => Steps.Check(80, 60, steps => Run(steps, i => new Large(i % 40), null, 0));

    [Fact]
    public void HashSet_CollidingStructs_EqualsTheModel() =>
        Steps.Check(100, 60, steps => Run(steps, i => new Mixed($"m{i % 7}", i % 40), null, 30));

    [Fact]
    public void HashSet_StringsAndNulls_EqualsTheModel() =>
        Steps.Check(200, 60, steps => Run(steps, i => i % 13 == 0 ? null : $"s{i % 60}", null, 0));

    [Fact]
    public void HashSet_StringsAtAChunkBorder_EqualsTheModel() =>
        Steps.Check(15, 40, steps => Run(steps, i => $"s{i % 9_000}", null, 8_192 * 2));

    [Fact]
    public void HashSet_StringsOfAnyCase_EqualsTheModel() =>
        Steps.Check(150, 60, steps => Run(steps, i => i % 2 == 0 ? $"S{i % 60}" : $"s{i % 60}", StringComparer.OrdinalIgnoreCase, 0));

    [Fact]
    public void HashSet_Guids_EqualsTheModel() =>
        Steps.Check(80, 60, steps => Run(steps, i => new Guid(i % 80, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10), null, 4_000));

    private static void Run<T>(Step[] steps, Func<int, T> make, IEqualityComparer<T>? comparer, int prefill)
    {
        var model = new HashSet<T>(comparer);
        var real = new ChunkedHashSet<T>(comparer);
        for (var i = 0; i < prefill; i++) Assert.Equal(model.Add(make(i)), real.Add(make(i)));
        foreach (var step in steps)
        {
            Apply(step, model, real, make, comparer);
            Assert.Equal(model.Count, real.Count);
        }

        Assert.True(model.SequenceEqual(real));
        Assert.All(model.Take(500), item => Assert.Contains(item, (IReadOnlySet<T>)real));
    }

    private static void Apply<T>(Step step, HashSet<T> model, ChunkedHashSet<T> real, Func<int, T> make, IEqualityComparer<T>? comparer)
    {
        var item = make(step.A);
        var items = Enumerable.Range(step.A, step.B % 40).Select(make);
        var (expected, actual) = Other(step, items, comparer, model, real);
        switch (step.Kind % 30)
        {
            case 0 or 1 or 2 or 3 or 4: Outcome.Same(() => model.Add(item), () => real.Add(item)); break;
            case 5 or 6 or 7: Outcome.Same(() => model.Remove(item), () => real.Remove(item)); break;
            case 8: Outcome.Same(() => model.Contains(item), () => real.Contains(item)); break;
            case 9: TryGet(model, real, item); break;
            case 10 or 11 or 12: model.UnionWith(expected); real.UnionWith(actual); break;
            case 13: model.IntersectWith(expected.Concat(model.Take(20))); real.IntersectWith(actual.Concat(real.Take(20))); break;
            case 14: model.ExceptWith(expected); real.ExceptWith(actual); break;
            case 15: Align(model, real, expected, actual); break;
            case 16: Outcome.Same(() => model.IsSubsetOf(expected), () => real.IsSubsetOf(actual)); break;
            case 17: Outcome.Same(() => model.IsProperSubsetOf(expected), () => real.IsProperSubsetOf(actual)); break;
            case 18: Outcome.Same(() => model.IsSupersetOf(expected), () => real.IsSupersetOf(actual)); break;
            case 19: Outcome.Same(() => model.IsProperSupersetOf(expected), () => real.IsProperSupersetOf(actual)); break;
            case 20: Outcome.Same(() => model.Overlaps(expected), () => real.Overlaps(actual)); break;
            case 21: Outcome.Same(() => model.SetEquals(expected), () => real.SetEquals(actual)); break;
            case 22: Outcome.Same(() => model.RemoveWhere(Odd), () => real.RemoveWhere(Odd)); break;
            case 23: if (step.A % 5 == 0) { model.Clear(); real.Clear(); } break;
            case 24: model.TrimExcess(); real.TrimExcess(); SameOrder(model, real); break;
            case 25: model.EnsureCapacity(step.B % 500); Assert.True(real.EnsureCapacity(step.B % 500) >= step.B % 500); break;
            case 26: Copy(step, model, real); break;
            case 27: if (step.B % 7 == 0) { model.IntersectWith(expected); real.IntersectWith(actual); } break;
            default: Enumerate(step, model, real, item); break;
        }

        bool Odd(T x) => x?.GetHashCode() % 3 == step.B % 3;
    }

    /// <summary>The other operand: lazy, array, list, set of either kind, itself, a superset, with the same comparer or not.</summary>
    private static (IEnumerable<T> Expected, IEnumerable<T> Actual) Other<T>(
        Step step, IEnumerable<T> items, IEqualityComparer<T>? comparer, HashSet<T> model, ChunkedHashSet<T> real) =>
        (step.B % 10) switch
        {
            0 => (items, items),
            1 => (items.ToArray(), items.ToArray()),
            2 => (items.ToList(), items.ToList()),
            3 => (new HashSet<T>(items, comparer), new ChunkedHashSet<T>(items, comparer)),
            4 => (new HashSet<T>(items), new HashSet<T>(items)),
            5 => (model, real),
            6 => (new HashSet<T>(model, comparer), new ChunkedHashSet<T>(real, comparer)),
            7 => ([.. model, .. items], [.. real, .. items]),
            8 => (new HashSet<T>(model.Concat(items), comparer), new ChunkedHashSet<T>(real.Concat(items), comparer)),
            _ => (items.Concat(items).ToArray(), new ChunkedList<T>(items.Concat(items))),
        };

    private static void TryGet<T>(HashSet<T> model, ChunkedHashSet<T> real, T item)
    {
        Assert.Equal(model.TryGetValue(item, out var expected), real.TryGetValue(item, out var actual));
        Assert.Equal($"{expected}", $"{actual}");
    }

    /// <summary>Which of the two a symmetric difference removes first is not promised, so free places may fill in another order.</summary>
    private static void Align<T>(HashSet<T> model, ChunkedHashSet<T> real, IEnumerable<T> expected, IEnumerable<T> actual)
    {
        model.SymmetricExceptWith(expected);
        real.SymmetricExceptWith(actual);
        SameOrder(model, real);
    }

    /// <summary>Where gaps are closed is not promised either: begin anew in one order.</summary>
    private static void SameOrder<T>(HashSet<T> model, ChunkedHashSet<T> real)
    {
        Assert.True(model.SetEquals(real));
        T[] order = [.. model];
        real.Clear();
        real.UnionWith(order);
        model.Clear();
        model.UnionWith(order);
    }

    private static void Copy<T>(Step step, HashSet<T> model, ChunkedHashSet<T> real)
    {
        var expected = new T[model.Count + 10];
        var actual = new T[model.Count + 10];
        int at = (step.A % 15) - 1, count = step.B % (model.Count + 3);
        Outcome.Same(() => model.CopyTo(expected, at, count), () => real.CopyTo(actual, at, count));
        Outcome.Same(() => model.CopyTo(expected, at), () => real.CopyTo(actual, at));
        Assert.True(expected.SequenceEqual(actual));
    }

    private static void Enumerate<T>(Step step, HashSet<T> model, ChunkedHashSet<T> real, T item)
    {
        using IEnumerator<T> expected = model.GetEnumerator();
        using IEnumerator<T> actual = real.GetEnumerator();
        for (var i = 0; i < step.A % 40; i++)
        {
            Outcome.Same(expected.MoveNext, actual.MoveNext);
            Outcome.Same(() => ((System.Collections.IEnumerator)expected).Current, () => ((System.Collections.IEnumerator)actual).Current);
        }

        if (step.B % 3 == 0) Outcome.Same(() => model.Add(item), () => real.Add(item));
        if (step.B % 3 == 1) Outcome.Same(() => model.Remove(item), () => real.Remove(item));
        Outcome.Same(expected.MoveNext, actual.MoveNext);
        Outcome.Same(expected.Reset, actual.Reset);
    }

    private sealed class Modulo(int divisor) : IEqualityComparer<int>
    {
        public bool Equals(int x, int y) => x % divisor == y % divisor;

        public int GetHashCode(int obj) => obj % divisor;
    }
}
