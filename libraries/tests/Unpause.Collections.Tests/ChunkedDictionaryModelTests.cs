using System.Collections;

namespace Unpause.Collections.Tests;

/// <summary>Random sequences of operations on a Dictionary and a ChunkedDictionary must agree after every step, order included.</summary>
public sealed class ChunkedDictionaryModelTests
{
    [Fact]
    public void Dictionary_FewInts_EqualsTheModel() => Steps.Check(300, 80, steps => Run(steps, i => i % 60, i => i, null, 0));

    [Fact]
    public void Dictionary_IntsAtAChunkBorder_EqualsTheModel() =>
        Steps.Check(25, 40, steps => Run(steps, i => i % 5_000, i => i, null, 4_096 - 3));

    [Fact]
    public void Dictionary_EightValuesToAChunk_EqualsTheModel() =>
        Steps.Check(80, 60, steps => Run(steps, i => i % 60, i => new Large(i), null, 0));

    [Fact]
    public void Dictionary_Strings_EqualsTheModel() =>
        Steps.Check(200, 60, steps => Run(steps, i => i % 17 == 0 ? null! : $"s{i % 60}", i => $"v{i}", null, 0));

    [Fact]
    public void Dictionary_StringsOfAnyCase_EqualsTheModel() =>
        Steps.Check(
            150, 60, steps => Run(steps, i => i % 2 == 0 ? $"S{i % 60}" : $"s{i % 60}", i => i, StringComparer.OrdinalIgnoreCase, 0));

    [Fact]
    public void Dictionary_ManyStrings_EqualsTheModel() =>
        Steps.Check(8, 40, steps => Run(steps, i => $"s{i % 40_000}", i => i, null, 30_000));

    private static void Run<TKey, TValue>(
        Step[] steps, Func<int, TKey> key, Func<int, TValue> value, IEqualityComparer<TKey>? comparer, int prefill)
        where TKey : notnull
    {
        var model = new Dictionary<TKey, TValue>(comparer);
        var real = new ChunkedDictionary<TKey, TValue>(comparer);
        for (var i = 1; i <= prefill; i++)
        {
            if (key(i) is null) continue;
            model[key(i)] = value(i);
            real[key(i)] = value(i);
        }

        foreach (var step in steps)
        {
            Apply(step, model, real, key(step.A), value(step.B));
            Assert.Equal(model.Count, real.Count);
        }

        Assert.True(model.SequenceEqual(real));
        Assert.True(model.Keys.SequenceEqual(real.Keys));
        Assert.True(model.Values.SequenceEqual(real.Values));
        Assert.All(model.Take(300), pair => Assert.Equal(pair.Value, real[pair.Key]));
    }

    private static void Apply<TKey, TValue>(
        Step step, Dictionary<TKey, TValue> model, ChunkedDictionary<TKey, TValue> real, TKey key, TValue value)
        where TKey : notnull
    {
        switch (step.Kind % 24)
        {
            case 0 or 1 or 2: Outcome.Same(() => model.Add(key, value), () => real.Add(key, value)); break;
            case 3 or 4 or 5: Outcome.Same(() => model[key] = value, () => real[key] = value); break;
            case 6 or 7: Outcome.Same(() => model.TryAdd(key, value), () => real.TryAdd(key, value)); break;
            case 8 or 9 or 10: Outcome.Same(() => (model.Remove(key, out var x), x), () => (real.Remove(key, out var y), y)); break;
            case 11: Outcome.Same(() => model.Remove(key), () => real.Remove(key)); break;
            case 12: Outcome.Same(() => model[key], () => real[key]); break;
            case 13: Outcome.Same(() => (model.TryGetValue(key, out var x), x), () => (real.TryGetValue(key, out var y), y)); break;
            case 14: Outcome.Same(() => model.ContainsKey(key), () => real.ContainsKey(key)); break;
            case 15: Outcome.Same(() => model.ContainsValue(value), () => real.ContainsValue(value)); break;
            case 16: if (step.A % 5 == 0) { model.Clear(); real.Clear(); } break;
            case 17: Trim(model, real); break;
            case 18: Assert.True(real.EnsureCapacity(step.B % 700) >= step.B % 700); model.EnsureCapacity(step.B % 700); break;
            case 19: NonGeneric(model, real, key, value, step); break;
            case 20: Views(model, real, key, step); break;
            case 21: SetByReference(model, real, key, value); break;
            default: Enumerate(step, model, real, key, value); break;
        }
    }

