namespace Unpause.Analysis.Diagnosis.Go;

/// <summary>How far the heap of a Go process may grow between GC cycles, and what sets it: GOGC, a memory limit, or the program.</summary>
internal static class HeapGrowth
{
    public static readonly Threshold Default = Threshold.Percent(
        "GOGC where none is set", 100, "Go's default: the heap may double between cycles");

    public static readonly Threshold Cramped = Threshold.Percent(
        "GOGC, computed from the heap goals, below which the heap is limited", 25,
        "nobody sets so little, so a memory limit keeps the goal there");

    public static readonly Threshold Apart = Threshold.Percent(
        "difference of the GOGC in the heap goals from the environment's above which the program sets it in code", 40,
        "goals are printed in whole MiB, and a memory limit lowers them");

    /// <summary>
    /// Whether the heap goal is kept near the live heap, most likely by a memory limit: then GOGC changes nothing. With the environment
    /// recorded, anything far below its GOGC is kept there; else only what nobody sets as GOGC.
    /// </summary>
    public static bool IsLimited(GoWork work, Source source) =>
        ReadEnvironment(source) is { } set
        && (IsSetInCode(work, source) ? work.Gogc < set : work.Gogc < Cramped.Value && set >= Cramped.Value);

    /// <summary>
    /// Whether the program sets GOGC itself: its environment is recorded, has no memory limit, and another GOGC than the heap goals show.
    /// </summary>
    public static bool IsSetInCode(GoWork work, Source source) =>
        work.Gogc is { } shown && source is { ProcessId: not null, Command: not null }
        && source.Settings.ContainsKey(GoSettings.LineVersions)
        && !source.Settings.ContainsKey(GoSettings.MemoryLimit)
        && ReadEnvironment(source) is > 0 and var set && Math.Abs((shown / set) - 1) > Apart.Share;

    /// <summary>GOGC of the environment, the default where it is not set; null where it is off or unreadable.</summary>
    public static double? ReadEnvironment(Source source) =>
        source.Settings.GetValueOrDefault(GoSettings.Growth) is not { } text ? Default.Value
            : double.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var value) ? value : null;

    /// <summary>Advice to double it, where a finding has no forecast.</summary>
    /// <param name="work">Null where the lines have no CPU times.</param>
    public static Advice Twice(GoWork? work, Source source)
    {
        if (work is not null && IsLimited(work, source))
        {
            return new(
                $"The heap goal is only {work.Gogc:0.#} % above the live heap, so a memory limit, or a very low GOGC, makes the GC cycles "
                + "frequent: raise the limit or shrink the live heap. GOGC changes nothing below the limit.");
        }

        var twice = $"{Math.Round((work?.Gogc ?? ReadEnvironment(source) ?? Default.Value) * 2):0}";
        var what = "Let the heap grow more between GC cycles: twice the GOGC halves the number of cycles, and doubles the memory above the "
            + "live heap.";
        if (GoSettings.KnowsMemoryLimit(source.Settings))
            what += " Bound it with GOMEMLIMIT (Go 1.19 and later), below the container's limit.";
        return work is not null && IsSetInCode(work, source)
            ? new(
                $"{what} The program sets GOGC in code, so a variable would do nothing: change the call.",
                Code: $"debug.SetGCPercent({twice})")
            : new(what, $"GOGC={twice}");
    }
}
