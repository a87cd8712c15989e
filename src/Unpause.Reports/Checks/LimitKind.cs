namespace Unpause.Reports.Checks;

/// <summary>The kind of an amount in a budgets file.</summary>
internal enum LimitKind
{
    /// <summary>An absolute amount in the metric's unit.</summary>
    Absolute,

    /// <summary>A relative difference to another number, in percent.</summary>
    Share,

    /// <summary>A difference to another number, in the metric's unit.</summary>
    Difference,
}
