using Unpause.Recordings.Objects;

namespace Unpause.Analysis.Holders;

/// <summary>One step in a chain from an object outwards: what refers to it.</summary>
/// <param name="Holder">The class of the object that refers.</param>
/// <param name="Field">Its field; null when it is an array.</param>
/// <param name="Static">Whether the field is static.</param>
/// <param name="Library">Whether the class is the runtime's own.</param>
internal readonly record struct HolderLink(string Holder, string? Field, bool Static, bool Library)
{
    /// <summary>The step that a reference is.</summary>
    public static HolderLink Of(ObjectReference reference) => new(reference.Holder, reference.Field, reference.Static, reference.Library);

    /// <summary>Holder and field without packages: <c>HashedWheelTimeout.task</c>, <c>Object[]</c>.</summary>
    public override string ToString() => Field is null ? Short(Holder) : $"{Short(Holder)}.{Field}";

    /// <summary>A class's name without its package.</summary>
    public static string Short(string type) => type[(type.LastIndexOf('.') + 1)..];
}
