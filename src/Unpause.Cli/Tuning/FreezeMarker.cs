namespace Unpause.Cli.Tuning;

/// <summary>
/// Signals CPython's agent with an empty file that the service is ready. Only the load generator knows that; the agent then calls
/// gc.freeze().
/// </summary>
internal static class FreezeMarker
{
    private static string PathIn(TrialFolder folder) => Path.Combine(folder.Path, "ready");

    /// <summary>The setting with the file's path where it wants one.</summary>
    public static TuneSetting Placed(TuneSetting setting, TrialFolder folder) => setting with
    {
        Variables = [.. setting.Variables.Select(variable =>
            variable.Key == TuneSetting.FreezeVariable ? new(variable.Key, PathIn(folder)) : variable)],
    };

    /// <summary>The service is ready.</summary>
    public static void Make(TrialFolder folder) => File.Create(PathIn(folder)).Dispose();
}
