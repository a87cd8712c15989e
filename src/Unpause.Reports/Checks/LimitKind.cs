namespace Unpause.Checks;

/// <summary>What an amount in a file of budgets is meant by.</summary>
internal enum LimitKind
{
    /// <summary>Itself, in the metric's unit.</summary>
    Absolute,

    /// <summary>A share of another number, in percent.</summary>
    Share,

    /// <summary>So much more or less than another number, in the metric's unit.</summary>
    Difference,
}
