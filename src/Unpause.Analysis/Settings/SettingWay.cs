namespace Unpause.Analysis.Settings;

/// <summary>A place where a setting can be set, with its notation there.</summary>
/// <param name="Where">
/// The place: <c>variable</c>, <c>under unpause</c> (also a variable), <c>runtimeconfig.json</c>, <c>project file</c>, <c>command line</c>
/// or <c>code</c>.
/// </param>
/// <param name="How">The text with a value, ready to copy.</param>
public sealed record SettingWay(string Where, string How)
{
    private const string Variable = "variable", UnderUnpause = "under unpause", ConfigurationFile = "runtimeconfig.json",
        ProjectFile = "project file", CommandLine = "command line", InCode = "code", RunningJvm = "a running JVM";

    private const string OwnPrefix = "UNPAUSE_PYTHON_";

    /// <summary>All places where a setting can be set.</summary>
    internal static IReadOnlyList<SettingWay> Of(Setting setting)
    {
        var example = setting.Example ?? "";
        var ways = new List<SettingWay>();
        if (setting.Variable is { } variable)
        {
            // A GODEBUG setting already includes its value.
            var how = variable.Contains('=', StringComparison.Ordinal) ? variable
                : setting.Example is null ? $"{variable}=…" : setting.With(example);
            ways.Add(new(variable.StartsWith(OwnPrefix, StringComparison.Ordinal) ? UnderUnpause : Variable, how));
        }
        else if (setting.Runtime == RuntimeNaming.Jvm)
        {
            ways.Add(setting.Type == "command" ? new(RunningJvm, $"jcmd PID {setting.Name}") : new(CommandLine, setting.With(example)));
        }

        if (setting.Property is { } property) ways.Add(new(ConfigurationFile, $"\"{property}\": {InJson(setting, example)}"));
        if (setting.Project is { } project) ways.Add(new(ProjectFile, $"<{project}>{InProject(setting, example)}</{project}>"));
        // Code works everywhere, so it precedes a variable that only works under unpause.
        if (setting.Code is { } code) ways.Insert(ways is [{ Where: UnderUnpause }] ? 0 : ways.Count, new(InCode, code));
        return ways;
    }

    private static string InJson(Setting setting, string value) => setting.Type switch
    {
        "switch" => InProject(setting, value),
        "text" => $"\"{value}\"",
        _ => value,
    };

    private static string InProject(Setting setting, string value) =>
        setting.Type != "switch" ? value : value == "1" ? "true" : "false";
}
