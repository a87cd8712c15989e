namespace Unpause.Recordings.Words;

/// <summary>The parts of V8's heap, by the names that V8 gives them in its statistics.</summary>
public static class NodeSpaces
{
    /// <summary>Young objects (semi-spaces).</summary>
    public static HeapSpace New { get; } = new(0, "new", "new space", Generations.Young);

    /// <summary>Large young objects.</summary>
    public static HeapSpace NewLarge { get; } = new(1, "new-large", "new large objects", Generations.Young);

    /// <summary>Objects that survived two young collections.</summary>
    public static HeapSpace Old { get; } = new(2, "old", "old space", Generations.Full);

    public static HeapSpace Large { get; } = new(3, "large", "large objects", Generations.Full);

    /// <summary>Compiled code.</summary>
    public static HeapSpace Code { get; } = new(4, "code", "code", Generations.Full);

    /// <summary>Maps, trusted and shared objects.</summary>
    public static HeapSpace Other { get; } = new(5, "other", "other spaces", Generations.Full);

    /// <summary>All, by their indexes.</summary>
    public static IReadOnlyList<HeapSpace> All { get; } = [New, NewLarge, Old, Large, Code, Other];

    /// <summary>The space of one of V8's names: <c>new_space</c>; null for the read-only space, which no collection changes.</summary>
    public static HeapSpace? Find(ReadOnlySpan<byte> name)
    {
        if (name.SequenceEqual("read_only_space"u8)) return null;
        if (name.SequenceEqual("new_space"u8)) return New;
        if (name.SequenceEqual("new_large_object_space"u8)) return NewLarge;
        if (name.SequenceEqual("old_space"u8)) return Old;
        if (name.SequenceEqual("large_object_space"u8)) return Large;
        return name.StartsWith("code_"u8) ? Code : Other;
    }
}
