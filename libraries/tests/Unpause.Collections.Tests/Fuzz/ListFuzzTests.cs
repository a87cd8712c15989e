namespace Unpause.Collections.Tests.Fuzz;

/// <summary>
/// Lists whose equality, comparers, predicates, sources and pools change them in the middle of an operation, or throw. A List has torn
/// itself by then, so ours is held against no model: it must be whole, hold only its own elements, and show no others' to anybody.
/// </summary>
public sealed class ListFuzzTests
{
    private const int Steps = 40;
    private const int Episodes = 400;
    private const int Dirt = -99;
    private static readonly int Longer = Tests.Steps.Soak;

    [Fact]
    public void List_Short_EqualsTheModel() => Run(Episodes, 30);

    [Fact]
    public void List_AtAChunkBorder_EqualsTheModel() => Run(Episodes / 40, 2 * 16_384);

    private static void Run(int episodes, int length)
    {
        for (var seed = 0; seed < episodes * Longer; seed++)
        {
            try
            {
                Episode(new Random(seed), length);
            }
            catch (Exception exception)
            {
                throw new InvalidOperationException($"seed {seed}: {exception.Message}", exception);
            }
            finally
            {
                ComparedKey.Call(null);
            }
        }

        FuzzedSteps.Count(episodes * Longer * Steps);
    }

    private static void Episode(Random random, int length)
    {
        var hook = new Hook();
        var watch = new Watch(hook);
        var pool = new UnrulyPool<ComparedKey>(new(Dirt));
        ComparedKey.Call(watch.See);
        var list = Fresh(random, pool, length);
        for (var step = 0; step < Steps; step++)
        {
            var (name, act) = Act(random, watch, list);
            var (innerName, inner) = Change(random, list);
            hook.Arm(random.Next(8), inner);
            if (random.Next(20) == 0) pool.RentsLeft = random.Next(3);
            var outcome = Outcome.Capture(act);
            hook.Disarm();
            pool.RentsLeft = -1;
            Assert.True(Expected(outcome) && !watch.SawDirt, $"step {step} {name} {innerName}: {outcome}");
            if (IsDisposed(list)) list = Fresh(random, pool, length);
            AssertWhole(list, $"step {step} {name} {innerName}: {outcome}");
            if (list.Count > 4 * length) list.Clear();
        }

        (list as IDisposable)?.Dispose();
        pool.AssertNobodyWrote();
    }

    private static ChunkedListBase<ComparedKey> Fresh(Random random, UnrulyPool<ComparedKey> pool, int length)
    {
        ChunkedListBase<ComparedKey> list = random.Next(3) == 0 ? new ChunkedList<ComparedKey>() : new PooledChunkedList<ComparedKey>(pool);
        var count = length < 100 ? random.Next(length) : length + random.Next(-3, 4);
        for (var i = 0; i < count; i++) list.Add(new(random.Next(count)));
        return list;
    }

    private static bool IsDisposed(ChunkedListBase<ComparedKey> list) => Outcome.Capture(() => list.Capacity).StartsWith("ObjectDisposed");

    /// <summary>What a torn list throws is none of these.</summary>
    private static bool Expected(string outcome) =>
        !outcome.Contains("Exception", StringComparison.Ordinal)
        || new[] { "Argument", "InvalidOperation", "ObjectDisposed", "Format", "OutOfMemory" }.Any(outcome.StartsWith);

    private static void AssertWhole(ChunkedListBase<ComparedKey> list, string step)
    {
        var items = list.ToArray();
        Assert.True(list.Count == items.Length && list.Capacity >= list.Count, step);
        Assert.DoesNotContain(items, item => item.Value < 0);
        Assert.True(items.Select(item => item.Value).SequenceEqual(list.ConvertAll(item => item.Value)), step);
        var at = 0;
        foreach (var span in list.ChunkSpans) at += span.Length;
        Assert.Equal(items.Length, at);
        if (items.Length > 0) Assert.True(list.IndexOf(items[^1]) >= 0, step);
    }

    private static (string Name, Action Run) Act(Random random, Watch watch, ChunkedListBase<ComparedKey> list)
    {
        var item = new ComparedKey(random.Next(60));
        var items = Enumerable.Range(0, random.Next(12)).Select(i => new ComparedKey(i)).ToArray();
        var index = random.Next(list.Count + 1);
        var kind = random.Next(16);
        return ($"{kind}", kind switch
        {
            0 => () => list.IndexOf(item),
            1 => () => list.LastIndexOf(item),
            2 => () => list.Remove(item),
            3 => () => list.BinarySearch(item, Comparer<ComparedKey>.Create(Compare)),
            4 => () => list.Sort(Compare),
            5 => () => list.Sort(index, list.Count - index, Comparer<ComparedKey>.Create(Compare)),
            6 => () => list.RemoveAll(Accepts),
            7 => () => list.FindAll(Accepts),
            8 => () => list.FindLast(Accepts),
            9 => () => list.ForEach(value => Accepts(value)),
            10 => () => list.ConvertAll(Accepts),
            11 => () => list.AddRange(new CallingCollection<ComparedKey>(items, Seen)),
            12 => () => list.InsertRange(index, new CallingCollection<ComparedKey>(items, Seen)),
            13 => () => list.InsertRange(index, items.Where(Accepts)),
            14 => () => list.OrderBy(Accepts).ThenBy(value => value.Value, Comparer<int>.Create(CompareValues)).Count(),
            _ => Write,
        });

        int Compare(ComparedKey x, ComparedKey y) => CompareValues(x.Value, y.Value);

        int CompareValues(int x, int y)
        {
            watch.See(x, y);
            return x.CompareTo(y);
        }

        bool Accepts(ComparedKey value)
        {
            watch.See(value.Value, value.Value);
            return value.Value % 3 == 0;
        }

        void Seen(ComparedKey[] array)
        {
            var least = array.Length == 0 ? 0 : array.Min(value => value.Value);
            watch.See(least, least);
        }

        void Write()
        {
            var writer = new ChunkedListWriter<ComparedKey>(list);
            items.CopyTo(writer.GetSpan(items.Length));
            watch.See(0, 0);
            writer.Advance(items.Length);
        }
    }

    /// <summary>What a callback does to the list.</summary>
    private static (string Name, Action? Run) Change(Random random, ChunkedListBase<ComparedKey> list)
    {
        var kind = random.Next(14);
        return ($"{kind}", kind switch
        {
            0 => () => list.Add(new(1)),
            1 => list.Clear,
            2 => list.TrimExcess,
            3 => () => list.EnsureCapacity(list.Count + random.Next(300)),
            4 => () => list.RemoveRange(0, list.Count / 2),
            5 => () => list.Capacity = list.Count,
            6 => () => list.AddRange(list.GetRange(0, Math.Min(99, list.Count))),
            7 => () => (list as IDisposable)?.Dispose(),
            8 => () => throw new FormatException(),
            9 => () => Refill(1),
            10 => () => Refill(40),
            11 => list.Reverse,
            _ => null,
        });

        void Refill(int count)
        {
            list.Clear();
            list.TrimExcess();
            for (var i = 0; i < count; i++) list.Add(new(i));
        }
    }

    /// <summary>
    /// What all callbacks do: look for others' elements, and let the hook act. A sort would wrap an assertion that fails.
    /// </summary>
    private sealed class Watch(Hook hook)
    {
        public bool SawDirt { get; private set; }

        public void See(int x, int y)
        {
            SawDirt |= x == Dirt || y == Dirt;
            hook.Call();
        }
    }
}
