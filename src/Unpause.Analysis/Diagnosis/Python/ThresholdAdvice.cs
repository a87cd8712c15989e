using System.Globalization;
using Unpause.Recordings;
using Unpause.Recordings.Words;

namespace Unpause.Diagnosis.Python;

/// <summary>
/// Which thresholds to set and what they mean for the interpreter that was recorded. Sources: CPython's gc module
/// documentation of each version; the incremental collector of 3.14.0 to 3.14.4 was taken back in 3.14.5 (gh-148726).
/// </summary>
internal sealed record ThresholdAdvice(IReadOnlyList<long> Now, IReadOnlyList<long> Better, string? Collector)
{
    private const long Young = 10_000;
    private const long Middle = 20;
    private const long Old = 10;

    /// <summary>Whether the recording tells the thresholds; else they are its version's own.</summary>
    public bool IsTold { get; private init; }

    /// <summary>Whether they are as high as advised already: then other advice is due.</summary>
    public bool IsFollowed => Now[0] >= Young;

    /// <summary>How the thresholds stand in evidence.</summary>
    public string InForce => IsTold
        ? $"thresholds in force: {string.Join(", ", Now)}"
        : $"thresholds unless the program set others, which isn't recorded: {string.Join(", ", Now)}";

    /// <summary>Chooses for a recording: ten thousand for the young generation, where less is set.</summary>
    public static ThresholdAdvice For(Source source)
    {
        var told = source.Settings.GetValueOrDefault(PythonSettings.Thresholds);
        var parts = (told ?? DefaultsOf(source.RuntimeVersion)).Split(',');
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
            now, [Math.Max(young, Young), Math.Max(now[1], Middle), Math.Max(now[2], Old)], source.Collector) { IsTold = told is not null };
    }

    /// <summary>The thresholds that a version begins with (Python/gc.c: 2,000 since 3.13; 700 before).</summary>
    private static string DefaultsOf(string? version)
    {
        var parts = (version ?? "").Split('.');
        var text = parts is ["3", var second, ..] ? second : "";
        var isLater = int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var minor) && minor >= 13;
        return isLater ? "2000,10,10" : "700,10,10";
    }

    /// <summary>The advice, best first.</summary>
    /// <param name="fullCollectionsMatter">Whether full collections take a part of the time that is worth making them rarer.</param>
    /// <param name="heapGrows">Whether what is there grows up to the end: freezing it would hide a leak.</param>
    /// <param name="freezes">Whether freezing spares anything.</param>
    public IEnumerable<Advice> All(bool fullCollectionsMatter, bool heapGrows, bool freezes = true)
    {
        var thresholds = new[]
        {
            Thresholds(),
            new Advice(
                "To try thresholds without a change of code, set this variable for unpause run: the recorder "
                + "sets them in every interpreter.",
                $"UNPAUSE_PYTHON_GC_THRESHOLD={Number(Better[0])},{Number(Better[1])},{Number(Better[2])}"),
        };
        var freeze = new Advice(
            "Take what is loaded at start-up out of the collector's sight: disable it while loading, then freeze once before serving (in "
            + "a pre-fork server before the fork, which also keeps pages shared). Full collections then look only at what came later. "
            + "Needs 3.7. Frozen objects are never collected, so do it when start-up is over.",
            Code: "import gc\ngc.disable()\nload()  # your own loading\ngc.enable()\ngc.collect()\ngc.freeze()");
        Advice[] check = [new(
            "Check the slowest requests afterwards, not the mean: fewer collections are each longer, and cycles wait longer to be freed.")];
        Advice[] freezing = heapGrows || !freezes ? [] : [freeze];
        Advice[] growing = heapGrows
            ? [new("Find out first what is kept (growing-heap): thresholds make full collections rarer, and each longer than the last.")]
            : [];
        if (IsFollowed) return [.. growing, .. freezing, .. check];
        return fullCollectionsMatter
            ? [.. growing, .. thresholds, .. freezing, .. check]
            : [.. growing, .. freezing, .. thresholds, .. check];
    }

    /// <summary>The call that sets the better ones, for the collector that was recorded.</summary>
    public string Call => Collector switch
    {
        PythonCollectors.FreeThreaded => $"gc.set_threshold({Grouped(Better[0])})",
        PythonCollectors.Incremental => $"gc.set_threshold({Grouped(Better[0])}, {Number(Better[1])})",
        _ => $"gc.set_threshold({Grouped(Better[0])}, {Number(Better[1])}, {Number(Better[2])})",
    };

    private Advice Thresholds()
    {
        var text = Collector switch
        {
            PythonCollectors.FreeThreaded =>
                "Raise the threshold; a free-threaded build has one generation, so only the first number counts.",
            PythonCollectors.Incremental =>
                "Raise the first threshold. 3.14.0 to 3.14.4 collect in increments and ignore the third; the second makes the "
                + "increments of the old generation smaller. 3.14.5 has the three generations again: plan the "
                + "update, and set all three then.",
            PythonCollectors.Generational => "Raise the thresholds, so that the generations are collected less often.",
            _ => "Raise the thresholds, so that the generations are collected less often. (3.14.0 to 3.14.4 ignore the third, "
                + "free-threaded builds the second too.)",
        };
        return new Advice(text, Code: $"import gc\n{Call}");
    }

    private static string Number(long value) => value.ToString(CultureInfo.InvariantCulture);

    private static string Grouped(long value) => value.ToString("#,0", CultureInfo.InvariantCulture).Replace(',', '_');
}
