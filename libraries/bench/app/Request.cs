namespace Unpause.Bench.App;

/// <summary>A request, the same in every variant.</summary>
/// <param name="OfItems">Whether the lists contain references to items; else their ids.</param>
/// <param name="Groups">The source of each list; they overlap.</param>
internal sealed record Request(bool OfItems, Group[] Groups)
{
    internal const int Lists = 3;
    internal const int LeastCount = 10_000;
    internal const int MostCount = 200_000;

    /// <summary>Sizes between 10,000 and 200,000, the small ones more often: half are below 45,000.</summary>
    internal static Request Numbered(int number)
    {
        var random = new Random(number);
        var counts = new int[Lists];
        for (var i = 0; i < Lists; i++) counts[i] = (int)(LeastCount * Math.Pow((double)MostCount / LeastCount, random.NextDouble()));
        var most = counts.Max();
        var start = random.Next(Store.Items - (3 * most));
        return new Request(number % 2 == 0, [.. counts.Select(count => new Group((uint)random.Next(), start + random.Next(most), count))]);
    }

    /// <summary>An upper bound of the size of the merge.</summary>
    internal int Total => Groups.Sum(group => group.Count);
}
