namespace Unpause.Collections;

/// <summary>Where chunks come from, and go when nothing refers to them any more. Null stands for the runtime's own memory.</summary>
internal abstract class ChunkSource<T>
{
    /// <summary>An array of exactly <paramref name="length"/> elements, whose content is undefined: others may have written it.</summary>
    internal abstract T[] Rent(int length);

    /// <summary>Takes back what <see cref="Rent(int)"/> gave. Nobody may use it afterwards.</summary>
    internal abstract void Return(T[] chunk);

    /// <summary>The length to ask a source for when at least <paramref name="length"/> elements must fit.</summary>
    internal static int Fitting(ChunkSource<T>? source, int length) =>
        source is null ? length : Math.Min(ChunkShape<T>.Length, PoolSource<T>.LengthFor(length));

    internal static T[] Rent(ChunkSource<T>? source, int length) => source is null ? ChunkShape<T>.Allocate(length) : source.Rent(length);
}
