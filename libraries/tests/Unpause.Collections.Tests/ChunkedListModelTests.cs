namespace Unpause.Collections.Tests;

/// <summary>Random sequences of operations on a List and a ChunkedList must agree after every step.</summary>
public sealed class ChunkedListModelTests
{
    [Fact]
    public void List_EightItemsToAChunk_EqualsTheModel() => Steps.Check(150, 60, steps => Run(steps, i => new Large(i % 97), prefill: 0));

    [Fact]
    public void List_EightItemsToAChunkFromABorder_EqualsTheModel() =>
        Steps.Check(80, 40, steps => Run(steps, i => new Large(i % 97), prefill: 8 * (1 + (steps.Length % 4))));

    [Fact]
    public void List_FewInts_EqualsTheModel() => Steps.Check(300, 80, steps => Run(steps, i => i % 50, prefill: 0));

    [Fact]
    public void List_IntsAtAChunkBorder_EqualsTheModel() => Steps.Check(25, 30, steps => Run(steps, i => i % 5000, prefill: 16_384 - 3));

    [Fact]
    public void List_ManyInts_EqualsTheModel() => Steps.Check(10, 25, steps => Run(steps, i => i, prefill: 60_000));

    [Fact]
    public void List_FewStrings_EqualsTheModel() =>
        Steps.Check(200, 60, steps => Run(steps, i => i % 9 == 0 ? null : $"s{i % 60}", prefill: 0));

    [Fact]
    public void List_StringsAtAChunkBorder_EqualsTheModel() =>
        Steps.Check(15, 30, steps => Run(steps, i => $"s{i % 700}", prefill: 8_192 - 2));

    [Fact]
    public void List_StructsWithReferences_EqualsTheModel() =>
        Steps.Check(80, 60, steps => Run(steps, i => new Mixed($"m{i % 7}", i % 40), prefill: 4_000));

    [Fact]
    public void List_NanAndNegativeZero_EqualsTheModel() =>
        Steps.Check(
            30, 30, steps => Run(
                steps,
                i => (i % 11) switch { 0 => double.NaN, 1 => -0.0, 2 => 0.0, 3 => double.NegativeInfinity, _ => (i % 300) - 150.5 },
                prefill: 8_190));

    [Fact]
    public void PooledList_Ints_EqualsTheModel() => Steps.Check(150, 60, steps => RunPooled(steps, i => i % 50, prefill: 2000));

    [Fact]
    public void PooledList_Strings_EqualsTheModel() =>
        Steps.Check(100, 60, steps => RunPooled(steps, i => i % 9 == 0 ? null : $"s{i % 60}", prefill: steps.Length * 7));

    [Fact]
    public void PooledList_StringsFromAPoolThatLendsMore_EqualsTheModel() =>
        Steps.Check(100, 60, steps => RunPooled(steps, i => $"s{i % 60}", prefill: steps.Length * 90, new GenerousPool<string?>("dirt")));

    [Fact]
    public void PooledList_IntsFromAPoolThatLendsMore_EqualsTheModel() =>
        Steps.Check(100, 60, steps => RunPooled(steps, i => i % 50, prefill: steps.Length * 300, new GenerousPool<int>(-77)));

    private static void RunPooled<T>(Step[] steps, Func<int, T> make, int prefill, GenerousPool<T> pool)
    {
        using (var real = new PooledChunkedList<T>(pool)) Run(steps, make, prefill, real);
        Assert.Equal(0, pool.Lent);
    }

    private static void RunPooled<T>(Step[] steps, Func<int, T> make, int prefill)
    {
        var pool = new ForgettingPool<T>();
        using (var real = new PooledChunkedList<T>(pool)) Run(steps, make, prefill, real);
        Assert.Equal(0, pool.Lent);
    }

    private static void Run<T>(Step[] steps, Func<int, T> make, int prefill, ChunkedListBase<T>? given = null)
    {
        var model = new List<T>();
        var real = given ?? new ChunkedList<T>();
        for (var i = 0; i < prefill; i++)
        {
            model.Add(make(i * 7919));
            real.Add(make(i * 7919));
        }

        foreach (var step in steps)
        {
            Apply(step, model, real, make);
            Assert.Equal(model.Count, real.Count);
            Assert.True(real.Capacity >= real.Count);
        }

        Assert.True(model.SequenceEqual(real, EqualityComparer<T>.Default));
        for (var i = 0; i < model.Count; i++) Assert.True(EqualityComparer<T>.Default.Equals(model[i], real[i]));
    }

