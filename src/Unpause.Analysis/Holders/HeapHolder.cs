using Unpause.Recordings.Objects;

namespace Unpause.Analysis.Holders;

/// <summary>Objects of one class that are retained the same way. Times in nanoseconds.</summary>
/// <param name="Type">Their class.</param>
/// <param name="Chain">Their retainers, the reference to the object first; without the links of a list or tree among its own nodes.</param>
/// <param name="Complete">Whether the chain goes up to the root; else the objects are retained in different ways from there on.</param>
/// <param name="Via">
/// The last reference that each object has for itself, by the program's own class: what to let go of
/// (<c>HashedWheelTimeout.task</c>). Null when there are too few objects.
/// </param>
/// <param name="Container">What the objects share beyond it: the application's class that retains the
/// collection or list; null when there is none.</param>
/// <param name="Root">What most of them hang on in the end.</param>
/// <param name="Objects">Sampled objects.</param>
/// <param name="Bytes">Their own size together; null when not recorded.</param>
/// <param name="MinAgeNanoseconds">The youngest.</param>
/// <param name="MedianAgeNanoseconds">The median.</param>
/// <param name="MaxAgeNanoseconds">The oldest.</param>
/// <param name="Stack">Where most of them were allocated, the innermost method first.</param>
internal sealed record HeapHolder(
    string Type,
    IReadOnlyList<HolderLink> Chain,
    bool Complete,
    HolderLink? Via,
    HolderLink? Container,
    ObjectRoot? Root,
    int Objects,
    long? Bytes,
    long MinAgeNanoseconds,
    long MedianAgeNanoseconds,
    long MaxAgeNanoseconds,
    IReadOnlyList<string> Stack)
{
    /// <summary>The chain in one line: <c>byte[] ← Response.body ← HashedWheelTimeout.task ← …</c>.</summary>
    public string Text =>
        string.Join(" ← ", Chain.Select(link => link.ToString()).Prepend(HolderLink.Short(Type)).Concat(Complete ? [] : ["…"]));
}
