using Unpause.Recordings.Objects;

namespace Unpause.Analysis.Retainers;

/// <summary>Describes objects that are retained alike.</summary>
internal static class RetainerGroup
{
    /// <summary>With fewer objects, what each has for itself and what they share is unknown.</summary>
    private const int FewestToCompare = 4;

    private const double Most = 0.5;

    public static HeapRetainer Describe(string type, IReadOnlyList<RetainerLink> chain, IReadOnlyList<OldObject> objects, bool complete)
    {
        var ages = objects.Select(item => item.AgeNanoseconds).ToList();
        var via = Via(chain, objects);
        return new HeapRetainer(
            type,
            chain,
            complete,
            via,
            via is { } link ? Container(link, objects) : null,
            objects.GroupBy(item => item.Root).OrderByDescending(group => group.Count()).First().Key,
            objects.Count,
            objects.All(item => item.Bytes is not null) ? Total.Sum(objects, item => item.Bytes!.Value) : null,
            ages.Min(),
            Median.Compute(ages),
            ages.Max(),
            objects.GroupBy(item => string.Join('\n', item.Stack)).OrderByDescending(group => group.Count()).First().First().Stack);
    }

    /// <summary>
    /// Going outwards, chains of different objects meet in what they share. The last holder of the program's own before
    /// that point is another one for each object. Addresses compare only within one look at the heap.
    /// </summary>
    private static RetainerLink? Via(IReadOnlyList<RetainerLink> chain, IReadOnlyList<OldObject> objects)
    {
        if (objects.Count < FewestToCompare) return null;
        RetainerLink? via = null;
        for (var step = 0; step < chain.Count; step++)
        {
            var different = objects.Select(item => (item.SeenNanoseconds, Reference: RetainerTree.Chain(item).ElementAtOrDefault(step)))
                .Where(item => item.Reference is not null)
                .Select(item => (item.SeenNanoseconds, item.Reference!.Address)).Distinct().Count();
            if (different < Most * objects.Count) break;
            if (chain[step] is { Library: false, Field: not null }) via = chain[step];
        }

        return via;
    }

    /// <summary>The program's reference beyond that most of the chains pass; of several the nearest.</summary>
    private static RetainerLink? Container(RetainerLink via, IReadOnlyList<OldObject> objects)
    {
        var passed = new Dictionary<RetainerLink, (int Objects, int Distance)>();
        foreach (var item in objects)
        {
            var beyond = RetainerTree.Chain(item).Select(RetainerLink.From).SkipWhile(link => link != via).Skip(1);
            var distance = 0;
            foreach (var link in beyond.Distinct())
            {
                distance++;
                if (link is { Library: false, Field: not null }) passed[link] = (passed.GetValueOrDefault(link).Objects + 1, distance);
            }
        }

        foreach (var (link, (count, _)) in passed.OrderByDescending(pair => pair.Value.Objects).ThenBy(pair => pair.Value.Distance))
        {
            if (count >= Most * objects.Count) return link;
        }

        return null;
    }
}
