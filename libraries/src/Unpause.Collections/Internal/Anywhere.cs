namespace Unpause.Collections;

/// <summary>A table of any size.</summary>
internal readonly struct Anywhere<TEntry>(Buckets buckets, Chunks<TEntry> entries) : ILayout<TEntry>
{
    private readonly Buckets _buckets = buckets;
    private readonly Chunks<TEntry> _entries = entries;

    public ref int Bucket(uint place) => ref _buckets.At(place);

    public ref TEntry Entry(int index) => ref _entries.Slot(index);
}