    private static void Apply<T>(Step step, List<T> model, ChunkedListBase<T> real, Func<int, T> make)
    {
        var item = make(step.A);
        var n = model.Count;

        // Mostly valid places, sometimes one too far or negative.
        int Place(int number) => number % 23 == 0 ? -1 : number % (n + 2);
        int i = Place(step.A), j = Place(step.B), some = step.B % 50;
        var more = Enumerable.Range(step.A, some).Select(make).ToArray();
        Predicate<T> match = x => x?.GetHashCode() % 3 == step.B % 3;
        switch (step.Kind % 60)
        {
            case 0 or 1 or 2 or 3: model.Add(item); real.Add(item); break;
            case 4 or 5: Outcome.Same(() => model.Insert(i, item), () => real.Insert(i, item)); break;
            case 6 or 7: Outcome.Same(() => model.RemoveAt(i), () => real.RemoveAt(i)); break;
            case 8: Outcome.Same(() => model.Remove(item), () => real.Remove(item)); break;
            case 9: model.AddRange(more); real.AddRange(more); break;
            case 10: model.AddRange(more.Where(_ => true)); real.AddRange(more.Where(_ => true)); break;
            case 11: model.AddRange([.. model.Take(300)]); real.AddRange(real.GetRange(0, Math.Min(300, n))); break;
            case 12: if (n < 3000) { model.AddRange(model); real.AddRange(real); } break;
            case 13: Outcome.Same(() => model.InsertRange(i, more), () => real.InsertRange(i, more)); break;
            case 14: Outcome.Same(() => model.InsertRange(i, new HashSet<T>(more)), () => real.InsertRange(i, new HashSet<T>(more))); break;
            case 15: if (n < 200) Outcome.Same(() => model.InsertRange(i, model), () => real.InsertRange(i, real)); break;
            case 16: Outcome.Same(() => model.RemoveRange(i, j), () => real.RemoveRange(i, j)); break;
            case 17: Outcome.Same(() => model.RemoveAll(match), () => real.RemoveAll(match)); break;
            case 18: if (step.A % 4 == 0) { model.Clear(); real.Clear(); } break;
            case 19: Outcome.Same(() => model.Reverse(i, j), () => real.Reverse(i, j)); break;
            case 20: model.Reverse(); real.Reverse(); break;
            case 21: SortBoth(model, real); break;
            case 22: Outcome.Same(() => model.Sort(i, j, null), () => real.Sort(i, j, null)); Align(model, real); break;
            case 23: Outcome.Same(() => model.IndexOf(item), () => real.IndexOf(item)); break;
            case 24: Outcome.SameKind(() => model.IndexOf(item, i), () => real.IndexOf(item, i)); break;
            case 25: Outcome.SameKind(() => model.IndexOf(item, i, j), () => real.IndexOf(item, i, j)); break;
            case 26: Outcome.Same(() => model.LastIndexOf(item), () => real.LastIndexOf(item)); break;
            case 27: Outcome.Same(() => model.LastIndexOf(item, i), () => real.LastIndexOf(item, i)); break;
            case 28: Outcome.Same(() => model.LastIndexOf(item, i, j), () => real.LastIndexOf(item, i, j)); break;
            case 29: Outcome.Same(() => model.Contains(item), () => real.Contains(item)); break;
            case 30: Outcome.Same(() => model.FindIndex(i, j, match), () => real.FindIndex(i, j, match)); break;
            case 31: Outcome.Same(() => model.FindLastIndex(i, j, match), () => real.FindLastIndex(i, j, match)); break;
            case 32:
                Outcome.Same(() => model.Find(match), () => real.Find(match));
                Outcome.Same(() => model.FindLast(match), () => real.FindLast(match));
                break;
            case 33: Assert.True(model.FindAll(match).SequenceEqual(real.FindAll(match))); break;
            case 34: Outcome.Same(() => string.Join(',', model.GetRange(i, j)), () => string.Join(',', real.GetRange(i, j))); break;
            case 35: Outcome.Same(() => model[i], () => real[i]); break;
            case 36: Outcome.Same(() => model[i] = item, () => real[i] = item); break;
            case 37: SortBoth(model, real); SearchBoth(model, real, item); break;
            case 38: Outcome.Same(() => model.EnsureCapacity(j) >= j, () => real.EnsureCapacity(j) >= j); break;
            case 39: model.TrimExcess(); real.TrimExcess(); break;
            case 40: Outcome.Same(() => model.Capacity = j, () => real.Capacity = j); break;
            case 41: CopyBoth(model, real, i, j, step.B % 40); break;
            case 42: Assert.True(model.ConvertAll(x => $"{x}").SequenceEqual(real.ConvertAll(x => $"{x}"))); break;
            case 43:
                Outcome.Same(() => model.TrueForAll(match), () => real.TrueForAll(match));
                Outcome.Same(() => model.Exists(match), () => real.Exists(match));
                break;
            case 44: model.AddRange(more.AsSpan()); Write(real, more, step.A); break;
            case 45: Outcome.Same(() => model.InsertRange(i, more.AsSpan()), () => real.InsertRange(i, more.AsSpan())); break;
            case 46:
                Outcome.Same(() => model.FindIndex(i, match), () => real.FindIndex(i, match));
                Outcome.Same(() => model.FindLastIndex(i, match), () => real.FindLastIndex(i, match));
                break;
            case 47: AppendOwnPart(model, real, step); break;
            case 48 or 49 or 50: ListSources.Take(model, real, step, more, i); break;
            case 51 or 52: ListSources.Throw(model, real, step, more, i); break;
            case 53: ListSources.AskLikeLinq(model, real, match, item); break;
            case 54: ListSources.Disturb(model, real, step, item); break;
            default: Enumerate(model, real, step, item); break;
        }
    }

