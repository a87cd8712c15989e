namespace Unpause.Analysis.Diagnosis.DotNet;

/// <summary>The sizes of gen2 in one of its collections, in bytes, from the per-heap histories.</summary>
/// <param name="Before">What was there before.</param>
/// <param name="Survived">What survived; what young collections promote meanwhile survives a background collection too.</param>
internal readonly record struct Gen2Sizes(long Before, long Survived)
{
    /// <summary>Bytes that died, at least.</summary>
    public long Died => Math.Max(0, Before - Survived);

    /// <summary>Those of all gen2 collections that recorded them.</summary>
    public static IEnumerable<Gen2Sizes> Read(Recording recording)
    {
        for (var i = 0; i < recording.Collections.Count; i++)
        {
            if (recording.Collections[i].Generation != Generations.Gen2) continue;
            if (recording.Facts?.Get(i, DotNetSpaces.Gen2, SpaceFact.Before) is not { } before) continue;
            yield return new(before, recording.Facts.Get(i, DotNetSpaces.Gen2, SpaceFact.Survived) ?? before);
        }
    }
}
