namespace Unpause.Collections.Tests.Fuzz;

/// <summary>
/// Sets whose comparers, sources and predicates change them in the middle of a change, or throw. Ours must be whole after each step,
/// and hold what a HashSet holds wherever that one is whole itself.
/// </summary>
public sealed class SetFuzzTests
{
    private const int Steps = 40;
    private const int Episodes = 400;
    private static readonly int Longer = Tests.Steps.Soak;

    [Fact]
    public void HashSet_IntsWithACallingComparer_EqualsTheModel() => Run(
        Episodes, i => i, hook => new HookedComparer<int>(hook, EqualityComparer<int>.Default, inHash: false), 60);

    [Fact]
    public void HashSet_StringsWithACallingComparer_EqualsTheModel() => Run(
        Episodes, i => $"s{i}", hook => new HookedComparer<string>(hook, StringComparer.Ordinal, inHash: false), 60);

    [Fact]
    public void HashSet_StringsWithACallingHash_EqualsTheModel() => Run(
        Episodes, i => $"s{i}", hook => new HookedComparer<string>(hook, StringComparer.Ordinal, inHash: true), 60);

    [Fact]
    public void HashSet_StructsWithACallingEquality_EqualsTheModel() => Run(Episodes, i => new HookedKey(i), _ => null, 60);

    [Fact]
    public void HashSet_PlainInts_EqualsTheModel() => Run(Episodes, i => i * 7, _ => null, 60);

    [Fact]
    public void HashSet_PlainIntsAtAChunkBorder_EqualsTheModel() => Run(Episodes / 20, i => i, _ => null, 20_000);

    [Fact]
    public void HashSet_Strings_EqualsTheModel() => Run(Episodes, i => i % 19 == 0 ? null : $"s{i}", _ => null, 60);

    private static void Run<T>(int episodes, Func<int, T> make, Func<Hook, IEqualityComparer<T>?> comparer, int range)
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

    private static void Episode<T>(Random random, Func<int, T> make, Func<Hook, IEqualityComparer<T>?> comparer, int range)
    {
        Hook modelHook = new(), realHook = new();
        IEqualityComparer<T>? modelComparer = comparer(modelHook), realComparer = comparer(realHook);
        using var neighbour = new PooledChunkedHashSet<T>(Enumerable.Range(0, 30).Select(make));
        var neighbours = neighbour.ToArray();
        var model = new HashSet<T>(modelComparer);
        var real = Fresh();
        var prefill = random.Next(3) == 0 ? range / 2 : 0;
        for (var i = 0; i < prefill; i++) Assert.Equal(model.Add(make(i)), real.Add(make(i)));
        if (random.Next(2) == 0) model.EnsureCapacity(4_000);
        for (var step = 0; step < Steps; step++)
        {
            var act = Act(random, make, range, modelComparer is null);
            var inner = random.Next(3) == 0 ? Act(random, make, range, true, inner: true) : default;
            var calls = random.Next(4);
            var state = new StandardState(model);
            var moved = false;
            var looked = new FuzzedSet<T>(model);
            HookedKey.Use(modelHook);
            modelHook.Arm(calls, inner.Run is null ? null : () =>
            {
                var before = state.Storage;
                try
                {
                    inner.Run(new FuzzedSet<T>(model), modelComparer);
                }
                finally
                {
                    moved = !ReferenceEquals(before, state.Storage);
                }
            });
            var expected = Outcome.Capture(() => act.Run(looked, modelComparer));
            modelHook.Disarm();
            HookedKey.Use(realHook);
            realHook.Arm(calls, inner.Run is null ? null : () => inner.Run(new FuzzedSet<T>(real), realComparer));
            var actual = Outcome.Capture(() => act.Run(new FuzzedSet<T>(real), realComparer));
            realHook.Disarm();
            AssertWhole(real);
            var defined = !moved && modelHook.Fired == realHook.Fired
                && !expected.StartsWith("InvalidOperation", StringComparison.Ordinal)
                && !state.IsTorn() && !looked.WasTorn && !(Clears(inner.Name) && act.Name.StartsWith("13.", StringComparison.Ordinal))
                && !(actual.StartsWith("InvalidOperation", StringComparison.Ordinal) && Trims(inner.Name));
            if (!(modelHook.Fired || realHook.Fired) || defined)
            {
                Assert.True(
                    expected == actual || (modelHook.Fired && IsRelation(act.Name)),
                    $"step {step} {act.Name} {inner.Name} {expected} {actual} {modelHook.Fired}");
                Assert.True(
                    new HashSet<T>(model).SetEquals(real),
                    $"step {step} {act.Name} {inner.Name}: [{string.Join(", ", model)}], [{string.Join(", ", real)}]");
            }

            if (!modelHook.Fired && !realHook.Fired && !Trims(act.Name) && model.SequenceEqual(real)) continue;

            // Begin anew in one order: where gaps are filled is promised only while nothing called back.
            var order = real.ToArray();
            (real as IDisposable)?.Dispose();
            model = new HashSet<T>(modelComparer);
            real = Fresh();
            foreach (var item in order) Assert.Equal(model.Add(item), real.Add(item));
        }

        Assert.True(neighbours.AsSpan().SequenceEqual(neighbour.ToArray()), "a chunk of one set is in use by another");
        (real as IDisposable)?.Dispose();

        ChunkedHashSetBase<T> Fresh() =>
            random.Next(2) == 0 ? new ChunkedHashSet<T>(realComparer) : new PooledChunkedHashSet<T>(realComparer);
    }

