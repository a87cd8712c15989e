namespace Unpause.Recordings.Words;

/// <summary>Names of settings that recordings of CPython show (<see cref="Source.Settings"/>).</summary>
public static class PythonSettings
{
    /// <summary>The thresholds at the start: three numbers with commas.</summary>
    public const string Thresholds = "thresholds";

    /// <summary>Which agent recorded: c or <see cref="PureAgent"/>; absent from recordings made when there was but the second.</summary>
    public const string Agent = "agent";

    /// <summary>The agent in Python.</summary>
    public const string PureAgent = "pure";

    /// <summary>Generation 0's threshold at the end, where it changed.</summary>
    public const string FirstThresholdAtEnd = "threshold0_at_end";

    /// <summary>
    /// The thresholds that were in force last, where a program set its own: three numbers with commas, or <see cref="Unknown"/>.
    /// </summary>
    public const string ThresholdsAtEnd = "thresholds_at_end";

    /// <summary>A threshold that may have changed since a collection showed it.</summary>
    public const string Unknown = "?";

    /// <summary>Whether the process was forked by one that was recorded: <see cref="IsForked"/>, else absent.</summary>
    public const string Forked = "forked";

    /// <summary>
    /// Whether automatic collection was <see cref="Enabled"/> or <see cref="Disabled"/> when this was last recorded, at an orderly exit or
    /// in the middle of requests; absent where it is not recorded.
    /// </summary>
    public const string CollectorAtEnd = "collector_at_end";

    /// <summary>Values of <see cref="CollectorAtEnd"/>.</summary>
    public const string Enabled = "enabled", Disabled = "disabled";

    /// <summary>The value of <see cref="Forked"/>.</summary>
    public const string IsForked = "yes";
}
