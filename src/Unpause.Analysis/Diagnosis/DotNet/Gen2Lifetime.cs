namespace Unpause.Analysis.Diagnosis.DotNet;

/// <summary>
/// How long the objects live that die in gen2, by Little's law: what is live there is what arrives times how long it stays. Measured in
/// bytes that the program allocates meanwhile, so that it compares with the size of gen0.
/// </summary>
internal static class Gen2Lifetime
{
    private const int Fewest = 6;

    /// <summary>
    /// Bytes allocated during the life of an object that dies in gen2, mean; null where too few collections measured it. An object that
    /// lives longer than gen0 takes to fill survives it, so a gen0 of this size doesn't keep it out of gen2.
    /// </summary>
    public static double? Bytes(Recording recording)
    {
        var live = new List<long>();
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

            if (collection.Generation != Generations.Gen2) continue;
            if (recording.Facts?.Get(i, DotNetSpaces.Gen2, SpaceFact.Survived) is { } survived) live.Add(survived);
        }

        return live.Count < Fewest || allocated <= 0 || arrived <= 0 ? null : Median.Compute(live) * allocated / arrived;
    }
}
