using Unpause.Analysis.Holders;
using Unpause.Reports.Documents;

namespace Unpause.Reports.Composition;

/// <summary>What retains long-lived objects.</summary>
internal static class HolderComposer
{
    /// <summary>The retainers; null when there are no such samples.</summary>
    public static HeapRetainersDocument? Compose(HeapHolders? holders) =>
        holders is null
            ? null
            : new()
            {
                Objects = holders.Objects,
                ObjectsWithRetainer = holders.Held,
                Retainers = [.. holders.Holders.Select(Holder)],
            };

    private static RetainerDocument Holder(HeapHolder holder) => new()
    {
        Type = holder.Type,
        Objects = holder.Objects,
        Bytes = holder.Bytes,
        AgeMinMs = new(holder.MinAgeNanoseconds),
        AgeMedianMs = new(holder.MedianAgeNanoseconds),
        AgeMaxMs = new(holder.MaxAgeNanoseconds),
        LastReference = Full(holder.Via),
        Container = Full(holder.Container),
        Chain = [.. holder.Chain.Select(link => new RetainerLinkDocument { Type = link.Holder, Field = link.Field, Static = link.Static })],
        Complete = holder.Complete,
        Root = holder.Root is { } root ? new() { System = root.System, Type = root.Type, Description = root.Description } : null,
        Stack = holder.Stack,
    };

    private static string? Full(HolderLink? link) => link is { } known ? $"{known.Holder}.{known.Field}" : null;
}
