namespace Unpause.Analysis.Diagnosis.DotNet;

/// <summary>
/// How long the objects live that die in gen2, by Little's law: what is live there is what arrives times how long it stays. Measured in
/// bytes that the program allocates meanwhile, so that it compares with the size of gen0.
/// </summary>
internal static class Gen2Lifetime
{
    private const int Fewest = 6;

    // Less turnover than this: what is live there may be there for good, and says nothing about what dies.
    private const double LeastTurnover = 3;

    /// <summary>
    /// Bytes allocated during the life of an object that dies in gen2, mean; null where too few collections or too little turnover
    /// measured it. An object that lives longer than gen0 takes to fill survives it, so a gen0 of this size doesn't keep it out of gen2.
    /// </summary>
    public static double? Bytes(Recording recording)
    {
        var sizes = Gen2Sizes.Read(recording).ToList();
        double arrived = 0, allocated = 0;
        for (var i = 0; i < recording.Collections.Count; i++)
        {
            var collection = recording.Collections[i];
            allocated += collection.AllocatedBytes ?? 0;
            // What survives in gen1 is promoted to gen2.
            if (collection.Generation != Generations.Gen0)
            {
                arrived += recording.Facts?.Get(i, DotNetSpaces.Gen1, SpaceFact.Survived) ?? 0;
            }
        }

        if (sizes.Count < Fewest || allocated <= 0 || arrived <= 0) return null;
        var level = Median.Compute(sizes.Select(size => size.Survived));
        return sizes.Sum(size => (double)size.Died) < level * LeastTurnover ? null : level * allocated / arrived;
    }
}