    private static void AppendOwnPart<T>(List<T> model, ChunkedListBase<T> real, Step step)
    {
        foreach (var span in real.ChunkSpans)
        {
            if (span.Length > 3000) return;
            var part = span[(step.A % span.Length)..];
            model.AddRange(part);
            real.AddRange(part);
            return;
        }
    }

    private static void SortBoth<T>(List<T> model, ChunkedListBase<T> real)
    {
        model.Sort();
        real.Sort();
        Align(model, real);
    }

    /// <summary>Sorting is not stable: equal elements may stand in any order, so take over the model's own.</summary>
    private static void Align<T>(List<T> model, ChunkedListBase<T> real)
    {
        Assert.Equal(model.Count, real.Count);
        for (var i = 0; i < model.Count; i++)
        {
            Assert.Equal(0, Comparer<T>.Default.Compare(model[i], real[i]));
            real[i] = model[i];
        }
    }

    private static void SearchBoth<T>(List<T> model, ChunkedListBase<T> real, T item)
    {
        int expected = model.BinarySearch(item), actual = real.BinarySearch(item);
        if (expected < 0) Assert.Equal(expected, actual);
        else Assert.Equal(0, Comparer<T>.Default.Compare(real[actual], item));
    }

    private static void CopyBoth<T>(List<T> model, ChunkedListBase<T> real, int index, int count, int offset)
    {
        var expected = new T[model.Count + 20];
        var actual = new T[model.Count + 20];
        Outcome.SameKind(() => model.CopyTo(index, expected, offset, count), () => real.CopyTo(index, actual, offset, count));
        Outcome.SameKind(() => model.CopyTo(expected, offset), () => real.CopyTo(actual, offset));
        Assert.True(expected.SequenceEqual(actual));
        Assert.True(model.ToArray().SequenceEqual(real.ToArray()));
    }

    /// <summary>Appends through the writer, in two spans, and asks for what it must refuse.</summary>
    private static void Write<T>(ChunkedListBase<T> real, T[] items, int more)
    {
        var writer = new ChunkedListWriter<T>(real);
        var half = items.Length / 2;
        items.AsSpan(0, half).CopyTo(writer.GetSpan(half));
        writer.Advance(half);
        Assert.Throws<InvalidOperationException>(() => writer.Advance(1));
        var memory = writer.GetMemory(items.Length - half + (more % 40_000));
        Assert.Equal(-1, memory.Span.IndexOfAnyExcept(default(T)!));
        items.AsSpan(half).CopyTo(memory.Span);
        Assert.Throws<InvalidOperationException>(() => writer.Advance(memory.Length + 1));
        writer.Advance(items.Length - half);
    }

    private static void Enumerate<T>(List<T> model, ChunkedListBase<T> real, Step step, T item)
    {
        using IEnumerator<T> expected = model.GetEnumerator();
        using IEnumerator<T> actual = real.GetEnumerator();
        for (var i = 0; i < step.A % 40; i++)
        {
            Outcome.Same(expected.MoveNext, actual.MoveNext);
            Outcome.Same(() => ((System.Collections.IEnumerator)expected).Current, () => ((System.Collections.IEnumerator)actual).Current);
        }

        switch (step.B % 6)
        {
            case 0: model.Add(item); real.Add(item); break;
            case 1: model.Clear(); real.Clear(); break;
            case 2: model.Sort(0, 0, null); real.Sort(0, 0, null); break;
            case 3: model.RemoveAll(_ => false); real.RemoveAll(_ => false); break;
            case 4: model.AddRange([]); real.AddRange(Array.Empty<T>()); break;
            default: expected.Reset(); actual.Reset(); break;
        }

        Outcome.Same(expected.MoveNext, actual.MoveNext);
        Outcome.Same(expected.Reset, actual.Reset);
    }
}
