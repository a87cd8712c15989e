using System.Runtime.Versioning;
using System.Text;
using Unpause.Recorder.Posix;

namespace Unpause.Recorder.Runtimes;

/// <summary>
/// The JVM: -Xlog through JDK_JAVA_OPTIONS, which only launchers of JDK 9 and later read (a JDK 8 would refuse -Xlog).
/// </summary>
/// <remarks>
/// A JVM that can't open its log does not start. So where programs may change their user the variable, which all inherit, is left
/// alone: CMD itself gets the option among its arguments, and every JVM below it is recorded once it runs (<see cref="Live.Newcomers"/>).
/// </remarks>
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
    public bool ReachesBelowRoot => false;

    /// <inheritdoc/>
    [SupportedOSPlatform("linux")]
    public SwitchOutcome TurnOn(SwitchTarget target)
    {
        if (OptionFor(target.Folder, target.Options.Phases) is null)
            return SwitchOutcome.Not($"The JVM is not recorded: {target.Folder} has characters that -Xlog can't take.");
        if (!target.MayChangeUser)
            return new SwitchOutcome { JavaOption = TurnOn(target.Environment, target.Folder, target.Options.Phases) };
        if (!IsLauncher(target.File)) return SwitchOutcome.On;
        target.Arguments.Insert(1, Bytes.FromLatin1(OptionFor(target.Folder, target.Options.Phases)!));
        return new SwitchOutcome { IsCommandsOwn = true };
    }

    /// <summary>Turns GC logging on. Returns our option as it stands in the variable, or null when the folder's name forbids it.</summary>
    /// <param name="environment">The program's environment.</param>
    /// <param name="folder">Where the log goes.</param>
    /// <param name="phases">Whether each part of a collection is logged.</param>
    public static string? TurnOn(EnvironmentBlock environment, string folder, bool phases)
    {
        if (OptionFor(folder, phases) is not { } plain) return null;
        var option = $"'{plain}'"; // the launcher splits at blanks outside quotes, and takes them off
        var value = environment[Variable];
        environment.Set(Variable, string.IsNullOrEmpty(value) ? option : $"{value} {option}");
        return option;
    }

    /// <summary>The option as Latin-1 bytes; null when the folder's name forbids it.</summary>
    private static string? OptionFor(string folder, bool phases)
    {
        var path = Bytes.Carry(folder);
        if (path.AsSpan().ContainsAny("'\"%\n")) return null; // neither launcher nor -Xlog has an escape for these
        // -Xlog splits at colons outside double quotes, and takes them off.
        return $"-Xlog:{(phases ? WithPhases : What)}:file=\"{path}/jvm-%p-%t.log\":{Decorators}:filecount=0";
    }

    /// <summary>Whether a file is the launcher of JDK 9 or later: beside it lies the image of the modules.</summary>
    private static bool IsLauncher(byte[] file)
    {
        if (new FileInfo(Encoding.UTF8.GetString(file)).ResolveLinkTarget(returnFinalTarget: true)?.FullName is not { } path)
            path = Encoding.UTF8.GetString(file);
        return Path.GetFileName(path) == "java" && File.Exists(Path.Combine(Path.GetDirectoryName(path)!, "..", "lib", "modules"));
    }
}
