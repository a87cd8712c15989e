namespace Unpause.Recordings.Readers.DotNet.Collections;

/// <summary>
/// Why the collector chose the generation and the kind of a collection, PerfView's "condemned reasons".
/// Bits: dotnet/runtime, src/coreclr/gc/gcrecord.h, enum gc_condemn_reason_gen (2 bits each) and
/// gc_condemn_reason_condition, .NET 10.
/// </summary>
internal static class CondemnedReasons
{
    private const int BudgetShift = 4;
    private const int TimeTuningShift = 6;

    private static readonly string[] Conditions =
    [
        "induced full",
        "expand heap",
        "high memory",
        "very high memory",
        "low ephemeral space",
        "low card efficiency",
        "ephemeral fragmented",
        "gen2 fragmented",
        "gen2 fragmented, low ephemeral space",
        "gen2 fragmented, high memory",
        "gen2 fragmented, very high memory",
        "gen1 at most",
        "before out of memory",
        DotNetMarks.TooSmallForBackground,
        "induced, not forced",
        "younger before background",
        "nearly all of the budget used",
        "avoid an unproductive full collection",
        "provisional mode: induced full",
        "provisional mode: large objects",
        "provisional mode: gen1 first",
        "hard limit: before out of memory",
        "hard limit: large objects fragmented",
        "hard limit: large objects to reclaim",
        "servo: initial",
        "servo: blocking",
        "servo: background",
        "servo: postponed",
        "stress, mixed",
        "stress",
        "aggressive",
    ];

    private static readonly string[] Budgets = ["", "gen1 budget used up", "gen2 budget used up", "budget used up"];

    /// <summary>The reasons as text.</summary>
    /// <param name="generations">CondemnReasons0.</param>
    /// <param name="conditions">CondemnReasons1.</param>
    public static List<string> Words(uint generations, uint conditions)
    {
        var words = new List<string>();
        if ((generations >> BudgetShift & 3) is var budget and > 0) words.Add(Budgets[budget]);
        if ((generations >> TimeTuningShift & 3) > 0) words.Add("time tuning");
        for (var bit = 0; bit < Conditions.Length; bit++)
        {
            if ((conditions >> bit & 1) != 0) words.Add(Conditions[bit]);
        }

        return words;
    }
}
