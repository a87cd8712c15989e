using Unpause.Analysis.Retainers;

namespace Unpause.Reports;

/// <summary>The retention path of an object: <c>byte[] ← Response.body ← HashedWheelTimeout.task ← …</c>.</summary>
internal static class RetainerText
{
    /// <summary>The line.</summary>
    public static string Format(RetainerDocument retainer) => string.Join(
        " ← ",
        retainer.Chain.Select(link => new RetainerLink(link.Type, link.Field, link.Static, false).ToString())
            .Prepend(RetainerLink.Short(retainer.Type))
            .Concat(retainer.Complete ? [] : ["…"]));
}
