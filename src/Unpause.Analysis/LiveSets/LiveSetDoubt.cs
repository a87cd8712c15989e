namespace Unpause.Analysis.LiveSets;

/// <summary>Why it can't be told whether a live set grows.</summary>
internal enum LiveSetDoubt
{
    /// <summary>Too few collections of the whole heap.</summary>
    TooFew,

    /// <summary>The first of them and the last lie too close together.</summary>
    TooShort,

    /// <summary>The program allocated more and more as well: more work at a time has more objects alive.</summary>
    LoadGrew,

    /// <summary>It grew first and then didn't, as a cache does that has filled.</summary>
    Settling,

    /// <summary>It goes up and down by more than a trend could be told from.</summary>
    Scatter,
}
