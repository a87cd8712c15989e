using Unpause.Recorder.Runtimes.Jvm;

namespace Unpause.Recorder.Runtimes;

/// <summary>
/// The JVM: -Xlog through JDK_JAVA_OPTIONS, which only the java of JDK 9 and later reads (JDK 8 would refuse -Xlog). The java of
/// JDK 8 and tools of any JDK (javac, javadoc, jar …) get options among their arguments if they are CMD itself. They also read
/// JAVA_TOOL_OPTIONS, but that affects every JVM below, and each announces it on stderr.
/// </summary>
/// <remarks>
/// A JVM that can't open its log does not start. So where programs may change their user, the inherited variable is not set. Instead CMD
/// itself gets the option among its arguments, and every JVM below it is recorded once it runs (<see cref="Live.DescendantRecorder"/>).
/// </remarks>
internal sealed class JvmSwitch : IRunSwitch
{
    private const string Variable = "JDK_JAVA_OPTIONS";

    /// <summary>gc+age at debug has the tenuring threshold.</summary>
    public const string What = "gc*,gc+age=debug,safepoint";

    /// <summary>
    /// With the durations of GC phases (Object Copy …) and of each kind of reference: about 100 more lines, written inside the pause,
    /// which makes it 0.1 to 0.25 ms longer (JDK 17, measured).
    /// </summary>
    public const string WithPhases = "gc*,gc+phases=debug,gc+phases+ref=debug,gc+age=debug,safepoint";

    private const string OldLog = "-Xloggc:";

    public const string Decorators = "time,uptime,level,tags";

    /// <inheritdoc/>
    public string Reaches => "Java 9 or later (8 as CMD itself)";

    /// <inheritdoc/>
    public bool ReachesBelowRoot => false;

    /// <inheritdoc/>
    [SupportedOSPlatform("linux")]
    public SwitchOutcome TurnOn(SwitchTarget target)
    {
        if (OptionFor(target.Folder, target.Options.Phases) is null)
            return SwitchOutcome.Not($"The JVM is not recorded: {target.Folder} contains characters that -Xlog does not accept.");
        var launcher = JavaLauncher.Find(target.File);
        var option = target.MayChangeUser ? null : TurnOn(target.Environment, target.Folder, target.Options.Phases);
        if (launcher is null || (launcher is { ReadsVariable: true } && option is not null))
            return target.MayChangeUser ? SwitchOutcome.On : new SwitchOutcome { JavaOption = option };
        // JDK 8 writes only one log: if the user requested one, it stays the user's.
        if (launcher.HasOldLog && UsersOldLog(target.Arguments) is { } path)
            return new SwitchOutcome { JavaOption = option, UsersPath = path.Contains('%', StringComparison.Ordinal) ? null : path };
        var options = launcher.HasOldLog ? OldOptions(target.Folder) : [OptionFor(target.Folder, target.Options.Phases)!];
        target.Arguments.InsertRange(1, options.Select(each => Bytes.FromLatin1(launcher.IsTool ? $"-J{each}" : each)));
        return new SwitchOutcome { JavaOption = option, IsCommandsOwn = true };
    }

    /// <summary>
    /// Options of JDK 8 (src/share/vm/runtime/globals.hpp) for the same content as in later versions, as far as available.
    /// </summary>
    private static string[] OldOptions(string folder) =>
    [
        $"{OldLog}{Bytes.Carry(folder)}/jvm-%p-%t.log", "-XX:+PrintGCDetails", "-XX:+PrintGCDateStamps", "-XX:+PrintGCTimeStamps",
        "-XX:+PrintTenuringDistribution", "-XX:+PrintGCApplicationStoppedTime",
    ];

    /// <summary>The file of the last -Xloggc among the arguments, with or without -J; null when there is none.</summary>
    private static string? UsersOldLog(List<byte[]> arguments) => arguments.Select(argument => Bytes.ToLatin1(argument))
        .Select(text => text.StartsWith("-J", StringComparison.Ordinal) ? text[2..] : text)
        .LastOrDefault(text => text.StartsWith(OldLog, StringComparison.Ordinal))?[OldLog.Length..];

    /// <summary>Enables GC logging. Returns the option as it is in the variable, or null when the folder's name prevents it.</summary>
    /// <param name="folder">Folder of the log.</param>
    /// <param name="phases">Whether to log GC phases.</param>
    public static string? TurnOn(EnvironmentBlock environment, string folder, bool phases)
    {
        if (OptionFor(folder, phases) is not { } plain) return null;
        var option = $"'{plain}'"; // the launcher splits at blanks outside quotes, and removes the quotes
        var value = environment[Variable];
        environment.Set(Variable, string.IsNullOrEmpty(value) ? option : $"{value} {option}");
        return option;
    }

    /// <summary>The option as Latin-1 bytes; null when the folder's name prevents it.</summary>
    private static string? OptionFor(string folder, bool phases)
    {
        var path = Bytes.Carry(folder);
        if (path.AsSpan().ContainsAny("'\"%\n")) return null; // neither launcher nor -Xlog has an escape for these
        // -Xlog splits at colons outside double quotes, and removes the quotes.
        return $"-Xlog:{(phases ? WithPhases : What)}:file=\"{path}/jvm-%p-%t.log\":{Decorators}:filecount=0";
    }
}

/// <summary>Result of enabling recording in a runtime.</summary>
internal sealed record SwitchOutcome
{
    /// <summary>The runtime records into the folder by itself.</summary>
    public static SwitchOutcome On { get; } = new();

    /// <summary>The program does not use the runtime: nothing was set, and nothing is missing.</summary>
    public static SwitchOutcome Nothing { get; } = new();

    /// <summary>Why nothing is recorded, one sentence; null when recording is enabled.</summary>
    public string? NotRecorded { get; init; }

    /// <summary>Whether the sentence matters only if a program of that runtime ran.</summary>
    public bool OnlyIfItRan { get; init; }

    /// <summary>
    /// The path, as Latin-1, of a recording that the user has enabled and that is read instead of unpause's; null when there is none.
    /// </summary>
    public string? UsersPath { get; init; }

    /// <summary>unpause's part of the note that java launchers print to stderr, as Latin-1; null when there is none.</summary>
    public string? JavaOption { get; init; }

    /// <summary>Whether the switch is among CMD's arguments, so that no other program has it.</summary>
    public bool IsCommandsOwn { get; init; }

    /// <summary>Whether the runtime writes the recording as lines to stderr, from which they are removed.</summary>
    public bool WritesLines { get; init; }

    /// <summary>Whether the user had enabled those lines and expects to see them.</summary>
    public bool KeepsLines { get; init; }

    /// <summary>Nothing is recorded, for a reason in one sentence.</summary>
    public static SwitchOutcome Not(string sentence) => new() { NotRecorded = sentence };
}
