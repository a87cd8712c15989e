using Unpause.Requests.Attribution;

namespace Unpause.Reports.Composition;

/// <summary>The requests that a stop delayed, in the document and as a sentence.</summary>
internal static class VictimsComposer
{
    /// <summary>The contract's object; null where it is not known.</summary>
    public static StopVictimsDocument? Compose(StopVictims? victims) => victims is null ? null : new()
    {
        Count = victims.Count,
        DelayMs = new(victims.DelayNanoseconds),
        Most = [.. victims.Most.Select(Victim)],
        Text = Text(victims),
    };

    private static StopVictimDocument Victim(StopVictim victim) => new()
    {
        Name = victim.Name,
        TraceId = victim.TraceId,
        StartedAt = SourceComposer.Instant(victim.StartUnixNanoseconds),
        DurationMs = new(victim.DurationNanoseconds),
        DelayMs = new(victim.DelayNanoseconds),
    };

    private static string Text(StopVictims victims)
    {
        if (victims.Count == 0) return "No recorded request was being served during it.";
        var most = victims.Most[0];
        var name = most.Name is { } known ? PlainText.Clean(known) : "a request";
        return victims.Count == 1
            ? $"1 request was delayed by {Quantities.Duration(most.DelayNanoseconds)}: {name}."
            : $"{Quantities.Count(victims.Count)} requests were delayed by {Quantities.Duration(victims.DelayNanoseconds)} in all, "
                + $"{name} by {Quantities.Duration(most.DelayNanoseconds)}.";
    }
}
