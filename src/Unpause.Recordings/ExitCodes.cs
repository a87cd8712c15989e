namespace Unpause.Recordings;

/// <summary>The exit codes of every command.</summary>
public static class ExitCodes
{
    /// <summary>Done and within budget.</summary>
    public const int Done = 0;

    /// <summary>A <c>--fail-on</c> budget is broken.</summary>
    public const int OverBudget = 1;

    /// <summary>Wrong usage, nothing readable, or an output that could not be written.</summary>
    public const int Usage = 2;

    /// <summary>A verdict was requested, but the evidence is not sufficient.</summary>
    public const int NotEnoughEvidence = 3;

    /// <summary>Done, but part of the input was unreadable.</summary>
    public const int PartlyUnreadable = 4;

    /// <summary>A defect of unpause.</summary>
    public const int Defect = 70;

    public const int Interrupted = 130;
}
