using Unpause.Reports.Documents;

namespace Unpause.Reports;

/// <summary>Who asked for collections, as text for people.</summary>
internal static class InducedText
{
    private const int MostSteps = 6;

    /// <summary>How many, by whom, and why as far as known.</summary>
    public static string Head(InducedByDocument chain)
    {
        var by = chain.Caller is { } method ? $" by {PlainText.Clean(method)}" : "";
        var reason = chain.Reason is { } known ? $": {known}" : "";
        var cost = chain is { Count: > 0, PauseTotalMs: { } all, PauseMaxMs: { } longest }
            ? $", {Cell.Duration(all)} of pauses, the longest {Cell.Duration(longest)}{(chain.Mode is { } mode ? $" ({mode})" : "")}"
            : "";
        var nothing = chain.NoGcRegionCalls > 0
            ? $"{(chain.Count > 0 ? "; " : ", ")}{Quantities.Count(chain.NoGcRegionCalls)} stops that collected nothing"
            : "";
        return $"{Quantities.Count(chain.Count)} {(chain.Count == 1 ? "collection" : "collections")} asked for{by}{cost}{nothing}{reason}";
    }

    /// <summary>From the origin to the collector; of a long chain the outer steps are left out.</summary>
    public static string Way(InducedByDocument chain)
    {
        var steps = chain.CallPath.Count > MostSteps ? ["…", .. chain.CallPath.Skip(chain.CallPath.Count - MostSteps)] : chain.CallPath;
        return string.Join(" → ", (chain.Origin is { } origin ? [origin, .. steps] : steps).Select(PlainText.Clean));
    }
}
