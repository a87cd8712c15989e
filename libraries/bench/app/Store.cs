namespace Unpause.Bench.App;

/// <summary>The live objects: 750,000 items, each with a note. References across the whole heap make marking slow.</summary>
internal sealed class Store
{
    internal const int Items = 750_000;
    internal const int LiveObjects = 2 * Items;

    // Per request: notes that stay, and short-lived notes (100 KB, like a web framework's own garbage).
    private const int NotesReplaced = 200;
    private const int NotesInVain = 3_000;

    private readonly Item[] _items = new Item[Items];

    internal Store()
    {
        var random = new Random(1);
        for (var i = 0; i < Items; i++) _items[i] = new Item(i) { Note = new Note(i, null) };
        foreach (var item in _items)
        {
            item.Near = _items[random.Next(Items)];
            item.Far = _items[random.Next(Items)];
            item.Note = new Note(item.Id, item.Far);
        }
    }

    internal Item this[int id] => _items[id];

    /// <summary>The work of every request besides its lists, the same in each variant.</summary>
    internal void Change(int seed)
    {
        var random = new Random(seed);
        var sum = 0L;
        for (var i = 0; i < NotesInVain; i++) sum += new Note(i, _items[i]).Stamp;
        for (var i = 0; i < NotesReplaced; i++)
        {
            var item = _items[random.Next(Items)];
            item.Note = new Note(sum, item.Near);
        }
    }
}
