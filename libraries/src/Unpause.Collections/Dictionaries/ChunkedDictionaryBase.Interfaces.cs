using System.Collections;

namespace Unpause.Collections;

/// <content>What IDictionary and ICollection ask.</content>
public abstract partial class ChunkedDictionaryBase<TKey, TValue>
{
    ICollection<TKey> IDictionary<TKey, TValue>.Keys => Keys;

    ICollection<TValue> IDictionary<TKey, TValue>.Values => Values;

    IEnumerable<TKey> IReadOnlyDictionary<TKey, TValue>.Keys => Keys;

    IEnumerable<TValue> IReadOnlyDictionary<TKey, TValue>.Values => Values;

    ICollection IDictionary.Keys => Keys;

    ICollection IDictionary.Values => Values;

    bool ICollection<KeyValuePair<TKey, TValue>>.IsReadOnly => false;

    bool IDictionary.IsReadOnly => false;

    bool IDictionary.IsFixedSize => false;

    bool ICollection.IsSynchronized => false;

    object ICollection.SyncRoot => this;

    object? IDictionary.this[object key]
    {
        get
        {
            Throw.IfNull(key, nameof(key));
            ThrowIfDisposed();
            return key is TKey typed && TryGetValue(typed, out var value) ? value : null;
        }

        set => this[Key(key)] = Value(value);
    }

    void IDictionary.Add(object key, object? value) => Add(Key(key), Value(value));

    bool IDictionary.Contains(object key)
    {
        Throw.IfNull(key, nameof(key));
        ThrowIfDisposed();
        return key is TKey typed && ContainsKey(typed);
    }

    void IDictionary.Remove(object key)
    {
        Throw.IfNull(key, nameof(key));
        ThrowIfDisposed();
        if (key is TKey typed) Remove(typed);
    }

    IDictionaryEnumerator IDictionary.GetEnumerator() => Begin(asEntries: true);

    void ICollection<KeyValuePair<TKey, TValue>>.Add(KeyValuePair<TKey, TValue> item) => Add(item.Key, item.Value);

    bool ICollection<KeyValuePair<TKey, TValue>>.Contains(KeyValuePair<TKey, TValue> item) =>
        TryGetValue(item.Key, out var value) && EqualityComparer<TValue>.Default.Equals(value, item.Value);

    bool ICollection<KeyValuePair<TKey, TValue>>.Remove(KeyValuePair<TKey, TValue> item) =>
        ((ICollection<KeyValuePair<TKey, TValue>>)this).Contains(item) && Remove(item.Key);

    void ICollection<KeyValuePair<TKey, TValue>>.CopyTo(KeyValuePair<TKey, TValue>[] array, int arrayIndex)
    {
        Throw.IfNull(array, nameof(array));
        Throw.IfNoRoomFrom(array, arrayIndex, Count);
        foreach (var pair in this) array[arrayIndex++] = pair;
    }

    void ICollection.CopyTo(Array array, int index)
    {
        Throw.IfNull(array, nameof(array));
        Throw.IfNotOneDimensionFromZero(array);
        Throw.IfNoRoomFrom(array, index, Count);
        switch (array)
        {
            case KeyValuePair<TKey, TValue>[] pairs:
                foreach (var pair in this) pairs[index++] = pair;
                break;
            case DictionaryEntry[] entries:
                foreach (var pair in this) entries[index++] = new DictionaryEntry(pair.Key, pair.Value);
                break;
            case object[] objects:
                CopyBoxed(objects, index);
                break;
            default:
                Throw.BadArrayType();
                break;
        }
    }

    private void CopyBoxed(object[] target, int index)
    {
        try
        {
            foreach (var pair in this) target[index++] = pair;
        }
        catch (ArrayTypeMismatchException)
        {
            Throw.BadArrayType();
        }
    }

    private static TKey Key(object key)
    {
        Throw.IfNull(key, nameof(key));
        if (key is not TKey) Throw.WrongType(key, typeof(TKey), nameof(key));
        return (TKey)key;
    }

    private static TValue Value(object? value)
    {
        Throw.IfNullAndIllegal<TValue>(value, nameof(value));
        if (value is not null and not TValue) Throw.WrongType(value, typeof(TValue), nameof(value));
        return (TValue)value!;
    }
}
