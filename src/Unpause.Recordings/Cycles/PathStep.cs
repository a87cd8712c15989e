namespace Unpause.Recordings.Cycles;

/// <summary>One object of a cycle, and its reference to the next.</summary>
/// <param name="Type">Its type, with its module.</param>
/// <param name="Detail">The code of a function or a frame, the name of a class; otherwise null.</param>
/// <param name="Kind">The kind of reference: <c>attribute</c>, <c>item</c>, <c>key</c>, <c>local</c>, <c>closure</c>, …</param>
/// <param name="Name">The attribute's, the key's or the variable's name, or the index; empty if unknown.</param>
public sealed record PathStep(string Type, string? Detail, string Kind, string Name)
{
    /// <summary>The kinds.</summary>
    internal const string Attribute = "attribute", Item = "item", Key = "key", IsKey = "is_key", Local = "local", Closure = "closure",
        Unnamed = "unnamed";

    /// <summary>The type without its module.</summary>
    public string ShortType => PythonNames.Short(Type);

    /// <summary>The object as text, without the reference.</summary>
    public string Node => Detail is null ? ShortType : $"{ShortType} {CodePlace.Name(Detail)}";

    /// <summary>The reference as text.</summary>
    public string Label => Kind switch
    {
        Attribute => $".{Name}",
        Item => $"[{Name}]",
        Key => $"['{Name}']",
        IsKey => " (key)",
        Local => $" local {Name}",
        Closure => $" closure {Name}",
        _ => "",
    };
}
