namespace Unpause.Collections.Tests;

/// <summary>How much a set looks at before it says how it relates to another collection: as little as a HashSet.</summary>
public sealed class SetRelationTests
{
    [Fact]
    public void SetRelation_CountThatDecides_EnumeratesNothing()
    {
        foreach (var size in new[] { 0, 1, 3 })
        {
            var items = Enumerable.Range(0, size).ToArray();
            for (var count = 0; count < 5; count++)
            {
                // Whoever enumerates it or copies it fails.
                Same(new HashSet<int>(items), new ChunkedHashSet<int>(items), new Fuzz.LyingCollection<int>(null!, count));
            }

            // More than one element of this is too many to look at for an empty set.
            Same(new HashSet<int>(items), new ChunkedHashSet<int>(items), OneAndNoMore());
        }
    }

    [Fact]
    public void SetRelation_SetOfTheSameKind_IsAskedUntilAnElementIsMissing()
    {
        var asked = new List<int>();
        var comparer = EqualityComparer<int>.Create((x, y) => x == y, item =>
        {
            asked.Add(item);
            return item;
        });
        var set = new ChunkedHashSet<int>(Enumerable.Range(0, 50), comparer);
        var other = new HashSet<int>(Enumerable.Range(3, 60), comparer);
        asked.Clear();
        Assert.False(set.IsSubsetOf(other) || set.IsProperSubsetOf(other));
        Assert.Equal([0, 0], asked);
    }

    private static void Same(HashSet<int> standard, ChunkedHashSet<int> ours, IEnumerable<int> other)
    {
        Outcome.Same(() => standard.IsSubsetOf(other), () => ours.IsSubsetOf(other));
        Outcome.Same(() => standard.IsProperSubsetOf(other), () => ours.IsProperSubsetOf(other));
        Outcome.Same(() => standard.IsSupersetOf(other), () => ours.IsSupersetOf(other));
        Outcome.Same(() => standard.IsProperSupersetOf(other), () => ours.IsProperSupersetOf(other));
        Outcome.Same(() => standard.Overlaps(other), () => ours.Overlaps(other));
        Outcome.Same(() => standard.SetEquals(other), () => ours.SetEquals(other));
    }

    private static IEnumerable<int> OneAndNoMore()
    {
        yield return 1;
        throw new FormatException();
    }
}
