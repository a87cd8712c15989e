namespace Unpause.Recordings.Readers;

/// <summary>
/// Maps the agent's clock to wall time by its anchors: each is a wall time between two readings of the clock, so half
/// their distance is its error; what the pairs disagree by is drift or a step of the wall clock.
/// </summary>
internal static class AgentClock
{
    /// <summary>Bytes of an anchor.</summary>
    public const int AnchorBytes = 32;

    private const long NanosecondsPerTick = 100;
    private const long NotableStepNanoseconds = 1_000_000;

    /// <summary>The recording's clock.</summary>
    /// <param name="anchors">The anchors' bytes.</param>
    /// <param name="zero">The recording's zero on the agent's clock.</param>
    /// <param name="coverage">Gets a note when the wall clock was stepped.</param>
    public static Clock Read(ReadOnlySpan<byte> anchors, long zero, CoverageBuilder coverage)
    {
        long first = 0, least = long.MaxValue, most = long.MinValue, bracket = 0;
        var firstNumber = ulong.MaxValue;
        var pairs = 0;
        for (; anchors.Length >= AnchorBytes; anchors = anchors[AnchorBytes..])
        {
            if (!TryParse(anchors, out var number, out var offset, out var halfBracket)) continue;
            if (number < firstNumber) (firstNumber, first) = (number, offset);
            least = Math.Min(least, offset);
            most = Math.Max(most, offset);
            bracket = Math.Max(bracket, halfBracket);
            pairs++;
        }

        if (pairs == 0) return Clock.Unknown;
        var clock = Clock.Since1970(
            first + zero, Math.Max(bracket + (most - least), NanosecondsPerTick), "pairs of clock readings by the agent");
        if (clock.StartedAt is null) return clock;
        if (most - least > NotableStepNanoseconds)
        {
            coverage.Add(string.Create(
                CultureInfo.InvariantCulture,
                $"The wall clock moved by {(most - least) / 1e6:0.0} ms against the monotonic clock during the recording: "
                + $"wall-clock times are uncertain by that much."));
        }

        return clock;
    }

    private static bool TryParse(ReadOnlySpan<byte> anchor, out ulong number, out long offset, out long halfBracket)
    {
        number = BinaryPrimitives.ReadUInt64LittleEndian(anchor);
        var before = BinaryPrimitives.ReadInt64LittleEndian(anchor[8..]);
        var wall = BinaryPrimitives.ReadInt64LittleEndian(anchor[16..]);
        var after = BinaryPrimitives.ReadInt64LittleEndian(anchor[24..]);
        offset = 0;
        halfBracket = 0;
        if (number == 0 || before < 0 || after < before || after >= Limits.LongestNanoseconds) return false;
        if (wall is < 0 or > 2 * Limits.LongestNanoseconds) return false;
        halfBracket = (after - before) / 2;
        offset = wall - (before + halfBracket);
        return true;
    }
}
