namespace Unpause.Reports;

/// <summary>Collections at the interpreter's exit, in one line.</summary>
internal static class ExitText
{
    /// <summary>The line; empty where there were none.</summary>
    public static string Line(ProcessDocument process)
    {
        if (process.ExitCollections is not { Count: > 0 } exit) return "";
        var one = exit.Count == 1;
        var longest = exit.MaxMs is { } most ? $", {(one ? "" : "longest ")}{Cell.Duration(most)}," : "";
        return $"{Quantities.Count(exit.Count)} {(one ? "collection" : "collections")} at the interpreter's exit{longest} "
            + $"{(one ? "is" : "are")} not counted, because no request waits for {(one ? "it" : "them")}";
    }
}
