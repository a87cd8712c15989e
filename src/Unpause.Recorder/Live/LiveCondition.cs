namespace Unpause.Recorder.Live;

/// <summary>What ends a recording: a pause, or a request, that was longer than a limit.</summary>
/// <param name="OfRequest">Whether it is about requests; else about pauses.</param>
/// <param name="LimitNanoseconds">The limit.</param>
public sealed record LiveCondition(bool OfRequest, long LimitNanoseconds)
{
    /// <summary>Reads <c>pause&gt;200ms</c> or <c>request&gt;1s</c>; null when it is neither.</summary>
    public static LiveCondition? Parse(string text)
    {
        var parts = text.Split('>', 2, StringSplitOptions.TrimEntries);
        if (parts.Length != 2 || parts[0] is not ("pause" or "request")) return null;
        return Quantities.TryParseDuration(parts[1], out var limit) && limit is > 0 and < 9e18
            ? new LiveCondition(parts[0] == "request", (long)limit)
            : null;
    }

    /// <summary>In words.</summary>
    public override string ToString() => $"a {(OfRequest ? "request" : "pause")} is longer than {Quantities.Duration(LimitNanoseconds)}";
}
