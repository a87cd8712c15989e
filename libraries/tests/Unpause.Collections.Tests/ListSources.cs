using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Runtime.CompilerServices;

namespace Unpause.Collections.Tests;

/// <summary>
/// Steps in which foreign code runs within a list's own: sources that throw, lie or read the list, predicates that change it.
/// </summary>
internal static class ListSources
{
    /// <summary>Adds or inserts what comes as another type of collection, or as a view of the list itself.</summary>
    public static void Take<T>(List<T> model, ChunkedListBase<T> real, Step step, T[] items, int index)
    {
        var isWide = Unsafe.SizeOf<T>() > 256;
        if (model.Count > (isWide ? 1_000 : 60_000)) return;
        var more = step.B % 5 == 0 ? [.. Enumerable.Repeat(items, isWide ? 7 : 700).SelectMany(item => item)] : items;
        var (one, other) = Sources(model, real, more, step.A % 12);

        // A List that inserts a view of itself copies from the gap that it has just made: nothing to agree with.
        if (step.B % 3 == 0 && step.A % 12 != 4) Outcome.Same(() => model.InsertRange(index, one), () => real.InsertRange(index, other));
        else Outcome.Same(() => model.AddRange(one), () => real.AddRange(other));
    }

    /// <summary>Sources, predicates, comparers that throw in the middle: what is left must be the same.</summary>
    public static void Throw<T>(List<T> model, ChunkedListBase<T> real, Step step, T[] items, int index)
    {
        var after = step.A % (items.Length + 1);
        switch (step.B % 5)
        {
            case 0: Outcome.Same(() => model.AddRange(Failing(items, after)), () => real.AddRange(Failing(items, after))); break;
            case 1:
                Outcome.Same(() => model.InsertRange(index, Failing(items, after)), () => real.InsertRange(index, Failing(items, after)));
                break;
            case 2:
                Outcome.Same(
                    () => model.AddRange(new FailingCollection<T>(items, after)),
                    () => real.AddRange(new FailingCollection<T>(items, after)));
                break;
            case 3: Outcome.Same(() => model.RemoveAll(FailsAfter<T>(after)), () => real.RemoveAll(FailsAfter<T>(after))); break;
            default: SortBadly(model, real, after); break;
        }
    }

    /// <summary>What LINQ says of a List and ours of a chunked list.</summary>
    public static void AskLikeLinq<T>(List<T> model, ChunkedListBase<T> real, Predicate<T> match, T item)
    {
        var accepts = new Func<T, bool>(match);
        Outcome.Same(() => model.First(), () => real.First());
        Outcome.Same(() => model.FirstOrDefault(), () => real.FirstOrDefault());
        Outcome.Same(() => model.Last(), () => real.Last());
        Outcome.Same(() => model.LastOrDefault(), () => real.LastOrDefault());
        Outcome.Same(() => model.First(accepts), () => real.First(accepts));
        Outcome.Same(() => model.FirstOrDefault(accepts), () => real.FirstOrDefault(accepts));
        Outcome.Same(() => model.Any(accepts), () => real.Any(accepts));
        Outcome.Same(() => model.All(accepts), () => real.All(accepts));
        Outcome.Same(() => model.Count(accepts), () => real.Count(accepts));
        Assert.Equal(model.Contains(item), real.Contains(item));
        Assert.Equal(Enumerable.Distinct(model), real.Distinct());
        Assert.Equal(
            Enumerable.OrderBy(model, x => x?.GetHashCode() % 7).ThenByDescending(x => $"{x}", StringComparer.Ordinal),
            real.OrderBy(x => x?.GetHashCode() % 7).ThenByDescending(x => $"{x}", StringComparer.Ordinal));
        Assert.Equal(Enumerable.OrderDescending(model), real.OrderDescending());
    }

    /// <summary>An action that changes the list it walks over.</summary>
    public static void Disturb<T>(List<T> model, ChunkedListBase<T> real, Step step, T item)
    {
        int calls = 0, others = 0, at = step.A % (model.Count + 1);
        Outcome.Same(
            () => model.ForEach(_ => { if (calls++ == at) model.Add(item); }),
            () => real.ForEach(_ => { if (others++ == at) real.Add(item); }));
        Assert.Equal(calls, others);
        Outcome.Same(() => { foreach (var _ in model) model.Reverse(); }, () => { foreach (var _ in real) real.Reverse(); });
    }

    private static (IEnumerable<T> One, IEnumerable<T> Other) Sources<T>(List<T> model, ChunkedListBase<T> real, T[] items, int kind) =>
        kind switch
        {
            0 => Both(new ArraySegment<T>(items, items.Length / 3, items.Length / 2)),
            1 => Both(ImmutableArray.Create(items)),
            2 => Both(new ReadOnlyCollection<T>(items)),
            3 => Both(new ReadOnlyCollection<T>([.. items])),
            4 => (model.AsReadOnly(), real.AsReadOnly()),
            5 => Both(new HashSet<T>(items)),
            6 => Both(new Queue<T>(items)),
            7 => Both(new LinkedList<T>(items)),
            8 => Both(new ChunkedHashSet<T>(items)),
            9 => (Lazily(model), Lazily(real)),
            10 => Both(items.AsReadOnly().Where(_ => true)),
            _ => Both(default(ArraySegment<T>)),
        };

    private static (IEnumerable<T> One, IEnumerable<T> Other) Both<T>(IEnumerable<T> source) => (source, source);

    private static IEnumerable<T> Lazily<T>(IEnumerable<T> source)
    {
        foreach (var item in source) yield return item;
    }

    private static IEnumerable<T> Failing<T>(T[] items, int after)
    {
        foreach (var item in items)
        {
            if (after-- == 0) throw new TimeZoneNotFoundException();
            yield return item;
        }
    }

    private static Predicate<T> FailsAfter<T>(int calls) => item =>
        calls-- == 0 ? throw new TimeZoneNotFoundException() : item?.GetHashCode() % 2 == 0;

    /// <summary>An interrupted sort of the runtime's leaves any order, and one element twice: only foreign ones must not come.</summary>
    private static void SortBadly<T>(List<T> model, ChunkedListBase<T> real, int after)
    {
        Comparison<T> Comparison()
        {
            var calls = after * 20;
            return (x, y) => calls-- == 0 ? throw new TimeZoneNotFoundException() : Comparer<T>.Default.Compare(x, y);
        }

        var outcome = Outcome.Capture(() => real.Sort(Comparison()));
        Assert.True(outcome is "done" || outcome.StartsWith("InvalidOperationException", StringComparison.Ordinal), outcome);
        Assert.Equal(model.Count, real.Count);
        Assert.Subset(new HashSet<T>(model), new HashSet<T>(real));
        model.Clear();
        model.AddRange(real);
    }

    /// <summary>Tells its length and throws when it is copied or walked over.</summary>
    private sealed class FailingCollection<T>(T[] items, int after) : ICollection<T>
    {
        public int Count => items.Length;

        public bool IsReadOnly => true;

        public void CopyTo(T[] array, int arrayIndex)
        {
            Array.Copy(items, 0, array, arrayIndex, after);
            if (after < items.Length) throw new TimeZoneNotFoundException();
        }

        public IEnumerator<T> GetEnumerator() => Failing(items, after).GetEnumerator();

        System.Collections.IEnumerator System.Collections.IEnumerable.GetEnumerator() => GetEnumerator();

        public void Add(T item) => throw new NotSupportedException();

        public void Clear() => throw new NotSupportedException();

        public bool Contains(T item) => items.Contains(item);

        public bool Remove(T item) => throw new NotSupportedException();
    }
}
