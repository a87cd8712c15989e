namespace Unpause.Recorder.Live;

/// <summary>An option of <c>unpause record</c> that not every runtime supports.</summary>
/// <param name="Capability">The capability that it requires.</param>
/// <param name="Text">The option as typed.</param>
/// <param name="IsWanted">Whether it was given.</param>
internal sealed record LiveSwitch(LiveCapability Capability, string Text, Func<LiveOptions, bool> IsWanted)
{
    /// <summary>
    /// All of them. Capabilities that are on by default (requests, earlier log entries) are not options and never refused.
    /// </summary>
    public static IReadOnlyList<LiveSwitch> All { get; } =
    [
        new(LiveCapability.Flight, LiveFlags.Flight, options => options.Flight),
        new(LiveCapability.Retainers, LiveFlags.Retainers, options => options.Retainers),
        new(LiveCapability.Ring, LiveFlags.Ring, options => options.Ring is not null),
        new(LiveCapability.Trigger, LiveFlags.When, options => options.When is not null),
        new(
            LiveCapability.Allocations,
            $"{LiveFlags.Profile} {LiveFlags.Allocations}",
            options => options is { Allocations: true, Gen2Deaths: false }),
        new(LiveCapability.Gen2Deaths, LiveFlags.Gen2Deaths, options => options.Gen2Deaths),
        new(LiveCapability.Assists, LiveFlags.Assists, options => options.Assists),
    ];
}

/// <summary>Options of <c>unpause record</c> that not every runtime supports.</summary>
public static class LiveFlags
{
    /// <summary>A JDK flight recording.</summary>
    public const string Flight = "--jfr";

    /// <summary>What retains old objects.</summary>
    public const string Retainers = "--retainers";

    /// <summary>Keep only the most recent part.</summary>
    public const string Ring = "--ring";

    /// <summary>The condition that ends the recording.</summary>
    public const string When = "--when";

    /// <summary>Allocation sites of objects that die in gen2.</summary>
    public const string Gen2Deaths = "--gen2-deaths";

    /// <summary>Time that allocating goroutines spend in mark assists.</summary>
    public const string Assists = "--assists";

    /// <summary>How much is recorded.</summary>
    public const string Profile = "--profile";

    /// <summary>The profile with allocation sites.</summary>
    public const string Allocations = "allocations";
}
