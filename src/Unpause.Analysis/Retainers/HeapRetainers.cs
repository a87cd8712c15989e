using Unpause.Recordings.Objects;

namespace Unpause.Analysis.Retainers;

/// <summary>
/// What retains long-lived objects, by samples: chains of references from the objects towards their roots, put together.
/// </summary>
/// <param name="Objects">Sampled objects that still lived.</param>
/// <param name="Held">Of them, those whose retainers are known; the others were seen without a search for
/// roots, or nothing retained them any more.</param>
/// <param name="Retainers">The chains, the most objects first.</param>
public sealed record HeapRetainers(int Objects, int Held, IReadOnlyList<HeapRetainer> Retainers)
{
    /// <summary>Puts a recording's old objects together; null when it has none.</summary>
    public static HeapRetainers? Compute(Recording recording)
    {
        if (recording.OldObjects is not { Count: > 0 } objects) return null;
        var retained = objects.Where(item => item.Retainers.Count > 0).ToList();
        var retainers = new List<HeapRetainer>();
        foreach (var type in retained.GroupBy(item => item.Type))
        {
            foreach (var (chain, items, complete) in RetainerTree.Group(type))
            {
                retainers.Add(RetainerGroup.Describe(type.Key, chain, items, complete));
            }
        }

        return new HeapRetainers(
            objects.Count,
            retained.Count,
            [.. retainers.OrderByDescending(retainer => retainer.Objects).ThenBy(retainer => retainer.Text, StringComparer.Ordinal)]);
    }
}

/// <summary>Objects of one class that are retained the same way. Times in nanoseconds.</summary>
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
/// <param name="Stack">Where most of them were allocated, the innermost method first.</param>
public sealed record HeapRetainer(
    string Type,
    IReadOnlyList<RetainerLink> Chain,
    bool Complete,
    RetainerLink? Via,
    RetainerLink? Container,
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
        string.Join(" ← ", Chain.Select(link => link.ToString()).Prepend(RetainerLink.Short(Type)).Concat(Complete ? [] : ["…"]));
}
