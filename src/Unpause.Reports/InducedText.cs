using Unpause.Recordings;
using Unpause.Reports.Documents;

namespace Unpause.Reports;

/// <summary>Call paths that induced collections, as text.</summary>
internal static class InducedText
{
    private const int MostSteps = 6;

    /// <summary>The number of collections, the calling method, their cost, and the reason where it is known.</summary>
    public static string Head(InducedByDocument chain)
    {
        var by = chain.Caller is { } method ? $" by {PlainText.Clean(method)}" : "";
        var reason = chain.Reason is { } known ? $": {known}" : "";
        var cost = chain is { Count: > 0, PauseTotalMs: { } all, PauseMaxMs: { } longest }
            ? $", {Cell.Duration(all)} of pauses, longest {Cell.Duration(longest)}{(chain.Mode is { } mode ? $" ({mode})" : "")}"
            : "";
        var nothing = chain.NoGcRegionCalls > 0
            ? $"{(chain.Count > 0 ? "; " : ", ")}{Quantities.Count(chain.NoGcRegionCalls)} suspensions without a collection"
            : "";
        return $"{Quantities.Count(chain.Count)} {(chain.Count == 1 ? "collection" : "collections")} induced{by}{cost}{nothing}{reason}";
    }

    /// <summary>The call path from the origin to the collector; outer steps of a long path are left out.</summary>
    public static string Way(InducedByDocument chain)
    {
        var steps = chain.CallPath.Count > MostSteps ? ["…", .. chain.CallPath.Skip(chain.CallPath.Count - MostSteps)] : chain.CallPath;
        return string.Join(" → ", (chain.Origin is { } origin ? [origin, .. steps] : steps).Select(PlainText.Clean));
    }
}
