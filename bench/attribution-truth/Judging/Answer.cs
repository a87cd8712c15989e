using System.Text.Json;

namespace Unpause.Bench.AttributionTruth;

/// <summary>The verdict of unpause, from its exit code and its JSON; unknown is null.</summary>
public sealed record Answer
{
    /// <summary>A clock error of at most this counts as "verified" if the report does not state it, in milliseconds.</summary>
    private const double ClaimedExact = 5;

    /// <summary>The exit code.</summary>
    public required int Exit { get; init; }

    /// <summary>Why there is no verdict: the last line of standard error.</summary>
    public string? Failure { get; init; }

    /// <summary>The verdict sentence.</summary>
    public string? Verdict { get; init; }

    /// <summary>Requests and slow ones.</summary>
    public (int All, int Slow) Count { get; init; }

    /// <summary>Slow requests because of GC: lowest, best estimate, highest. Null when none is blamed.</summary>
    public (int Low, int Reported, int High)? Blamed { get; init; }

    /// <summary>The range of p99 without GC, in milliseconds.</summary>
    public (double Low, double High)? P99 { get; init; }

    /// <summary>The best estimate of p99 without GC, in milliseconds.</summary>
    public double? P99Reported { get; init; }

    /// <summary>Whether the data confirmed the clock.</summary>
    public bool Verified { get; init; }

    /// <summary>The clock offset that was found, in milliseconds.</summary>
    public double? Offset { get; init; }

    /// <summary>The reported range of the offset, in milliseconds.</summary>
    public (double Low, double High)? OffsetRange { get; init; }

    /// <summary>The queue model, and whether it is reported to fit.</summary>
    public string? Queue { get; init; }

    /// <summary>Whether the data show that queue.</summary>
    public bool QueueFits { get; init; }

    /// <summary>Requests reported in the accept queue.</summary>
    public int AcceptQueue { get; init; }

    /// <summary>Whether unpause refused to judge, or read nothing.</summary>
    public bool Refused => Exit is 2 or 3 or 70;

    /// <summary>Reads the JSON.</summary>
    public static Answer Read(int exit, string output, string errors)
    {
        var failure = errors.Split('\n', StringSplitOptions.RemoveEmptyEntries).LastOrDefault();
        if (output.Length == 0) return new Answer { Exit = exit, Failure = failure };
        using var document = JsonDocument.Parse(output);
        if (!document.RootElement.TryGetProperty("requests", out var requests) || requests.ValueKind != JsonValueKind.Object)
        {
            return new Answer { Exit = exit, Failure = failure };
        }

        var process = First(requests, "processes");
        var clock = First(requests, "clocks") ?? process;
        var state = Text(clock, "state") ?? Text(process, "clock_state");
        var offset = Number(process, "clock_offset_ms");
        var error = Number(process, "clock_error_ms");
        // Earlier versions have other names for the same numbers: --unpause may name an old checkout.
        var door = Child(requests, "accept_queue") ?? Child(requests, "held_at_door") ?? Child(requests, "held_at_the_door");
        return new Answer
        {
            Exit = exit,
            Failure = failure,
            Verdict = Text(requests, "verdict"),
            Count = ((int)(Number(requests, "count") ?? 0), (int)(Number(requests, "slow") ?? 0)),
            Blamed = ReadBlamed(requests),
            P99 = ReadP99(Child(requests, "without_gc")),
            P99Reported = Number(Child(requests, "without_gc"), "p99_ms"),
            Verified = state is null ? error <= ClaimedExact : state is "verified" or "shared",
            Offset = offset,
            OffsetRange = offset is null ? null
                : (Number(process, "clock_offset_low_ms") ?? offset.Value - error ?? offset.Value,
                    Number(process, "clock_offset_high_ms") ?? offset.Value + error ?? offset.Value),
            Queue = $"{Text(process, "queue")} {Number(process, "workers")}",
            QueueFits = Flag(process, "queue_fits") ?? false,
            AcceptQueue = (int)(Number(door, "count") ?? Number(door, "requests") ?? 0),
        };
    }

    private static (int, int, int)? ReadBlamed(JsonElement requests)
    {
        var reported = Number(requests, "slow_because_of_gc");
        var low = Number(requests, "slow_because_of_gc_low");
        var high = Number(requests, "slow_because_of_gc_high");
        if ((reported ?? high ?? low) is null) return null;
        // Before it had a range: "at most" where the queue was assumed, and then own overlap is the lower end.
        var atMost = Flag(Child(requests, "without_gc"), "upper_bound") == true;
        low ??= atMost
            ? Number(requests, "slow_because_of_own_pauses") ?? Number(requests, "slow_because_of_own_overlap") ?? reported
            : reported;
        high ??= reported;
        return ((int)(low ?? 0), (int)(reported ?? (low + high) / 2 ?? 0), (int)(high ?? 0));
    }

    private static (double, double)? ReadP99(JsonElement? without)
    {
        double?[] ends =
        [
            Number(without, "p99_low_ms"), Number(without, "p99_high_ms"), Number(Child(without, "low"), "p99_ms"),
            Number(Child(without, "high"), "p99_ms"),
        ];
        if (ends.Count(end => end is not null) > 1) return (ends.Min()!.Value, ends.Max()!.Value);
        var ownPauses = Child(without, "own_pauses_only") ?? Child(without, "own_overlap_only");
        if (Number(without, "p99_ms") is not { } one || Number(ownPauses, "p99_ms") is not { } other) return null;
        return (Math.Min(one, other), Math.Max(one, other));
    }

    private static JsonElement? Child(JsonElement? parent, string name) =>
        parent is { ValueKind: JsonValueKind.Object } element && element.TryGetProperty(name, out var child)
            && child.ValueKind != JsonValueKind.Null ? child : null;

    private static JsonElement? First(JsonElement parent, string name) =>
        Child(parent, name) is { ValueKind: JsonValueKind.Array } list && list.GetArrayLength() > 0 ? list[0] : null;

    private static double? Number(JsonElement? parent, string name) =>
        Child(parent, name) is { ValueKind: JsonValueKind.Number } number ? number.GetDouble() : null;

    private static string? Text(JsonElement? parent, string name) =>
        Child(parent, name) is { ValueKind: JsonValueKind.String } text ? text.GetString() : null;

    private static bool? Flag(JsonElement? parent, string name) =>
        Child(parent, name) is { ValueKind: JsonValueKind.True or JsonValueKind.False } flag ? flag.GetBoolean() : null;
}
