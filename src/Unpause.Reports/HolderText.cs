using Unpause.Analysis.Holders;
using Unpause.Reports.Documents;

namespace Unpause.Reports;

/// <summary>Who holds an object, in one line: <c>byte[] ← Response.body ← HashedWheelTimeout.task ← …</c>.</summary>
internal static class HolderText
{
    /// <summary>The line.</summary>
    public static string Of(RetainerDocument holder) => string.Join(
        " ← ",
        holder.Chain.Select(link => new HolderLink(link.Type, link.Field, link.Static, false).ToString())
            .Prepend(HolderLink.Short(holder.Type))
            .Concat(holder.Complete ? [] : ["…"]));
}
