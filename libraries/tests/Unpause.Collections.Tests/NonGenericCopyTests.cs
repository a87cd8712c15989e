using System.Collections;

namespace Unpause.Collections.Tests;

/// <summary>Into which arrays the non-generic CopyTo copies, and what it says of the others: those of the standard types.</summary>
public sealed class NonGenericCopyTests
{
    [Fact]
    public void DictionaryViews_NonGenericCopy_TakeTheArraysThatDictionarysDo()
    {
        foreach (var count in new[] { 0, 2 })
        {
            var standard = new Dictionary<int, string?>();
            var ours = new ChunkedDictionary<int, string?>();
            for (var i = 0; i < count; i++)
            {
                standard.Add(i, null);
                ours.Add(i, null);
            }

            foreach (var make in Targets())
            {
                Same(standard.Keys, ours.Keys, make);
                Same(standard.Values, ours.Values, make);
                Same(standard, ours, make);
            }
        }
    }

    [Fact]
    public void Lists_NonGenericCopy_TakeTheArraysThatListDoes()
    {
        foreach (var make in Targets())
        {
            Same(new List<int> { 1, 2 }, new ChunkedList<int> { 1, 2 }, make);
            Same(new List<string?> { "a", null }, new ChunkedList<string?> { "a", null }, make);
            Same(new List<int>(), new ChunkedList<int>(), make);
            Same(new List<string?>(), new ChunkedList<string?>(), make);
        }
    }

    private static Func<Array>[] Targets() =>
    [
        () => new int[3], () => new uint[3], () => new long[3], () => new double[3], () => new object[3], () => new string[3],
        () => new int?[3], () => new ValueType[3], () => new IComparable[3], () => new DictionaryEntry[3], () => new int[2, 2],
        () => new KeyValuePair<int, string?>[3], () => Array.CreateInstance(typeof(int), [3], [1]),
    ];

    private static void Same(ICollection standard, ICollection ours, Func<Array> make)
    {
        for (var index = -1; index < 5; index++)
        {
            Array one = make(), other = make();
            var at = index;
            Outcome.SameKind(() => standard.CopyTo(one, at), () => ours.CopyTo(other, at));
            Assert.Equal(one.Cast<object?>(), other.Cast<object?>());
        }
    }
}
