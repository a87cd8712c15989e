namespace Unpause.Recordings.Words;

/// <summary>.NET's own words for GC reasons (<see cref="Collection.RuntimeCause"/>) that rules and reports use.</summary>
public static class DotNetReasons
{
    /// <summary>Generation 0's budget is used up.</summary>
    public const string AllocSmall = "AllocSmall";

    /// <summary>The budget of large objects is used up.</summary>
    public const string AllocLarge = "AllocLarge";

    /// <summary>There is no room for a large object.</summary>
    public const string OutOfSpaceLarge = "OutOfSpaceLOH";

    /// <summary><c>GC.Collect</c> in the mode optimized: the collector may decide otherwise.</summary>
    public const string InducedNotForced = "InducedNotForced";

    /// <summary><c>GC.Collect</c>, compacting.</summary>
    public const string InducedCompacting = "InducedCompacting";

    /// <summary><c>GC.Collect</c> in the mode aggressive.</summary>
    public const string InducedAggressive = "InducedAggressive";
}
