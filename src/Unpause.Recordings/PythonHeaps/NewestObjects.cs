namespace Unpause.Recordings.PythonHeaps;

/// <summary>The newest objects of a type that are retained in the same way.</summary>
/// <param name="Type">The type, with its module.</param>
/// <param name="Objects">Number of objects.</param>
/// <param name="Followed">Number of objects of the type with a known path.</param>
/// <param name="Way">The path to them, without its varying parts.</param>
public sealed record NewestObjects(string Type, int Objects, int Followed, string Way)
{
    /// <summary>Whether they are significant: objects with many different paths are no leak.</summary>
    private bool IsTelling => Objects * 2 >= Followed;

    /// <summary>
    /// Groups objects that are retained in the same way, the most frequent path of a type first. Paths of less than half of a type's
    /// objects are left out.
    /// </summary>
    /// <param name="newest">The paths.</param>
    public static IReadOnlyList<NewestObjects> Group(IReadOnlyList<RetentionPath> newest)
    {
        var groups = new List<NewestObjects>();
        foreach (var type in newest.GroupBy(way => way.Type, StringComparer.Ordinal))
        {
            var all = type.Count();
            groups.AddRange(type.GroupBy(way => way.Kind, StringComparer.Ordinal)
                .Select(group => new NewestObjects(type.Key, group.Count(), all, Common([.. group])))
                .Where(group => group.IsTelling)
                .OrderByDescending(group => group.Objects).ThenBy(group => group.Way, StringComparer.Ordinal));
        }

        return groups;
    }

    private static string Common(List<RetentionPath> ways)
    {
        var first = ways[0].Parts;
        return string.Concat(first.Select((part, at) =>
            ways.TrueForAll(way => at < way.Parts.Count && way.Parts[at].Text == part.Text) ? part.Text : part.Kind));
    }
}
