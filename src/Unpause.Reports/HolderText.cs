using Unpause.Analysis.Holders;

namespace Unpause.Reports;

/// <summary>The retention path of an object: <c>byte[] ← Response.body ← HashedWheelTimeout.task ← …</c>.</summary>
internal static class HolderText
{
    /// <summary>The line.</summary>
    public static string Of(RetainerDocument holder) => string.Join(
        " ← ",
        holder.Chain.Select(link => new HolderLink(link.Type, link.Field, link.Static, false).ToString())
            .Prepend(HolderLink.Short(holder.Type))
            .Concat(holder.Complete ? [] : ["…"]));
}