    /// <summary>Where gaps are closed is not promised: begin anew in one order.</summary>
    private static void Trim<TKey, TValue>(Dictionary<TKey, TValue> model, ChunkedDictionary<TKey, TValue> real)
        where TKey : notnull
    {
        model.TrimExcess();
        real.TrimExcess();
        KeyValuePair<TKey, TValue>[] order = [.. model];
        Assert.Equal(order.Length, real.Count);
        Assert.All(order, pair => Assert.Equal(pair.Value, real[pair.Key]));
        model.Clear();
        real.Clear();
        foreach (var pair in order)
        {
            model.Add(pair.Key, pair.Value);
            real.Add(pair.Key, pair.Value);
        }
    }

    private static void SetByReference<TKey, TValue>(
        Dictionary<TKey, TValue> model, ChunkedDictionary<TKey, TValue> real, TKey key, TValue value)
        where TKey : notnull
    {
        if (key is null) return;
        Assert.Equal(model.ContainsKey(key), SetReal());
        model[key] = value;

        bool SetReal()
        {
            ref var slot = ref real.GetValueRefOrAddDefault(key, out var exists);
            slot = value;
            return exists;
        }
    }

    private static void NonGeneric(IDictionary model, IDictionary real, object key, object? value, Step step)
    {
        var wrong = (step.A % 4) switch { 0 => key, 1 => new Version(1, 2), 2 => null!, _ => DateTime.UnixEpoch };
        Outcome.SameKind(() => model.Add(wrong, value), () => real.Add(wrong, value));
        Outcome.SameKind(
            () => model[wrong] = step.B % 2 == 0 ? value : new Version(1, 3),
            () => real[wrong] = step.B % 2 == 0 ? value : new Version(1, 3));
        Outcome.SameKind(() => model.Contains(wrong), () => real.Contains(wrong));
        Outcome.SameKind(() => model[wrong], () => real[wrong]);
        if (step.B % 3 == 0) Outcome.SameKind(() => model.Remove(wrong), () => real.Remove(wrong));
        var expected = new DictionaryEntry[model.Count];
        var actual = new DictionaryEntry[model.Count];
        model.CopyTo(expected, 0);
        real.CopyTo(actual, 0);
        Assert.Equal(expected, actual);
        Outcome.SameKind(() => model.CopyTo(new Version[model.Count], 0), () => real.CopyTo(new Version[model.Count], 0));
        IDictionaryEnumerator e = model.GetEnumerator(), a = real.GetEnumerator();
        while (e.MoveNext() && a.MoveNext())
        {
            Assert.Equal(e.Entry, a.Entry);
            Assert.Equal(e.Current, a.Current);
            Assert.Equal(e.Key, a.Key);
        }

        Assert.Equal(e.MoveNext(), a.MoveNext());
    }

    private static void Views<TKey, TValue>(Dictionary<TKey, TValue> model, ChunkedDictionary<TKey, TValue> real, TKey key, Step step)
        where TKey : notnull
    {
        ICollection<TKey> expected = model.Keys, actual = real.Keys;
        Outcome.Same(() => expected.Contains(key), () => actual.Contains(key));
        Outcome.SameKind(() => expected.Add(key), () => actual.Add(key));
        Outcome.SameKind(expected.Clear, actual.Clear);
        Outcome.SameKind(() => expected.Remove(key), () => actual.Remove(key));
        TKey[] to = new TKey[model.Count + 3], too = new TKey[model.Count + 3];
        Outcome.SameKind(() => expected.CopyTo(to, (step.B % 6) - 1), () => actual.CopyTo(too, (step.B % 6) - 1));
        Assert.Equal(to, too);
        var values = new object?[model.Count];
        ((ICollection)real.Values).CopyTo(values, 0);
        Assert.Equal(model.Values.Cast<object?>(), values);
    }

    private static void Enumerate<TKey, TValue>(
        Step step, Dictionary<TKey, TValue> model, ChunkedDictionary<TKey, TValue> real, TKey key, TValue value)
        where TKey : notnull
    {
        if (key is null) return;
        using IEnumerator<KeyValuePair<TKey, TValue>> expected = model.GetEnumerator();
        using IEnumerator<KeyValuePair<TKey, TValue>> actual = real.GetEnumerator();
        for (var i = 0; i < step.A % 40; i++)
        {
            Outcome.Same(expected.MoveNext, actual.MoveNext);
            Outcome.Same(() => ((IEnumerator)expected).Current, () => ((IEnumerator)actual).Current);
        }

        if (step.B % 4 == 0) Outcome.Same(() => model.TryAdd(key, value), () => real.TryAdd(key, value));
        if (step.B % 4 == 1) Outcome.Same(() => model.Remove(key), () => real.Remove(key));
        if (step.B % 4 == 2) Outcome.Same(() => model[key] = value, () => real[key] = value);
        Outcome.Same(expected.MoveNext, actual.MoveNext);
        Outcome.Same(expected.Reset, actual.Reset);
    }
}
