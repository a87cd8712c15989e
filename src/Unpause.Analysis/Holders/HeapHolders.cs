using Unpause.Recordings;

namespace Unpause.Analysis.Holders;

/// <summary>
/// What retains long-lived objects, by samples: chains of references from the objects towards their roots, put together.
/// </summary>
/// <param name="Objects">Sampled objects that still lived.</param>
/// <param name="Held">Of them, those whose retainers are known; the others were seen without a search for
/// roots, or nothing retained them any more.</param>
/// <param name="Holders">The chains, the most objects first.</param>
internal sealed record HeapHolders(int Objects, int Held, IReadOnlyList<HeapHolder> Holders)
{
    /// <summary>Puts a recording's old objects together; null when it has none.</summary>
    public static HeapHolders? Of(Recording recording)
    {
        if (recording.OldObjects is not { Count: > 0 } objects) return null;
        var held = objects.Where(item => item.Holders.Count > 0).ToList();
        var holders = new List<HeapHolder>();
        foreach (var type in held.GroupBy(item => item.Type))
        {
            foreach (var (chain, items, complete) in HolderTree.Of(type))
            {
                holders.Add(HolderGroup.Describe(type.Key, chain, items, complete));
            }
        }

        return new HeapHolders(
            objects.Count,
            held.Count,
            [.. holders.OrderByDescending(holder => holder.Objects).ThenBy(holder => holder.Text, StringComparer.Ordinal)]);
    }
}
