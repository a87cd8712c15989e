using System.Runtime.CompilerServices;

namespace Unpause.Collections;

/// <summary>
/// The directory of chunks. Up to 8,192 chunks it is one array; beyond that the rest lies in groups of 8,192, so that the directory
/// itself never becomes a large object. The near array's bounds check doubles as the test for the far part: it costs nothing.
/// </summary>
internal struct Chunks<T>
{
    private const int GroupShift = 13;
    private const int GroupLength = 1 << GroupShift;

    private T[][] _near;
    private T[][]?[]? _far;

    internal int Count { get; private set; }

    internal static Chunks<T> Create() => new() { _near = [] };

    internal readonly T[] this[int index]
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get
        {
            var near = _near;
            return (uint)index < (uint)near.Length ? near[index] : Far(index);
        }
    }

    internal void Add(T[] chunk)
    {
        var index = Count;
        if (index < GroupLength)
        {
            if (index == _near.Length) Array.Resize(ref _near, index == 0 ? 1 : Math.Min(GroupLength, Math.Max(8, index * 2)));
            _near[index] = chunk;
        }
        else
        {
            AddFar(index, chunk);
        }

        Count = index + 1;
    }

    internal readonly void Replace(int index, T[] chunk)
    {
        if (index < GroupLength) _near[index] = chunk;
        else _far![(index >> GroupShift) - 1]![index & (GroupLength - 1)] = chunk;
    }

    /// <summary>Forgets the chunks from <paramref name="count"/> on.</summary>
    internal void Truncate(int count)
    {
        for (var i = count; i < Count; i++) Replace(i, null!);
        Count = count;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly T[] Far(int index) => _far![(index >> GroupShift) - 1]![index & (GroupLength - 1)];

    private void AddFar(int index, T[] chunk)
    {
        var group = (index >> GroupShift) - 1;
        if (_far is null) _far = new T[][]?[4];
        else if (group == _far.Length) Array.Resize(ref _far, group * 2);
        (_far[group] ??= new T[GroupLength][])[index & (GroupLength - 1)] = chunk;
    }
}
