using System.Collections;
using System.Collections.ObjectModel;

namespace Unpause.Collections;

/// <content>What IList and ICollection ask.</content>
public abstract partial class ChunkedListBase<T>
{
    bool ICollection<T>.IsReadOnly => false;

    bool IList.IsReadOnly => false;

    bool IList.IsFixedSize => false;

    bool ICollection.IsSynchronized => false;

    object ICollection.SyncRoot => this;

    object? IList.this[int index]
    {
        get => this[index];
        set
        {
            Throw.IfNullAndIllegal<T>(value, nameof(value));
            this[index] = Cast(value);
        }
    }

    /// <summary>A read-only view of this list.</summary>
    public ReadOnlyCollection<T> AsReadOnly()
    {
        ThrowIfDisposed();
        return new ReadOnlyCollection<T>(this);
    }

    int IList.Add(object? value)
    {
        Throw.IfNullAndIllegal<T>(value, nameof(value));
        Add(Cast(value));
        return _count - 1;
    }

    bool IList.Contains(object? value) => IsSought(value) && Contains((T)value!);

    int IList.IndexOf(object? value) => IsSought(value) ? IndexOf((T)value!) : -1;

    void IList.Insert(int index, object? value)
    {
        Throw.IfNullAndIllegal<T>(value, nameof(value));
        Insert(index, Cast(value));
    }

    void IList.Remove(object? value)
    {
        if (IsSought(value)) Remove((T)value!);
    }

    void ICollection.CopyTo(Array array, int index)
    {
        Throw.IfNull(array, nameof(array));
        ThrowIfDisposed();
        Throw.IfNotOneDimension(array);
        Throw.IfNoRoom(array, index - array.GetLowerBound(0), _count);
        try
        {
            // Of an empty list too: arrays of another type are refused then as well.
            Array.Copy(_tail, 0, array, index, 0);
            for (var done = 0; done < _count;)
            {
                var length = Math.Min(_count - done, ChunkShape<T>.Length);
                Array.Copy(_chunks[done >> ChunkShape<T>.Shift], 0, array, index + done, length);
                done += length;
            }
        }
        catch (ArrayTypeMismatchException)
        {
            Throw.BadArrayType();
        }
    }

    private bool IsSought(object? value)
    {
        ThrowIfDisposed();
        return IsCompatible(value);
    }

    private static bool IsCompatible(object? value) => value is T || (value is null && default(T) is null);

    private static T Cast(object? value)
    {
        if (!IsCompatible(value)) Throw.WrongType(value, typeof(T), nameof(value));
        return (T)value!;
    }
}
