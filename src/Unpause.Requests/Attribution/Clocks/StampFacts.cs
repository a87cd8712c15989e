using Unpause.Requests;

namespace Unpause.Analysis.Attribution.Clocks;

/// <summary>How the stamps of requests were taken.</summary>
/// <param name="Reading">What the data say.</param>
/// <param name="ReadAs">What the source was read as.</param>
/// <param name="Said">Whether the source says so.</param>
/// <param name="NotTaken">The clocks by the reading that was not taken.</param>
internal sealed record StampFacts(StampReading Reading, StampMeaning ReadAs, bool Said, ClockAlignment NotTaken)
{
    /// <summary>What is taken.</summary>
    private string Taken => (ReadAs == StampMeaning.Start) == (Reading == StampReading.Other) ? "ends" : "starts";

    private string NotTakenName => Taken == "ends" ? "starts" : "ends";

    /// <summary>The sentence; null when nobody needs one.</summary>
    /// <param name="clock">The clocks by the reading that was taken.</param>
    public Explanation? Sentence(ClockAlignment clock) => Reading switch
    {
        StampReading.Other => Explanation.Warning(
            $"Stamps are taken for the {Taken} of requests{(Said ? ", whatever the file says" : "")}: so read, {Inside(clock)}; as "
            + $"{NotTakenName} it is {Quantities.Count(NotTaken.CompletionsInPauses)}. --stamps {NotTakenName.TrimEnd('s')} takes "
            + "them otherwise."),
        StampReading.AsRead when !Said => Explanation.Assumption(
            $"Stamps are taken for the {Taken} of requests: so read, {Inside(clock)}."),
        StampReading.Both => Explanation.Refusal(
            $"The file doesn't say whether it stamps the starts or the ends of requests, and both fit the pauses: by chance "
            + $"{Quantities.Count(clock.CompletionsByChance)} requests would end inside one, read as {Taken} "
            + $"{Quantities.Count(clock.CompletionsInPausesAligned)} do, as {NotTakenName} "
            + $"{Quantities.Count(NotTaken.CompletionsInPausesAligned)}. Say it with --stamps start or --stamps end."),
        StampReading.Untold when clock.State == ClockState.Untestable => Explanation.Warning(
            $"The file doesn't say whether it stamps the starts or the ends of requests, and the data are too few to tell; {Taken} are "
            + "assumed. Say it with --stamps start or --stamps end."),
        _ => null,
    };

    private static string Inside(ClockAlignment clock) =>
        $"{Quantities.Count(clock.CompletionsInPausesAligned)} requests end inside a pause, by chance it would be "
        + Quantities.Count(clock.CompletionsByChance);
}
