using System.Collections;
using System.Diagnostics.CodeAnalysis;

namespace Unpause.Collections;

/// <summary>Cold paths, with the words that the runtime's own collections use.</summary>
/// <remarks>
/// Never marked NoInlining: only when the JIT may look into a method does it learn that it does not return, and keeps it out of loops.
/// </remarks>
internal static class Throw
{
    internal static void IfNull([NotNull] object? argument, string name)
    {
        if (argument is null) ArgumentNull(name);
    }

    /// <summary>The check of every method that takes a start and a count.</summary>
    internal static void IfNotRange(int index, int count, int size)
    {
        if (index < 0) MustBeNonNegative("index");
        if (count < 0) MustBeNonNegative("count");
        if (size - index < count) BadRange();
    }

    /// <summary>Rejects a null for a value type, as the non-generic interfaces of the runtime's collections do.</summary>
    internal static void IfNullAndIllegal<T>(object? value, string name)
    {
        if (value is null && default(T) is not null) ArgumentNull(name);
    }

    [DoesNotReturn]
    internal static void ArgumentNull(string name) => throw new ArgumentNullException(name);

    [DoesNotReturn]
    internal static void BadRange() => throw new ArgumentException(
        "Offset and length were out of bounds for the array or count is greater than the number of elements from index to the "
        + "end of the source collection.");

    [DoesNotReturn]
    internal static void IndexOutOfRange() => throw new IndexOutOfRangeException();

    [DoesNotReturn]
    internal static void BadIndex() => throw new ArgumentOutOfRangeException(
        "index", "Index was out of range. Must be non-negative and less than the size of the collection.");

    [DoesNotReturn]
    internal static void BadIndex(bool isDisposed)
    {
        if (isDisposed) Disposed();
        BadIndex();
    }

    [DoesNotReturn]
    internal static void BadIndex(string name) => throw new ArgumentOutOfRangeException(
        name, "Index was out of range. Must be non-negative and less than the size of the collection.");

    [DoesNotReturn]
    internal static void BadCount(string name) => throw new ArgumentOutOfRangeException(
        name, "Count must be positive and count must refer to a location within the string/array/collection.");

    [DoesNotReturn]
    internal static void MustBeNonNegative(string name) => throw new ArgumentOutOfRangeException(name, "Non-negative number required.");

    [DoesNotReturn]
    internal static void CapacityTooSmall(string name) => throw new ArgumentOutOfRangeException(
        name, "capacity was less than the current size.");

    [DoesNotReturn]
    internal static void Modified() => throw new InvalidOperationException(
        "Collection was modified; enumeration operation may not execute.");

    /// <summary>What an enumerator says when its collection's version is not its own.</summary>
    [DoesNotReturn]
    internal static void Modified(bool disposed, string name) => throw (disposed
        ? new ObjectDisposedException(name)
        : new InvalidOperationException("Collection was modified; enumeration operation may not execute."));

    [DoesNotReturn]
    internal static void BeyondHanded() => throw new InvalidOperationException("Cannot advance past the end of the buffer.");

    [DoesNotReturn]
    internal static void ChangedSinceHanded() => throw new InvalidOperationException(
        "The list was changed since the buffer was obtained.");

    [DoesNotReturn]
    internal static void NoElements() => throw new InvalidOperationException("Sequence contains no elements");

    [DoesNotReturn]
    internal static void NoMatch() => throw new InvalidOperationException("Sequence contains no matching element");

    [DoesNotReturn]
    internal static void NotEnumerating() => throw new InvalidOperationException(
        "Enumeration has either not started or has already finished.");

    [DoesNotReturn]
    internal static void TooMany() => throw new OutOfMemoryException("Array dimensions exceeded supported range.");

    [DoesNotReturn]
    internal static void ComparerFailed(Exception inner) => throw new InvalidOperationException(
        "Failed to compare two elements in the array.", inner);

    [DoesNotReturn]
    internal static void BogusComparer(object? comparer) => throw new ArgumentException(
        "Unable to sort because the IComparer.Compare() method returns inconsistent results. Either a value does not compare equal to "
        + $"itself, or one value repeatedly compared to another value yields different results. IComparer: '{comparer}'.");

    [DoesNotReturn]
    internal static void WrongType(object? value, Type type, string name) => throw new ArgumentException(
        $"The value \"{value}\" is not of type \"{type}\" and cannot be used in this generic collection.", name);

    [DoesNotReturn]
    internal static void ConcurrentUse() => throw new InvalidOperationException(
        "Operations that change non-concurrent collections must have exclusive access. A concurrent update was performed on this "
        + "collection and corrupted its state. The collection's state is no longer correct.");

    [DoesNotReturn]
    internal static void DuplicateKey(object? key) => throw new ArgumentException(
        $"An item with the same key has already been added. Key: {key}");

    [DoesNotReturn]
    internal static void KeyNotFound(object? key) => throw new KeyNotFoundException(
        $"The given key '{key}' was not present in the dictionary.");

    [DoesNotReturn]
    internal static void ReadOnlyView(string what) => throw new NotSupportedException(
        $"Mutating a {what} collection derived from a dictionary is not allowed.");

    [DoesNotReturn]
    internal static void IncompatibleComparer() => throw new InvalidOperationException(
        "The collection's comparer does not support the requested operation.");

    [DoesNotReturn]
    internal static void Disposed(string? name = null) => throw new ObjectDisposedException(
        name, "Cannot access a disposed collection: its memory went back to the pool.");

    /// <summary>What a non-generic CopyTo asks of its target.</summary>
    internal static void IfNotOneDimension(Array array)
    {
        if (array.Rank != 1)
        {
            throw new ArgumentException("Only single dimensional arrays are supported for the requested action.", nameof(array));
        }
    }

    /// <summary>The same as dictionaries ask it.</summary>
    internal static void IfNotOneDimensionFromZero(Array array)
    {
        IfNotOneDimension(array);
        if (array.GetLowerBound(0) != 0) throw new ArgumentException("The lower bound of target array must be zero.", nameof(array));
    }

    /// <summary>What every CopyTo asks of its target's room.</summary>
    internal static void IfNoRoom(Array array, int arrayIndex, int count)
    {
        if (arrayIndex < 0) MustBeNonNegative(nameof(arrayIndex));
        if (array.Length - arrayIndex < count)
        {
            throw new ArgumentException(
                "Destination array is not long enough to copy all the items in the collection. Check array index and length.");
        }
    }

    /// <summary>The same as dictionaries ask it: a start beyond the array is out of range, not merely too little room.</summary>
    internal static void IfNoRoomFrom(Array array, int index, int count)
    {
        if ((uint)index > (uint)array.Length) BadIndex(nameof(index));
        IfNoRoom(array, index, count);
    }

    [DoesNotReturn]
    internal static void BadArrayType() => throw new ArgumentException(
        "Target array type is not compatible with the type of items in the collection.", "array");
}
