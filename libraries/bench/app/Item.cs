namespace Unpause.Bench.App;

/// <summary>A live object, with references to two others anywhere in the heap, and to its note.</summary>
internal sealed class Item(int id)
{
    public int Id { get; } = id;

    public Item? Near { get; set; }

    public Item? Far { get; set; }

    public required Note Note { get; set; }
}
