using System.Runtime.Versioning;
using Unpause.Recorder.Posix;

namespace Unpause.Recorder.Runtimes;

/// <summary>
/// The JVM: -Xlog through JDK_JAVA_OPTIONS, which only launchers of JDK 9 and later read (a JDK 8 would refuse -Xlog).
/// </summary>
internal sealed class JvmSwitch : IRunSwitch
{
    private const string Variable = "JDK_JAVA_OPTIONS";

    /// <summary>gc+age at debug has the tenuring threshold.</summary>
    public const string What = "gc*,gc+age=debug,safepoint";

    /// <summary>
    /// With what each of a collection's parts took (Object Copy …): some 80 lines more, written inside the pause, which makes it
    /// 0.1 to 0.2 ms longer (JDK 17, measured).
    /// </summary>
    public const string WithPhases = "gc*,gc+phases=debug,gc+age=debug,safepoint";

    public const string Decorators = "time,uptime,level,tags";

    /// <inheritdoc/>
    public string Reaches => "Java 9 or later";

    /// <inheritdoc/>
    [SupportedOSPlatform("linux")]
    public SwitchOutcome TurnOn(SwitchTarget target) => TurnOn(target.Environment, target.Folder, target.Options.Phases) is { } option
        ? new SwitchOutcome { JavaOption = option }
        : SwitchOutcome.Not($"The JVM is not recorded: {target.Folder} has characters that -Xlog can't take.");

    /// <summary>Turns GC logging on. Returns our option as it stands in the variable, or null when the folder's name forbids it.</summary>
    /// <param name="environment">The program's environment.</param>
    /// <param name="folder">Where the log goes.</param>
    /// <param name="phases">Whether each part of a collection is logged.</param>
    public static string? TurnOn(EnvironmentBlock environment, string folder, bool phases)
    {
        var path = Bytes.Carry(folder);
        if (path.AsSpan().ContainsAny("'\"%\n")) return null; // neither launcher nor -Xlog has an escape for these
        // The launcher splits at blanks outside quotes, -Xlog at colons outside double quotes; both take their quotes off.
        var option = $"'-Xlog:{(phases ? WithPhases : What)}:file=\"{path}/jvm-%p-%t.log\":{Decorators}:filecount=0'";
        var value = environment[Variable];
        environment.Set(Variable, string.IsNullOrEmpty(value) ? option : $"{value} {option}");
        return option;
    }
}
