namespace Unpause.Fleet.Questions;

/// <summary>Why a verdict is not there, or not certain.</summary>
internal static class QuestionText
{
    public const string NoStops = "No stops are recorded in the compared time.";
    public const string FewProcesses = "A side has fewer than 3 processes. So few do not show how much processes of one version differ.";
    public const string FewStops = "The processes have too few stops to compare.";

    public const string FewHours =
        "The recorded time before and after the change is too short to show how much the load changes by itself.";

    public const string WideInterval = "The interval is too wide. More processes or more recorded time make it narrower.";

    public const string OtherHours =
        "The versions did not run in the same hours. A lasting change of load at the same moment looks like an effect of the deploy.";

    public const string OneVersion =
        "Only an annotation marks this change. A lasting change of load, or another change, at the same moment looks like its effect.";

    public const string OtherHosts =
        "The versions ran on different hosts. A difference between the hosts looks like an effect of the deploy.";

    public const string NoCommonTime = "Baseline and candidate have no recorded time in common.";
    public const string FewCanaryProcesses = "Baseline and candidate together have fewer than 5 processes with stops.";
    public const string MoreTime = "The interval is still too wide. It becomes narrower with more recorded time.";

    public const string ProcessesDiffer =
        "Processes of one side differ by too much. More processes decide it, more time does not.";

    /// <summary>Stops for each allocated byte and for each second say different things.</summary>
    /// <param name="factor">How many times as much the new version allocates a second.</param>
    /// <param name="isOneVersion">Whether the version is the same before and after the change.</param>
    public static string OtherAllocation(double factor, bool isOneVersion = false) => string.Create(CultureInfo.InvariantCulture,
        $"{(isOneVersion ? "After the change the service" : "The new version")} allocates {100 * Math.Abs(factor - 1):0} % "
        + $"{(factor < 1 ? "less" : "more")} a second. "
        + $"Whether it does other work, or needs another amount for the same work, only recorded requests show.");
}
