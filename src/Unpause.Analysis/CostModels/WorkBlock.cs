namespace Unpause.Analysis.CostModels;

/// <summary>A stretch of time, or several added up: what collections took of it, in nanoseconds (of Go: of CPU).</summary>
/// <param name="Elapsed">All of it.</param>
/// <param name="Young">Collections of young generations.</param>
/// <param name="Old">All other collections.</param>
internal readonly record struct WorkBlock(double Elapsed, double Young, double Old)
{
    /// <summary>What is left for the program.</summary>
    public double Program => Math.Max(1, Elapsed - Young - Old);

    /// <summary>Share of the time in collections, in percent.</summary>
    public double Percent => 100 * (Elapsed - Program) / Elapsed;

    /// <summary>Added up.</summary>
    public static WorkBlock operator +(WorkBlock one, WorkBlock other) =>
        new(one.Elapsed + other.Elapsed, one.Young + other.Young, one.Old + other.Old);
}
