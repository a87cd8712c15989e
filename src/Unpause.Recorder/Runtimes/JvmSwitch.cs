using System.Runtime.Versioning;
using Unpause.Recorder.Posix;

namespace Unpause.Recorder.Runtimes;

/// <summary>
/// The JVM: -Xlog through JDK_JAVA_OPTIONS, which only launchers of JDK 9 and later read (a JDK 8 would refuse -Xlog).
/// </summary>
internal sealed class JvmSwitch : IRunSwitch
{
    private const string Variable = "JDK_JAVA_OPTIONS";

    // gc+phases at debug has the workers' rows (Object Copy …), gc+age at debug the tenuring threshold.
    public const string What = "gc*,gc+phases=debug,gc+age=debug,safepoint";

    public const string Decorators = "time,uptime,level,tags";

    /// <inheritdoc/>
    public string Reaches => "Java 9 or later";

    /// <inheritdoc/>
    [SupportedOSPlatform("linux")]
    public SwitchOutcome TurnOn(SwitchTarget target) => TurnOn(target.Environment, target.Folder) is { } option
        ? new SwitchOutcome { JavaOption = option }
        : SwitchOutcome.Not($"The JVM is not recorded: {target.Folder} has characters that -Xlog can't take.");

    /// <summary>Turns GC logging on. Returns our option as it stands in the variable, or null when the folder's name forbids it.</summary>
    public static string? TurnOn(EnvironmentBlock environment, string folder)
    {
        var path = Bytes.Carry(folder);
        if (path.AsSpan().ContainsAny("'\"%\n")) return null; // neither launcher nor -Xlog has an escape for these
        // The launcher splits at blanks outside quotes, -Xlog at colons outside double quotes; both take their quotes off.
        var option = $"'-Xlog:{What}:file=\"{path}/jvm-%p-%t.log\":{Decorators}:filecount=0'";
        var value = environment[Variable];
        environment.Set(Variable, string.IsNullOrEmpty(value) ? option : $"{value} {option}");
        return option;
    }
}
