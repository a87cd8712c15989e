namespace Unpause.Analysis.LiveSets;

/// <summary>Leak or traffic: what becomes of the live set while a program runs.</summary>
internal enum LiveSetState
{
    /// <summary>Unknown from these points.</summary>
    Unknown,

    /// <summary>It grew all the time, to the end: a leak, a cache without bound, or one that still fills.</summary>
    Growing,

    /// <summary>It stays, or falls: what the program allocates is traffic.</summary>
    Plateau,
}
