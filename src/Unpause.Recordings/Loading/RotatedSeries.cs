using Unpause.Recordings.Readers;

namespace Unpause.Recordings.Loading;

/// <summary>
/// Finds the inputs that are parts of one rotated log. Names only propose a series (<c>gc.log</c>, <c>gc.log.0</c>, <c>gc.log.1.gz</c>,
/// <c>gc.log.2.current</c>); what they contain decides whether they are joined, and in which order.
/// </summary>
internal static class RotatedSeries
{
    private static readonly string[] Packings = [".gz", ".zst", ".xz", ".bz2"];

    /// <summary>Groups inputs by the name of their series, in the order in which a series first appears.</summary>
    public static IReadOnlyList<IReadOnlyList<RecordingInput>> Group(IReadOnlyList<RecordingInput> inputs)
    {
        var groups = new List<List<RecordingInput>>();
        var byName = new Dictionary<string, List<RecordingInput>>(StringComparer.Ordinal);
        foreach (var input in inputs)
        {
            var series = input.Series ?? SeriesOf(input.Name);
            if (byName.TryGetValue(series, out var group))
            {
                group.Add(input);
                continue;
            }

            group = [input];
            byName.Add(series, group);
            groups.Add(group);
        }

        return groups;
    }

    /// <summary>The series' name: the file's without <c>.gz</c> and the like, <c>.current</c> and the number of the part.</summary>
    public static string SeriesOf(string name)
    {
        foreach (var packing in Packings) name = Without(name, packing);
        name = Without(name, ".current");
        var dot = name.LastIndexOf('.');
        if (dot <= 0 || dot + 1 == name.Length || name.Length - dot > 5) return name;
        return name.AsSpan(dot + 1).ContainsAnyExceptInRange('0', '9') ? name : name[..dot];
    }

    private static string Without(string name, string ending) =>
        name.EndsWith(ending, StringComparison.Ordinal) ? name[..^ending.Length] : name;
}