    /// <summary>Whether trimming ends an enumeration depends on how much there is to trim, which the two need not agree on.</summary>
    private static bool Trims(string? act) => act?.StartsWith("5.", StringComparison.Ordinal) == true;

    /// <summary>A HashSet cleared within its symmetric difference removes what came to the places of elements that are gone.</summary>
    private static bool Clears(string? act) => act?.StartsWith("4.", StringComparison.Ordinal) == true;

    /// <summary>What a set that changes while it is compared says is not promised; what it holds is.</summary>
    private static bool IsRelation(string act) => act[..2] is "17" or "18" or "19";

    /// <summary>Everything that is counted is enumerated, and everything that is enumerated is found.</summary>
    private static void AssertWhole<T>(ChunkedHashSetBase<T> set)
    {
        var items = set.ToArray();
        Assert.Equal(set.Count, items.Length);
        foreach (var item in items.Length > 200 ? items[..200] : items) Assert.True(set.Contains(item), $"{item} is not found");
        Assert.True(set.Capacity >= set.Count);
    }

    private static (string Name, Func<FuzzedSet<T>, IEqualityComparer<T>?, string> Run) Act<T>(
        Random random, Func<int, T> make, int range, bool relations, bool inner = false)
    {
        var item = make(random.Next(range));
        var items = Enumerable.Range(0, random.Next(inner ? 12 : 30)).Select(_ => make(random.Next(range))).ToArray();
        var shape = random.Next(9);
        var failing = random.Next(20) == 0 ? random.Next(items.Length + 1) : -1;
        var stranger = make(random.Next(range));
        var kind = random.Next(inner ? 10 : relations ? 23 : 17);
        return ($"{kind}.{shape}", kind switch
        {
            0 or 1 => (set, _) => $"{set.Set.Add(item)}",
            2 or 3 => (set, _) => $"{set.Set.Remove(item)}",
            4 => (set, _) => Done(set.Set.Clear),
            5 => (set, _) => Done(set.Trim),
            6 => (set, _) => Done(() => set.Ensure(items.Length * 40)),
            7 => (set, _) => Done(() => set.Set.UnionWith(items)),
            8 => (_, _) => throw new FormatException(),
            9 => (set, _) => $"{set.Set.Contains(item)}",
            10 => (set, _) => set.Find(item),
            11 => (set, comparer) => Done(() => set.Set.UnionWith(Other(set, comparer))),
            12 => (set, comparer) => Done(() => set.Set.ExceptWith(Other(set, comparer))),
            13 => (set, comparer) => Done(() => set.Set.SymmetricExceptWith(Other(set, comparer))),
            14 => (set, comparer) => Done(() => set.Set.IntersectWith(Other(set, comparer).Concat(items))),
            15 => (set, _) => $"{set.RemoveWhere(value => value is not null && value.ToString()!.Length % 2 == items.Length % 2)}",
            16 => (set, comparer) => $"{set.Copy(comparer).Count}",
            17 => (set, comparer) => $"{set.Set.IsSubsetOf(items)}{set.Set.IsProperSubsetOf(items)}",
            18 => (set, comparer) => $"{set.Set.IsSupersetOf(items)}{set.Set.IsProperSupersetOf(items)}",
            19 => (set, comparer) => $"{set.Set.Overlaps(items)}{set.Set.SetEquals(items)}",
            20 => (set, _) => $"{set.RemoveWhere(value => set.Set.Remove(item) || value is null)}",
            21 => (set, _) => Done(() => set.Set.UnionWith(Changing(set))),
            _ => (set, _) => Enumerated(set),
        });

        // Lazy, failing, lying, or of a kind that a set knows.
        IEnumerable<T> Other(FuzzedSet<T> set, IEqualityComparer<T>? comparer) => shape switch
        {
            0 => items,
            1 => new List<T>(items),
            2 => Lazy(),
            3 => new LyingCollection<T>(items, items.Length == 0 ? 0 : random.Next(1, 90)),
            4 => set.Set,
            5 => set.Copy(comparer),
            6 => new ChunkedList<T>(items),
            7 => new HashSet<T>(items),
            _ => Lazy().Concat(items),
        };

        IEnumerable<T> Lazy()
        {
            for (var i = 0; i < items.Length; i++)
            {
                if (i == failing) throw new FormatException();
                yield return items[i];
            }
        }

        IEnumerable<T> Changing(FuzzedSet<T> set)
        {
            for (var i = 0; i < items.Length; i++)
            {
                if (i == failing) set.Set.Clear();
                if (i % 3 == 0) set.Set.Remove(item);
                set.Look();
                if (i % 5 == 0) set.Set.Add(stranger);
                set.Look();
                yield return items[i];
            }
        }

        string Enumerated(FuzzedSet<T> set)
        {
            using var running = set.Set.GetEnumerator();
            var seen = 0;
            while (seen < 7 && running.MoveNext()) seen++;
            if (shape == 0) set.Set.Clear();
            if (shape == 1) set.Set.Remove(item);
            if (shape == 2) set.Set.UnionWith(set.Set.ToArray());
            if (shape == 3) set.Set.Add(stranger);
            return $"{seen} {running.MoveNext()}";
        }

        static string Done(Action action)
        {
            action();
            return "done";
        }
    }
}
