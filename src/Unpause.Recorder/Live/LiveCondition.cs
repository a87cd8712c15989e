using Unpause.Recordings;

namespace Unpause.Recorder.Live;

/// <summary>What ends a recording: a pause or a request longer than a limit.</summary>
/// <param name="OfRequest">Whether the limit is for requests; otherwise for pauses.</param>
/// <param name="LimitNanoseconds">The limit.</param>
public sealed record LiveCondition(bool OfRequest, long LimitNanoseconds)
{
    /// <summary>Parses <c>pause&gt;200ms</c> or <c>request&gt;1s</c>; null for other text.</summary>
    public static LiveCondition? Parse(string text)
    {
        var parts = text.Split('>', 2, StringSplitOptions.TrimEntries);
        if (parts.Length != 2 || parts[0] is not ("pause" or "request")) return null;
        return Quantities.TryParseDuration(parts[1], out var limit) && limit is > 0 and < 9e18
            ? new LiveCondition(parts[0] == "request", (long)limit)
            : null;
    }

    /// <summary>The condition in words.</summary>
    public override string ToString() => $"a {(OfRequest ? "request" : "pause")} is longer than {Quantities.Duration(LimitNanoseconds)}";
}
