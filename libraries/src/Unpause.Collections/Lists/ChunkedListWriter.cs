using System.Buffers;

namespace Unpause.Collections;

/// <summary>Appends to a list through spans and memory, as serialisers and encoders do.</summary>
/// <remarks>
/// What is handed out is cleared, for a chunk's spare memory may hold anything. A request that the chunk at hand can't fulfil in one
/// piece gets a rented array, as large as it asks, whose content <see cref="Advance"/> copies. Between the two the list must not be
/// changed otherwise.
/// </remarks>
/// <typeparam name="T">Type of the elements.</typeparam>
public sealed class ChunkedListWriter<T> : IBufferWriter<T>
{
    private const int DefaultLength = 256;

    private readonly ChunkedListBase<T> _list;
    private T[] _chunk = [];
    private T[]? _bridge;
    private int _handed;
    private int _version;

    /// <summary>A writer that appends to <paramref name="list"/>.</summary>
    public ChunkedListWriter(ChunkedListBase<T> list)
    {
        Throw.IfNull(list, nameof(list));
        _list = list;
    }

    /// <summary>A span to write elements to, of at least <paramref name="sizeHint"/>; they count after <see cref="Advance"/>.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The hint is negative.</exception>
    public Span<T> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;

    /// <summary>The same as <see cref="GetSpan"/>, as memory.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The hint is negative.</exception>
    public Memory<T> GetMemory(int sizeHint = 0)
    {
        if (sizeHint < 0) Throw.MustBeNonNegative(nameof(sizeHint));
        DropBridge();
        var wanted = sizeHint == 0 ? DefaultLength : sizeHint;
        var room = _list.SpareRoom(wanted, out _chunk);
        _version = _list.Version;
        if (sizeHint == 0) wanted = Math.Min(wanted, room.Length);
        if (wanted > room.Length) room = _bridge = ArrayPool<T>.Shared.Rent(wanted);
        var handed = room.Slice(0, wanted);
        handed.Span.Clear();
        _handed = wanted;
        return handed;
    }

    /// <summary>Makes the first <paramref name="count"/> elements of what was last handed out part of the list.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The count is negative.</exception>
    /// <exception cref="InvalidOperationException">So many were not handed out, or the list was changed since.</exception>
    public void Advance(int count)
    {
        if (count < 0) Throw.MustBeNonNegative(nameof(count));
        _list.ThrowIfDisposed();
        if (count > _handed) Throw.BeyondHanded();
        if (count > 0 && (_version != _list.Version || !_list.HasSpareRoomIn(_chunk))) Throw.ChangedSinceHanded();
        _handed = 0;
        if (count == 0) return;
        if (_bridge is { } bridge) _list.Append(bridge.AsSpan(0, count));
        else _list.TakeSpareRoom(count);
        DropBridge();
    }

    private void DropBridge()
    {
        _handed = 0;
        if (_bridge is not { } bridge) return;
        _bridge = null;
        ArrayPool<T>.Shared.Return(bridge, ChunkShape<T>.HoldsReferences);
    }
}
