namespace Unpause.Analysis.Diagnosis.Python;

/// <summary>
/// Which thresholds to set, and their meaning for the recorded interpreter. Sources: CPython's gc module documentation of each version;
/// 3.14.5 reverted the incremental collector of 3.14.0 to 3.14.4 (gh-148726).
/// </summary>
internal sealed record ThresholdAdvice(IReadOnlyList<long> Now, IReadOnlyList<long> Better, string? Collector)
{
    private const long Young = 10_000;
    private const long Middle = 20;
    private const long Old = 10;

    /// <summary>Whether the recording shows the thresholds; otherwise they are the defaults of its version.</summary>
    public bool IsRecorded { get; private init; }

    /// <summary>Whether the program sets them itself: at the end they were not those of the start.</summary>
    public bool IsSetInCode { get; private init; }

    /// <summary>Of each threshold, whether it may have changed since the recording showed it.</summary>
    private IReadOnlyList<bool> IsUnknown { get; init; } = [];

    /// <summary>Whether they are already as high as advised: then other advice applies.</summary>
    public bool IsFollowed => Now[0] >= Young;

    /// <summary>The thresholds as evidence.</summary>
    public string InForce => IsRecorded
        ? $"thresholds in force: {string.Join(", ", Now.Select((value, i) => IsUnknown[i] ? PythonSettings.Unknown : $"{value}"))}"
        : $"thresholds assumed (the defaults; not recorded): {string.Join(", ", Now)}";

    /// <summary>Chooses for a recording: 10,000 for the young generation, where it is lower.</summary>
    public static ThresholdAdvice For(Source source)
    {
        var recorded = source.Settings.GetValueOrDefault(PythonSettings.ThresholdsAtEnd)
            ?? source.Settings.GetValueOrDefault(PythonSettings.Thresholds);
        var parts = (recorded ?? DefaultsOf(source.RuntimeVersion)).Split(',');
        long At(int index, long otherwise) =>
            index < parts.Length && long.TryParse(parts[index], NumberStyles.None, CultureInfo.InvariantCulture, out var value)
                ? Math.Clamp(value, 0, 100_000_000)
                : otherwise;
        long young = At(0, 700);
        if (source.Settings.TryGetValue(PythonSettings.FirstThresholdAtEnd, out var last)
            && long.TryParse(last, NumberStyles.None, CultureInfo.InvariantCulture, out var changed))
        {
            young = Math.Clamp(changed, 0, 100_000_000);
        }

        long[] now = [young, At(1, 10), At(2, 10)];
        return new ThresholdAdvice(
            now, [Math.Max(young, Young), Math.Max(now[1], Middle), Math.Max(now[2], Old)], source.Collector)
        {
            IsRecorded = recorded is not null,
            IsSetInCode = source.Settings.TryGetValue(PythonSettings.Thresholds, out var first)
                && source.Settings.TryGetValue(PythonSettings.ThresholdsAtEnd, out var end) && first != end,
            IsUnknown = [.. now.Select((_, i) => i < parts.Length && parts[i] == PythonSettings.Unknown)],
        };
    }

    /// <summary>The default thresholds of a version (Python/gc.c: 2,000 since 3.13; 700 before).</summary>
    private static string DefaultsOf(string? version)
    {
        var parts = (version ?? "").Split('.');
        var text = parts is ["3", var second, ..] ? second : "";
        var isLater = int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var minor) && minor >= 13;
        return isLater ? "2000,10,10" : "700,10,10";
    }

    /// <summary>The advice, best first.</summary>
    /// <param name="fullCollectionsMatter">Whether full collections take a share of time that is worth reducing.</param>
    /// <param name="heapGrows">Whether the heap grows until the end: freezing it would hide a leak.</param>
    /// <param name="freezes">Whether gc.freeze would save anything.</param>
    /// <param name="gain">What the thresholds should save; null where it is unknown.</param>
    public IEnumerable<Advice> All(bool fullCollectionsMatter, bool heapGrows, bool freezes = true, Gain? gain = null)
    {
        // Young collections search each new object once, whatever the thresholds.
        var thresholds = heapGrows || !fullCollectionsMatter || IsFollowed ? [] : ToSet(gain);
        var freeze = new Advice(
            "Exclude the objects loaded at start-up from GC: disable GC while loading, then freeze once before serving. In a pre-fork "
            + "server freeze before the fork, which also keeps pages shared. Full collections then scan only newer objects. Needs 3.7. "
            + "Frozen objects are never collected, so freeze when start-up is complete.",
            Code: "import gc\ngc.disable()\nload()  # your own loading\ngc.enable()\ngc.collect()\ngc.freeze()");
        Advice[] freezing = heapGrows || !freezes ? [] : [freeze];
        Advice[] check = thresholds.Length + freezing.Length == 0 ? [] : [new(
            "Check p99 latency afterwards, not the mean: there are fewer collections, but each takes longer, and cycles are freed later.")];
        Advice[] growing = heapGrows
            ? [new("First find out what is retained (growing-heap): thresholds make full collections "
                + "rarer, but each takes longer than the last.")]
            : [];
        return [.. growing, .. thresholds, .. freezing, .. check];
    }

    /// <summary>The call that sets the better ones, for the recorded collector.</summary>
    public string Call => Collector switch
    {
        PythonCollectors.FreeThreaded => $"gc.set_threshold({Grouped(Better[0])})",
        PythonCollectors.Incremental => $"gc.set_threshold({Grouped(Better[0])}, {Number(Better[1])})",
        _ => $"gc.set_threshold({Grouped(Better[0])}, {Number(Better[1])}, {Number(Better[2])})",
    };

    /// <summary>The call, and a variable to try it with where the program does not make the call itself.</summary>
    private Advice[] ToSet(Gain? gain)
    {
        var text = Collector switch
        {
            PythonCollectors.FreeThreaded =>
                "Raise the threshold. A free-threaded build has one generation, so only the first number counts.",
            PythonCollectors.Incremental =>
                "Raise the first threshold. 3.14.0 to 3.14.4 collect in increments and ignore the third. The second makes the increments "
                + "of the old generation smaller. 3.14.5 has three generations again: plan the upgrade, and then set all three.",
            PythonCollectors.Generational => "Raise the thresholds, so that the generations are collected less often.",
            _ => "Raise the thresholds, so that the generations are collected less often. (3.14.0 to 3.14.4 ignore the third, "
                + "free-threaded builds the second too.)",
        };
        var code = $"import gc\n{Call}";
        return IsSetInCode
            ? [new($"{text} The program sets them itself: they changed while it was recorded. Change its call of gc.set_threshold; a "
                + "variable would do nothing.", Code: code) { Gain = gain }]
            : [new(text, Code: code), new(
                "To try thresholds without a code change, set this variable for unpause run: it sets them in every interpreter.",
                $"UNPAUSE_PYTHON_GC_THRESHOLD={Number(Better[0])},{Number(Better[1])},{Number(Better[2])}") { Gain = gain }];
    }

    private static string Number(long value) => value.ToString(CultureInfo.InvariantCulture);

    private static string Grouped(long value) => value.ToString("#,0", CultureInfo.InvariantCulture).Replace(',', '_');
}
