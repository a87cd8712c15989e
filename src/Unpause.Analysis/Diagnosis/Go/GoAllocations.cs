using Unpause.Analysis.Allocations;

namespace Unpause.Analysis.Diagnosis.Go;

/// <summary>The application function that allocates most, summed over all call paths.</summary>
/// <param name="Bytes">Allocated by it and by the library functions it calls.</param>
/// <param name="All">Allocated in total.</param>
internal sealed record GoAllocations(string Function, Total Bytes, Total All)
{
    /// <summary>Its share, 0 to 1.</summary>
    public double Share => (double)Bytes.Value / All.Value;

    /// <summary>Finds it in a recording; null without allocation sites.</summary>
    public static GoAllocations? Find(Recording recording)
    {
        var all = Total.Sum(recording.Allocations?.Sites ?? [], site => site.Bytes);
        if (all.Value == 0) return null;
        return recording.Allocations!.Sites.Where(site => site.Stack.Count > 0)
            .GroupBy(site => site.Stack[UserFrames.First(site.Stack) ?? 0], StringComparer.Ordinal)
            .Select(group => new GoAllocations(group.Key, Total.Sum(group, site => site.Bytes), all))
            .MaxBy(place => place.Bytes);
    }
}
