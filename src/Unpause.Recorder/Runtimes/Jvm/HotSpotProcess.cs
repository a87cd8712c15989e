using Unpause.Recordings.Readers.Jvm.PerfData;

namespace Unpause.Recorder.Runtimes.Jvm;

/// <summary>A live JVM as seen from outside, and obstacles to attaching. Nothing is sent to it.</summary>
[SupportedOSPlatform("linux")]
internal sealed class HotSpotProcess
{
    // Started only when the JVM handles SIGQUIT itself, so not with -Xrs (JVM_SIGQUIT, src/hotspot/share/runtime/os.cpp).
    private const string SignalThread = "Signal Dispatch";
    private const int LastWithoutLog = 8, FirstOldFlightRecorder = 262;
    private readonly Lazy<PerformanceData?> _data;

    private HotSpotProcess(ProcessView process)
    {
        Process = process;
        _data = new Lazy<PerformanceData?>(() => PerformanceFile.Read(process));
    }

    public ProcessView Process { get; }

    /// <summary>The JVM's performance data; null when it publishes none.</summary>
    public PerformanceData? Data => _data.Value;

    /// <summary>Folder of its attach socket.</summary>
    public const string SocketFolder = "/tmp";

    /// <summary>The socket's name there.</summary>
    public string SocketName => $".java_pid{Process.OwnId}";

    /// <summary>The JVM's feature version (8, 11, 17 …); null when unknown.</summary>
    public int? FeatureVersion
    {
        get
        {
            // A JVM without performance data: only JDK 8 and earlier have their classes in rt.jar.
            if (Version is not { } version)
                return Process.MappedFiles().Any(file => file.EndsWith("/rt.jar", StringComparison.Ordinal)) ? LastWithoutLog : null;
            var parts = version.Split('.', '_', '-', '+');
            return int.TryParse(parts[0], out var first) && (first != 1 || int.TryParse(parts.ElementAtOrDefault(1), out first))
                ? first
                : null;
        }
    }

    /// <summary>
    /// Whether a JVM without unified logging has a flight recorder: OpenJDK 8u262 and later, without unlocking (JDK-8223147).
    /// </summary>
    public bool HasOldFlightRecorder => FeatureVersion == LastWithoutLog
        && Data?.Text("java.property.java.vm.name")?.StartsWith("OpenJDK", StringComparison.Ordinal) == true
        && Version?.Split('_') is [_, var update] && int.TryParse(update.Split('-')[0], out var number) && number >= FirstOldFlightRecorder;

    /// <summary>The version as the JVM reports it; null when unknown.</summary>
    public string? Version => Data?.Text(PerformanceData.JavaVersion);

    /// <summary>
    /// All flags of the JVM, as far as visible: its own list, or command line and environment.
    /// </summary>
    public string Flags => Data is { } data
        ? $"{data.Text("java.rt.vmFlags")} {data.Text("java.rt.vmArgs")}"
        : string.Join(
            ' ',
            [
                .. Process.Arguments,
                Process.Variable("JAVA_TOOL_OPTIONS"),
                Process.Variable("JDK_JAVA_OPTIONS"),
                Process.Variable("_JAVA_OPTIONS")
            ]);

    /// <summary>The JVM of a process; null when it runs no known one.</summary>
    public static HotSpotProcess? Find(ProcessView process) =>
        process.MappedFiles().Any(file => file.EndsWith("/libjvm.so", StringComparison.Ordinal)) ? new HotSpotProcess(process) : null;

    /// <summary>What prevents attaching; null when nothing does.</summary>
    public Obstacle? AttachObstacle()
    {
        if (Process.IsStopped)
        {
            return new Obstacle($"process {Process.Id} is stopped", $"continue it with kill -CONT {Process.Id}, then try again");
        }

        if (Flags.Contains("+DisableAttachMechanism", StringComparison.Ordinal))
            return new Obstacle(
                "the JVM was started with -XX:+DisableAttachMechanism",
                "start it without that flag, or with -Xlog:gc*:file=gc.log, and use unpause report gc.log");
        if (!UserNamespace.KnowsUs(Process))
            return new Obstacle(
                $"process {Process.Id} runs in its own user namespace (a rootless container), and its JVM does not accept unpause's user",
                $"run unpause as its user: sudo -u {UserName.ForSudo(Process.UserId)} unpause …");
        if (HasSocket()) return null;
        if (!Process.Catches(LibC.SigQuit) || !Process.HasThread(SignalThread))
            return new Obstacle(
                "the JVM does not accept connections: it has only just started, or its SIGQUIT handler was replaced",
                "try again in a moment; or start it with -XX:+StartAttachListener");
        return null;
    }

    private bool HasSocket()
    {
        using var folder = ProcessFiles.Folder(Process, SocketFolder);
        return folder?.FactsOf(SocketName) is { IsSocket: true } socket && socket.User == Process.UserId;
    }
}
