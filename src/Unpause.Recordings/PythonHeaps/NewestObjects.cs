namespace Unpause.PythonHeaps;

/// <summary>The newest objects of a type that are held in the same way.</summary>
/// <param name="Type">The type, with its module.</param>
/// <param name="Objects">How many of them.</param>
/// <param name="Followed">How many of the type were followed.</param>
/// <param name="Way">How they are held: what differs between them is left out.</param>
internal sealed record NewestObjects(string Type, int Objects, int Followed, string Way)
{
    /// <summary>Whether they say something: objects that came one here, one there are no leak of anybody's.</summary>
    private bool IsTelling => Objects * 2 >= Followed;

    /// <summary>
    /// Puts objects together that are held in the same way, the most frequent way of a type first. Ways of fewer than half of a type's are
    /// left out.
    /// </summary>
    /// <param name="newest">What was followed.</param>
    public static IReadOnlyList<NewestObjects> Of(IReadOnlyList<HeldWay> newest)
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

    private static string Common(List<HeldWay> ways)
    {
        var first = ways[0].Parts;
        return string.Concat(first.Select((part, at) =>
            ways.TrueForAll(way => at < way.Parts.Count && way.Parts[at].Text == part.Text) ? part.Text : part.Kind));
    }
}
