namespace Unpause.Analysis.LiveSets;

/// <summary>Why it is unknown whether a live set grows.</summary>
internal enum LiveSetDoubt
{
    /// <summary>Too few collections of the whole heap.</summary>
    TooFew,

    /// <summary>The first and the last of them are too close together.</summary>
    TooShort,

    /// <summary>The program allocated more and more as well: more work at a time has more objects alive.</summary>
    LoadGrew,

    /// <summary>It grew first and then didn't, as a cache does that has filled.</summary>
    Settling,

    /// <summary>It varies too much to show a trend.</summary>
    Scatter,
}
