namespace Unpause.Collections.Tests.Fuzz;

/// <summary>
/// Dictionaries whose comparers change them in the middle of a change, or throw. Ours must be whole after each step, and hold what a
/// Dictionary holds wherever that one is whole itself.
/// </summary>
public sealed class DictionaryFuzzTests
{
    private const int Steps = 40;
    private const int Episodes = 400;
    private static readonly int Longer = Tests.Steps.Soak;

    [Fact]
    public void Dictionary_IntsWithACallingComparer_EqualsTheModel() => Run(
        Episodes, i => i, hook => new HookedComparer<int>(hook, EqualityComparer<int>.Default, inHash: false), 60);

    [Fact]
    public void Dictionary_StringsWithACallingComparer_EqualsTheModel() => Run(
        Episodes, i => $"s{i}", hook => new HookedComparer<string>(hook, StringComparer.Ordinal, inHash: false), 60);

    [Fact]
    public void Dictionary_StringsWithACallingHash_EqualsTheModel() => Run(
        Episodes, i => $"s{i}", hook => new HookedComparer<string>(hook, StringComparer.Ordinal, inHash: true), 60);

    [Fact]
    public void Dictionary_StructsWithACallingEquality_EqualsTheModel() => Run(Episodes, i => new HookedKey(i), _ => null, 60);

    [Fact]
    public void Dictionary_PlainInts_EqualsTheModel() => Run(Episodes, i => i * 7, _ => null, 60);

    [Fact]
    public void Dictionary_PlainIntsAtAChunkBorder_EqualsTheModel() => Run(Episodes / 20, i => i, _ => null, 12_000);

    [Fact]
    public void Dictionary_Strings_EqualsTheModel() => Run(Episodes, i => $"s{i}", _ => null, 60);

    private static void Run<TKey>(int episodes, Func<int, TKey> make, Func<Hook, IEqualityComparer<TKey>?> comparer, int range)
        where TKey : notnull
    {
        for (var seed = 0; seed < episodes * Longer; seed++)
        {
            try
            {
                Episode(new Random(seed), make, comparer, range);
            }
            catch (Exception exception)
            {
                throw new InvalidOperationException($"seed {seed}: {exception.Message}", exception);
            }
        }

        FuzzedSteps.Count(episodes * Longer * Steps);
    }

    private static void Episode<TKey>(Random random, Func<int, TKey> make, Func<Hook, IEqualityComparer<TKey>?> comparer, int range)
        where TKey : notnull
    {
        Hook modelHook = new(), realHook = new();
        IEqualityComparer<TKey>? modelComparer = comparer(modelHook), realComparer = comparer(realHook);
        using var neighbour = new PooledChunkedDictionary<TKey, int>();
        for (var i = 0; i < 30; i++) neighbour[make(i)] = i;
        var neighbours = neighbour.ToArray();
        var model = new Dictionary<TKey, int>(modelComparer);
        var real = Fresh();
        var prefill = random.Next(3) == 0 ? range / 2 : 0;
        for (var i = 0; i < prefill; i++)
        {
            model[make(i)] = i;
            real[make(i)] = i;
        }

        if (random.Next(2) == 0) model.EnsureCapacity(4_000);
        for (var step = 0; step < Steps; step++)
        {
            var act = Act(random, make, range);
            var inner = random.Next(3) == 0 ? Act(random, make, range, inner: true) : default;
            var calls = random.Next(4);
            var state = new StandardState(model);
            var moved = false;
            HookedKey.Use(modelHook);
            modelHook.Arm(calls, inner.Run is null ? null : () =>
            {
                var before = state.Storage;
                try
                {
                    inner.Run(new FuzzedDictionary<TKey>(model), modelComparer);
                }
                finally
                {
                    moved = !ReferenceEquals(before, state.Storage);
                }
            });
            var expected = Outcome.Capture(() => act.Run(new FuzzedDictionary<TKey>(model), modelComparer));
            modelHook.Disarm();
            HookedKey.Use(realHook);
            realHook.Arm(calls, inner.Run is null ? null : () => inner.Run(new FuzzedDictionary<TKey>(real), realComparer));
            var actual = Outcome.Capture(() => act.Run(new FuzzedDictionary<TKey>(real), realComparer));
            realHook.Disarm();
            AssertWhole(real);
            var defined = !moved && modelHook.Fired == realHook.Fired && !state.IsTorn()
                && !expected.StartsWith("InvalidOperation", StringComparison.Ordinal)
                && !(actual.StartsWith("InvalidOperation", StringComparison.Ordinal) && Resizes(inner.Name));
            if (!(modelHook.Fired || realHook.Fired) || defined)
            {
                Assert.True(
                    expected == actual && SameContent(model, real),
                    $"step {step} {act.Name} {inner.Name} {expected} {actual}: [{string.Join(", ", model)}], [{string.Join(", ", real)}]");
            }

            if (!modelHook.Fired && !realHook.Fired && !Resizes(act.Name) && model.SequenceEqual(real)) continue;

            // Begin anew in one order: where gaps are filled is promised only while nothing called back.
            var order = real.ToArray();
            (real as IDisposable)?.Dispose();
            model = new Dictionary<TKey, int>(modelComparer);
            real = Fresh();
            foreach (var pair in order)
            {
                model.Add(pair.Key, pair.Value);
                real.Add(pair.Key, pair.Value);
            }
        }

        Assert.True(neighbours.SequenceEqual(neighbour), "a chunk of one dictionary is in use by another");
        (real as IDisposable)?.Dispose();

        ChunkedDictionaryBase<TKey, int> Fresh() =>
            random.Next(2) == 0 ? new ChunkedDictionary<TKey, int>(realComparer) : new PooledChunkedDictionary<TKey, int>(realComparer);
    }

