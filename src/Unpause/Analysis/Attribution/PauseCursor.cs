namespace Unpause.Analysis.Attribution;

/// <summary>A pause and the time without one that lies before it: where the last question led. The default one is nowhere.</summary>
/// <param name="Next">Index of the pause.</param>
/// <param name="From">Where the pause before it ends.</param>
/// <param name="Start">Where it starts.</param>
/// <param name="End">Where it ends.</param>
internal readonly record struct PauseCursor(int Next, long From, long Start, long End)
{
    /// <summary>Whether an interval lies in the time without a pause; one without a length at its edge does.</summary>
    public bool Free(long from, long to) => from >= From && to <= Start;

    /// <summary>Whether the pause is the first one that ends after an instant.</summary>
    public bool Leads(long instant) => instant >= From && instant < End;
}
