namespace Unpause.Recordings.Histograms;

/// <summary>Two histograms side by side: of two versions of a program, or of all objects and the live ones.</summary>
/// <param name="Before">The first.</param>
/// <param name="After">The second.</param>
/// <param name="Classes">Every class of either whose counts differ, the largest change of objects first.</param>
public sealed record HistogramComparison(ClassHistogram Before, ClassHistogram After, IReadOnlyList<ClassChange> Classes)
{
    public static HistogramComparison Of(ClassHistogram before, ClassHistogram after)
    {
        var types = before.Classes.Concat(after.Classes).Select(row => row.Type).Distinct(StringComparer.Ordinal);
        var changes = types.Select(type => new ClassChange(type, after.IsLibrary(type), before[type], after[type])).Where(
            change => change.Instances != 0 || change.Bytes != 0);
        return new HistogramComparison(before, after, [.. changes.OrderByDescending(change => Math.Abs(change.Instances))
            .ThenByDescending(change => Math.Abs(change.Bytes))
            .ThenBy(change => change.Type, StringComparer.Ordinal)]);
    }

    /// <summary>The application's own class that changed most; null when none did.</summary>
    internal ClassChange? OwnMost => Classes.Where(change => !change.Library).Select(change => (ClassChange?)change).FirstOrDefault();
}