    private static bool SameContent<TKey>(Dictionary<TKey, int> model, ChunkedDictionaryBase<TKey, int> real)
        where TKey : notnull =>
        model.Count == real.Count && model.All(pair => real.TryGetValue(pair.Key, out var value) && value == pair.Value);

    /// <summary>Whether these end an enumeration depends on the capacity, on which the two need not agree.</summary>
    private static bool Resizes(string? act) => act is not null && act[..2] is ("5." or "6.");

    /// <summary>Everything that is counted is enumerated, and everything that is enumerated is found.</summary>
    private static void AssertWhole<TKey>(ChunkedDictionaryBase<TKey, int> table)
        where TKey : notnull
    {
        var pairs = table.ToArray();
        Assert.Equal(table.Count, pairs.Length);
        Assert.True(table.Keys.SequenceEqual(pairs.Select(pair => pair.Key)));
        Assert.True(table.Values.SequenceEqual(pairs.Select(pair => pair.Value)));
        foreach (var pair in pairs.Take(200)) Assert.True(table.ContainsKey(pair.Key), $"{pair.Key} is not found");
        Assert.True(table.Capacity >= table.Count);
    }

    private static (string Name, Func<FuzzedDictionary<TKey>, IEqualityComparer<TKey>?, string> Run) Act<TKey>(
        Random random, Func<int, TKey> make, int range, bool inner = false)
        where TKey : notnull
    {
        var key = make(random.Next(range));
        var value = random.Next(50);
        var shape = random.Next(6);
        var kind = random.Next(inner ? 10 : 19);
        return ($"{kind}.{shape}", kind switch
        {
            0 or 1 => (table, _) => Done(() => table.Table[key] = value),
            2 or 3 => (table, _) => $"{table.Table.Remove(key)}",
            4 => (table, _) => Done(table.Table.Clear),
            5 => (table, _) => Done(table.Trim),
            6 => (table, _) => Done(() => table.Ensure(value * 20)),
            7 => (table, _) => Done(() => table.Table.Add(key, value)),
            8 => (_, _) => throw new FormatException(),
            9 => (table, _) => $"{table.Table.ContainsKey(key)}",
            10 => (table, _) => $"{table.TryAdd(key, value)}",
            11 => (table, _) => table.Take(key),
            12 => (table, _) => $"{table.Table[key]}",
            13 => (table, _) => table.Table.TryGetValue(key, out var found) ? $"{found}" : "none",
            14 => (table, _) => $"{table.HasValue(value)}",
            15 => (table, _) => $"{table.Increase(key)}",
            16 => (table, comparer) => $"{table.Copy(comparer).Count}",
            17 => (table, _) => $"{table.Table.Contains(new(key, value))}{table.Table.Remove(new KeyValuePair<TKey, int>(key, value))}",
            _ => (table, _) => Enumerated(table),
        });

        string Enumerated(FuzzedDictionary<TKey> table)
        {
            using var pairs = table.Table.GetEnumerator();
            using var values = table.Table.Values.GetEnumerator();
            var seen = 0;
            while (seen < 7 && pairs.MoveNext() && values.MoveNext()) seen++;
            if (shape == 0) table.Table.Clear();
            if (shape == 1) table.Table.Remove(key);
            if (shape == 2) table.Table[key] = value;
            if (shape == 3) table.TryAdd(key, value);
            return $"{seen} {pairs.MoveNext()} {values.MoveNext()}";
        }

        static string Done(Action action)
        {
            action();
            return "done";
        }
    }
}
