using Unpause.Analysis.CostModels;
using Unpause.Reports.Models;

namespace Unpause.Cli.Models;

/// <summary>The user's numbers for the cost model.</summary>
/// <param name="Traffic">The text of the option; null when not given.</param>
/// <param name="Survivors">The text of the option; null when not given.</param>
/// <param name="Limits">The texts of the option.</param>
/// <param name="PausePerGibibyte">The text of the option; null when not given.</param>
internal sealed record ModelQuestion(string? Traffic, string? Survivors, IReadOnlyList<string> Limits, string? PausePerGibibyte)
{
    private const string Example = "unpause model --traffic 512MiB/s --survivors 1GiB --limit 10GiB";

    /// <summary>The texts of the option.</summary>
    public IReadOnlyList<string> Gogc { get; init; } = [];

    /// <summary>The texts of the option.</summary>
    public IReadOnlyList<string> Thresholds { get; init; } = [];

    /// <summary>The texts of the option.</summary>
    public IReadOnlyList<string> Young { get; init; } = [];

    /// <summary>The requests to serve again; null for none.</summary>
    public RequestSource? Requests { get; init; }

    /// <summary>How long a collection of the whole heap takes for each GiB; null when not given.</summary>
    /// <exception cref="UserMistake">It is no duration.</exception>
    public double? SecondsPerGibibyte => PausePerGibibyte is null ? null
        : Quantities.TryParseDuration(PausePerGibibyte, out var pause) && pause > 0 ? pause / 1e9
        : throw new UserMistake($"--pause-per-gib {PausePerGibibyte}: give a duration, for example --pause-per-gib 500ms");

    /// <summary>The law with the numbers.</summary>
    /// <exception cref="UserMistake">Some are missing, are none, or can't be.</exception>
    public LawAnswer Law()
    {
        if (Traffic is null || Survivors is null || Limits.Count != 1)
            throw new UserMistake($"name a recording (unpause model gc.log), or give all three numbers with one limit: {Example}");
        var traffic = Size(Traffic.EndsWith("/s", StringComparison.OrdinalIgnoreCase) ? Traffic[..^2] : Traffic, "--traffic");
        var (survivors, limit) = (Size(Survivors, "--survivors"), Size(Limits[0], "--limit"));
        var pause = SecondsPerGibibyte ?? MemoryLaw.SlowestSecondsPerGibibyte;
        if (traffic == 0)
            throw new UserMistake("--traffic 0: without allocation no GC ever runs");
        if (survivors == 0)
        {
            throw new UserMistake(
                "--survivors 0: with no survivors the model predicts no pause; fit a recording instead: unpause model gc.log");
        }

        if (limit <= survivors)
        {
            throw new UserMistake(
                $"--limit {Limits[0]}: {Quantities.Bytes(survivors)} survive each GC, so no memory is left to allocate: the process would "
                + $"run GC after GC and then run out of memory; try --limit {Typed(2 * survivors)}");
        }

        return new(new MemoryLaw(traffic, survivors, pause), limit);
    }

    /// <summary>The limits alone, which are asked of recordings.</summary>
    /// <exception cref="UserMistake">One is none, or there are other numbers.</exception>
    public IReadOnlyList<double> LimitsOfRecording() => Traffic is null && Survivors is null
        ? [.. Limits.Select(limit => Size(limit, "--limit"))]
        : throw new UserMistake("traffic and survivors are measured from a recording: give either a recording or the numbers");

    /// <summary>The settings that are asked of the requests.</summary>
    /// <exception cref="UserMistake">One is none, or there are no requests.</exception>
    public WhatIfQuestion WhatIf()
    {
        var asked = new WhatIfQuestion(
            LimitsOfRecording(),
            [.. Gogc.Select(percent => Number(percent, "--gogc", "400"))],
            [.. Thresholds.Select(count => Number(count, "--gc-threshold", "7000"))],
            [.. Young.Select(size => Size(size, "--young"))]);
        return Requests is not null || asked.Gogc.Count + asked.Thresholds.Count + asked.Young.Count == 0
            ? asked
            : throw new UserMistake(
                "--gogc, --gc-threshold and --young predict the latency of requests: add --requests FILE --slow 50ms");
    }

    private static double Number(string text, string option, string example) =>
        double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var number) && number is > 0 and < 1e9
            ? number
            : throw new UserMistake($"{option} {text}: give a number above 0, for example {option} {example}");

    private static string Typed(double bytes) => Quantities.Bytes(bytes).Replace(" ", "", StringComparison.Ordinal);

    private static double Size(string text, string option) => Quantities.TryParseSize(text, out var bytes)
        ? bytes
        : throw new UserMistake($"{option} {text}: give a size with its unit, for example {option} 512MiB");
}
