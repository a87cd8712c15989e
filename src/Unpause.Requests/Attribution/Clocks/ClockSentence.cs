namespace Unpause.Analysis.Attribution.Clocks;

/// <summary>What the clocks were taken for, and what bears it out, in a sentence.</summary>
internal static class ClockSentence
{
    /// <summary>The sentence; a refusal where nothing can be judged.</summary>
    public static Explanation Of(ClockAlignment clock) => clock.State switch
    {
        ClockState.Shared => Explanation.Assumption(
            "The runtime recorded requests and collections on one clock, so pauses have their places as exactly as it tells them. "
            + "A request counts from when the program began with it: what it waited before (for a connection, for a free thread) is not in "
            + "it."),
        ClockState.Contradicted when clock.LikelyZone is { } zone => Explanation.Refusal(
            $"Too few requests end near pauses to test the clocks ({Inside(clock)}), but requests and recording would begin and end "
            + $"together with the requests {ClockMismatch.Hours(zone)}: their times are in another time zone, it seems. Give times in UTC "
            + "or with their offset."),
        ClockState.Contradicted => Contradicted(clock),
        ClockState.Untestable => Explanation.Warning(
            $"The clocks can't be tested: there are too few pauses or requests ({Inside(clock)}). They are taken as they are, "
            + $"±{Quantities.Duration(clock.PossibleHigh)} is assumed, and the numbers are given as a range over that."),
        _ when clock.Stretches.Count > 0 => Explanation.Assumption(
            $"The clocks differ by stretches of the recording: {Stretches(clock)}; corrected: then {Inside(clock)}, before "
            + $"{Quantities.Count(clock.CompletionsInPauses)}.{Unplaced(clock)}"),
        _ when !clock.Corrected => Explanation.Assumption($"The clocks agree, {Bound(clock)}: {Inside(clock)}."),
        _ => Explanation.Assumption(
            $"The recording's clock is {Offset(clock)}, {Bound(clock)}; corrected: then {Inside(clock)}, before "
            + $"{Quantities.Count(clock.CompletionsInPauses)}."),
    };

    private static Explanation Contradicted(ClockAlignment clock)
    {
        var facts = $"Requests end inside pauses as often as chance would have it ("
            + $"{Quantities.Count(clock.CompletionsInPauses)}, by chance "
            + $"{Quantities.Count(clock.CompletionsByChance)}), which cannot be while the process is stopped";
        var other = clock.OtherOffset != 0 && clock.CompletionsInPausesAligned * 2 < clock.CompletionsByChance
            ? $"Of all offsets up to hours, one of {Signed(clock.OtherOffset)} fits best "
                + $"({Quantities.Count(clock.CompletionsInPausesAligned)} inside), but others fit about as well or it may be chance"
            : "No other offset of the clocks, up to hours and time zones, fits";
        return Explanation.Refusal(
            $"{facts}. {other}: the pauses have no place among the requests. Are they of the same process and the same time? Record "
            + "both anew on one machine, or give the requests of this process only.");
    }

    private static string Offset(ClockAlignment clock)
    {
        var drift = clock.DriftPartsPerMillion == 0 ? "" : $" and drifts {clock.DriftPartsPerMillion:0.#} µs a second";
        var way = clock.OffsetNanoseconds < 0 ? "ahead" : "behind";
        return $"{Quantities.Duration(Math.Abs(clock.OffsetNanoseconds))} {way} of the requests' clock{drift}";
    }

    private static string Bound(ClockAlignment clock)
    {
        var bound = $"±{Quantities.Duration(clock.ErrorBoundNanoseconds)}";
        return -clock.PossibleLow <= 2 * Math.Max(clock.ErrorBoundNanoseconds, clock.PossibleHigh)
            ? bound
            : $"{bound} for the ends of requests (if they were timed at a client, the way back is in it: up to "
                + $"{Quantities.Duration(-clock.PossibleLow)})";
    }

    private static string Inside(ClockAlignment clock) =>
        $"{Quantities.Count(clock.CompletionsInPausesAligned)} requests end inside a pause, by chance it would be "
        + Quantities.Count(clock.CompletionsByChance);

    private static string Stretches(ClockAlignment clock)
    {
        var offsets = new List<string>(clock.Stretches.Count);
        foreach (var stretch in clock.Stretches) offsets.Add(stretch.Verified ? Signed(stretch.OffsetNanoseconds) : "unknown");
        return string.Join(", then ", offsets);
    }

    private static string Unplaced(ClockAlignment clock) => clock.Stretches.All(stretch => stretch.Verified)
        ? ""
        : " Where it is unknown, pauses have no place and are not attributed.";

    private static string Signed(long nanoseconds) => (nanoseconds < 0 ? "-" : "+") + Quantities.Duration(Math.Abs(nanoseconds));
}
