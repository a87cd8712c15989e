using System.Globalization;
using Unpause.Requests;
using Unpause.Requests.Attribution;
using Unpause.Requests.Attribution.Clocks;

namespace Unpause.Reports.Explanations;

/// <summary>The words about how the clocks of requests and recording were aligned.</summary>
internal static class ClockText
{
    private const string SayStamps = "Specify --stamps start or --stamps end.";

    /// <summary>The sentences.</summary>
    public static string Describe(Explanation explanation) => explanation switch
    {
        Explanation.ClocksAligned { Clock: var clock } => Describe(clock),
        Explanation.StampsRead { Facts: var facts, Clock: var clock } => Describe(facts, clock),
        Explanation.PausesUnplaced unplaced =>
            $"{Quantities.Count(unplaced.Count, "pause")} cannot be placed, because the clock offset of that part of the recording is "
            + "unknown. Any slow request of that time may be due to them, so the upper end of the range includes all of these requests.",
        Explanation.PausesBelowClockError { All: true } below =>
            $"Every pause is shorter than the clock error ({Quantities.Duration(below.ErrorNanoseconds)}), so none can be matched with a "
            + $"request. Together they are {Quantities.Duration(below.TotalNanoseconds)}.",
        Explanation.PausesBelowClockError below =>
            $"{Quantities.Count(below.Count, "pause")} shorter than the clock error ({Quantities.Duration(below.ErrorNanoseconds)}) "
            + $"{(below.Count == 1 ? "is" : "are")} not attributed: {Quantities.Duration(below.TotalNanoseconds)} in total.",
        _ => throw new ArgumentOutOfRangeException(nameof(explanation)),
    };

    private static string Describe(ClockAlignment clock) => clock.State switch
    {
        ClockState.Shared =>
            "The runtime recorded requests and collections on one clock, so the times of pauses are exact. A request starts when the "
            + "process starts to handle it; what it waited before (for a connection, for a free thread) is not included.",
        ClockState.Contradicted when clock.LikelyZone is { } zone =>
            $"Too few requests end near pauses to verify the clocks ({Inside(clock)}). But requests and recording would start and end "
            + $"together with the requests {ExplanationText.Hours(zone)}, so their times are probably in another time zone. "
            + "Give times in UTC or with their offset.",
        ClockState.Contradicted => Contradicted(clock),
        ClockState.Untestable =>
            $"The clocks cannot be verified: there are too few pauses or requests ({Inside(clock)}). They are used as they are, and the "
            + $"numbers are ranges for an assumed error of ±{Quantities.Duration(clock.PossibleHigh)}.",
        _ when clock.Stretches.Count > 0 =>
            $"The clock offset changes during the recording: {Stretches(clock)}. {Corrected(clock)}{Unplaced(clock)}",
        _ when !clock.Corrected => $"The clocks agree, {Bound(clock)}: {Inside(clock)}.",
        _ => $"The recording's clock is {Offset(clock)}, {Bound(clock)}. {Corrected(clock)}",
    };

    private static string Describe(StampFacts facts, ClockAlignment clock)
    {
        var (taken, other) = facts.Taken == TimestampMeaning.End ? ("ends", "starts") : ("starts", "ends");
        return facts.Reading switch
        {
            StampReading.Other =>
                $"Timestamps are taken as the {taken} of requests{(facts.Said ? ", although the file says otherwise" : "")}: "
                + $"{Inside(clock)}. As {other}, {Quantities.Count(facts.NotTaken.CompletionsInPauses)} would. "
                + $"--stamps {other[..^1]} takes them as {other}.",
            StampReading.AsRead => $"Timestamps are taken as the {taken} of requests: {Inside(clock)}.",
            StampReading.Both =>
                "The file does not say whether its timestamps are the starts or the ends of requests, and both fit the pauses. "
                + $"Read as {taken}, {Inside(clock)}; as {other}, "
                + $"{Quantities.Count(facts.NotTaken.CompletionsInPausesAligned)} do. {SayStamps}",
            _ =>
                "The file does not say whether its timestamps are the starts or the ends of requests, and there is too little data to "
                + $"find out. They are assumed to be {taken}. {SayStamps}",
        };
    }

    private static string Contradicted(ClockAlignment clock)
    {
        var inside = Quantities.Count(clock.CompletionsInPausesAligned);
        var other = clock.OtherOffset != 0 && clock.CompletionsInPausesAligned * 2 < clock.CompletionsByChance
            ? $"Of all offsets up to hours, {Signed(clock.OtherOffset)} fits best ({inside} inside), but "
                + "others fit about as well, or the fit is random"
            : "No other clock offset fits, up to hours and time zones";
        return $"Requests end inside pauses as often as at random ({Quantities.Count(clock.CompletionsInPauses)}, "
            + $"{ExplanationText.Expected(clock.CompletionsByChance)}), which is impossible while the process is paused. {other}, so the "
            + "pauses cannot be matched with the requests. Are both from the same process and the same time? "
            + "Record both again on one machine, or give only the requests of this process.";
    }

    private static string Offset(ClockAlignment clock)
    {
        var rate = clock.DriftPartsPerMillion.ToString("0.#", CultureInfo.InvariantCulture);
        var drift = clock.DriftPartsPerMillion == 0 ? "" : $" and drifts by {rate} µs per second";
        var way = clock.OffsetNanoseconds < 0 ? "ahead of" : "behind";
        return $"{Quantities.Duration(Math.Abs(clock.OffsetNanoseconds))} {way} the requests' clock{drift}";
    }

    private static string Bound(ClockAlignment clock)
    {
        var bound = $"±{Quantities.Duration(clock.ErrorBoundNanoseconds)}";
        return -clock.PossibleLow <= 2 * Math.Max(clock.ErrorBoundNanoseconds, clock.PossibleHigh)
            ? bound
            : $"{bound} for the ends of requests (if a client timed them, the way back is included: up to "
                + $"{Quantities.Duration(-clock.PossibleLow)})";
    }

    private static string Corrected(ClockAlignment clock) =>
        $"Corrected, {Inside(clock)}; before, {Quantities.Count(clock.CompletionsInPauses)}.";

    private static string Inside(ClockAlignment clock) =>
        ExplanationText.EndInside(clock.CompletionsInPausesAligned, clock.CompletionsByChance);

    private static string Stretches(ClockAlignment clock) =>
        string.Join(", then ", clock.Stretches.Select(stretch => stretch.Verified ? Signed(stretch.OffsetNanoseconds) : "unknown"));

    private static string Unplaced(ClockAlignment clock) =>
        clock.Stretches.All(stretch => stretch.Verified) ? "" : " Pauses where it is unknown are not attributed.";

    private static string Signed(long nanoseconds) => (nanoseconds < 0 ? "-" : "+") + Quantities.Duration(Math.Abs(nanoseconds));
}
