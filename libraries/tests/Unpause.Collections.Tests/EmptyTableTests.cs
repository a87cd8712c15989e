namespace Unpause.Collections.Tests;

/// <summary>Whether a table without elements asks its comparer is part of what a standard one does: the comparer may throw.</summary>
public sealed class EmptyTableTests
{
    [Theory]
    [InlineData(0, false)]
    [InlineData(9, false)]
    [InlineData(0, true)]
    public void EmptyTable_Lookup_AsksTheComparerAsTheStandardOneDoes(int capacity, bool wasFilled)
    {
        var comparer = new Refusing();
        var dictionary = new Dictionary<string, int>(capacity, comparer);
        var set = new HashSet<string>(capacity, comparer);
        var ourDictionary = new ChunkedDictionary<string, int>(capacity, comparer);
        var ourSet = new ChunkedHashSet<string>(capacity, comparer);
        if (wasFilled)
        {
            dictionary.Add("a", 1);
            set.Add("a");
            ourDictionary.Add("a", 1);
            ourSet.Add("a");
            dictionary.Clear();
            set.Clear();
            ourDictionary.Clear();
            ourSet.Clear();
        }

        comparer.Refuses = true;
        Outcome.Same(() => dictionary.ContainsKey("x"), () => ourDictionary.ContainsKey("x"));
        Outcome.Same(() => dictionary.TryGetValue("x", out _), () => ourDictionary.TryGetValue("x", out _));
        Outcome.Same(() => dictionary.Remove("x"), () => ourDictionary.Remove("x"));
        Outcome.Same(() => dictionary["x"], () => ourDictionary["x"]);
        Outcome.Same(() => dictionary.ContainsKey(null!), () => ourDictionary.ContainsKey(null!));
        Outcome.Same(() => dictionary.Remove(null!), () => ourDictionary.Remove(null!));
        Outcome.Same(() => set.Contains("x"), () => ourSet.Contains("x"));
        Outcome.Same(() => set.Remove("x"), () => ourSet.Remove("x"));
        var keys = dictionary.GetAlternateLookup<char>();
        var ourKeys = ourDictionary.GetAlternateLookup<char>();
        var items = set.GetAlternateLookup<char>();
        var ourItems = ourSet.GetAlternateLookup<char>();
        Outcome.Same(() => keys.ContainsKey('x'), () => ourKeys.ContainsKey('x'));
        Outcome.Same(() => keys.TryGetValue('x', out _), () => ourKeys.TryGetValue('x', out _));
        Outcome.Same(() => keys.Remove('x'), () => ourKeys.Remove('x'));
        Outcome.Same(() => items.Contains('x'), () => ourItems.Contains('x'));
        Outcome.Same(() => items.TryGetValue('x', out _), () => ourItems.TryGetValue('x', out _));
        Outcome.Same(() => items.Remove('x'), () => ourItems.Remove('x'));

        foreach (var others in new[] { ["x"], [], new[] { "x", "y" }.Where(_ => true), Enumerable.Empty<string>().Where(_ => true) })
        {
            Outcome.Same(() => set.SetEquals(others), () => ourSet.SetEquals(others));
            Outcome.Same(() => set.IsSubsetOf(others), () => ourSet.IsSubsetOf(others));
            Outcome.Same(() => set.IsProperSubsetOf(others), () => ourSet.IsProperSubsetOf(others));
            Outcome.Same(() => set.IsSupersetOf(others), () => ourSet.IsSupersetOf(others));
            Outcome.Same(() => set.IsProperSupersetOf(others), () => ourSet.IsProperSupersetOf(others));
            Outcome.Same(() => set.Overlaps(others), () => ourSet.Overlaps(others));
        }

        // Last, for a standard table makes its buckets before it asks.
        Outcome.Same(() => dictionary.TryAdd("x", 1), () => ourDictionary.TryAdd("x", 1));
        Outcome.Same(() => keys.TryAdd('x', 1), () => ourKeys.TryAdd('x', 1));
        Outcome.Same(() => set.Add("x"), () => ourSet.Add("x"));
        Outcome.Same(() => items.Add('x'), () => ourItems.Add('x'));
    }

    /// <summary>Refuses every key when told to.</summary>
    private sealed class Refusing : IEqualityComparer<string>, IAlternateEqualityComparer<char, string>
    {
        public bool Refuses { get; set; }

        public bool Equals(string? x, string? y) => Refuses ? throw new FormatException() : x == y;

        public int GetHashCode(string obj) => Refuses ? throw new FormatException() : obj.Length;

        public bool Equals(char alternate, string other) => Equals(Create(alternate), other);

        public int GetHashCode(char alternate) => GetHashCode(Create(alternate));

        public string Create(char alternate) => alternate.ToString();
    }
}
