using Unpause.Analysis.CostModels;
using Unpause.Reports;

namespace Unpause.Cli;

/// <summary>Numbers that the user gave for the law of memory.</summary>
/// <param name="Traffic">As typed; null when not.</param>
/// <param name="Survivors">As typed; null when not.</param>
/// <param name="Limits">As typed.</param>
/// <param name="PausePerGibibyte">As typed; null when not.</param>
internal sealed record ModelQuestion(string? Traffic, string? Survivors, IReadOnlyList<string> Limits, string? PausePerGibibyte)
{
    private const string Example = "unpause model --traffic 512MiB/s --survivors 1GiB --limit 10GiB";

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
            throw new UserMistake($"say what to fit, unpause model gc.log, or all three numbers with one limit: {Example}");
        var traffic = Size(Traffic.EndsWith("/s", StringComparison.OrdinalIgnoreCase) ? Traffic[..^2] : Traffic, "--traffic");
        var (survivors, limit) = (Size(Survivors, "--survivors"), Size(Limits[0], "--limit"));
        var pause = SecondsPerGibibyte ?? MemoryLaw.SlowestSecondsPerGibibyte;
        if (traffic == 0)
            throw new UserMistake("--traffic 0: what allocates nothing never fills its memory, so no collection ever comes");
        if (survivors == 0)
        {
            throw new UserMistake(
                "--survivors 0: where nothing survives the law has no pause; a recording says what they take: unpause model gc.log");
        }

        if (limit <= survivors)
        {
            throw new UserMistake(
                $"--limit {Limits[0]}: {Quantities.Bytes(survivors)} survive each collection, so nothing is left to allocate: the program "
                + $"would collect without end and die of want of memory; try --limit {Typed(2 * survivors)}");
        }

        return new(new MemoryLaw(traffic, survivors, pause), limit);
    }

    /// <summary>The limits alone, which are asked of recordings.</summary>
    /// <exception cref="UserMistake">One is none, or there are other numbers.</exception>
    public IReadOnlyList<double> LimitsOfRecording() => Traffic is null && Survivors is null
        ? [.. Limits.Select(limit => Size(limit, "--limit"))]
        : throw new UserMistake("a recording tells its traffic and survivors by itself: give it alone, or the numbers alone");

    private static string Typed(double bytes) => Quantities.Bytes(bytes).Replace(" ", "", StringComparison.Ordinal);

    private static double Size(string text, string option) => Quantities.TryParseSize(text, out var bytes)
        ? bytes
        : throw new UserMistake($"{option} {text}: give a size with its unit, for example {option} 512MiB");
}
