using Unpause.Recordings.Words;

namespace Unpause.Recorder.Runtimes.Node;

/// <summary>Capabilities of a running Node.js process, which is recorded through its inspector.</summary>
internal sealed class LiveNode : ILiveRuntime
{
    /// <inheritdoc/>
    public IReadOnlyList<LiveAbility> Abilities { get; } = [new(LiveCapability.Record, $"{NodeVersion.FirstInspected} and later")];

    /// <inheritdoc/>
    public string Help => "its inspector, after asking: a debugger port on loopback that other local users could use until the end.";

    /// <inheritdoc/>
    public string WhenKilled => "Node.js closes the inspector within 15 s";

    /// <inheritdoc/>
    public string Because => "only the collections of a Node.js process are recorded";

    /// <inheritdoc/>
    public bool IsAlwaysReachedByRun => true;

    /// <inheritdoc/>
    [SupportedOSPlatform("linux")]
    public LiveProcess? Describe(ProcessView process) => NodeLive.Describe(process);

    /// <inheritdoc/>
    [SupportedOSPlatform("linux")]
    public void CheckRoom(ProcessView process) => RunFolder.CheckRoom();

    /// <inheritdoc/>
    [SupportedOSPlatform("linux")]
    public LiveResult Record(ProcessView process, LiveProcess description, LiveOptions options, CancellationToken stop) =>
        NodeSession.Record(process, description, options, stop);
}

/// <summary>Live Node.js processes.</summary>
[SupportedOSPlatform("linux")]
internal static class NodeLive
{
    private const string Deleted = " (deleted)";

    /// <summary>Debian's program has the runtime in a library.</summary>
    private const string Library = "libnode.so";

    private const long Mebibyte = 1L << 20;

    private const string NoSignal = "--disable-sigusr1";

    private const string Instead =
        "start it with: unpause run -- CMD…; or with node --trace-gc, save what it prints, and: unpause report FILE";

    /// <summary>Describes a Node.js process; null for other processes.</summary>
    public static LiveProcess? Describe(ProcessView process)
    {
        if (process.Executable is not { } path || !IsNode(path)) return null;
        var options = OptionsOf(process);
        var version = NodeVersion.Of($"/proc/{process.Id}/exe");
        var address = InspectorAddress.Of(options);
        var obstacle = Obstacle(process, version, options, address, out var isOpen);
        return new LiveProcess(process.Id, UserName.Resolve(process.UserId), RuntimeIds.Node)
        {
            Version = version,
            HeapLimitBytes = NodeSettings.Mebibytes(options, NodeSettings.MaxOldSpace) * Mebibyte,
            StartedAt = process.StartedAt,
            Command = process.Arguments,
            Obstacles = obstacle is null ? [] : [obstacle],
            RecordedBy = obstacle is not null ? null
                : isOpen ? $"its inspector, which is open at {address}" : $"its inspector, which it opens at {address} for the recording",
            AsksFirst = obstacle is not null || isOpen ? null : InspectorCost(address),
            RecordedByRun = true,
        };
    }

    /// <summary>Its options of Node.js and V8, from the environment first, with the word that may be the value of the last one.</summary>
    public static List<string> OptionsOf(ProcessView process)
    {
        var options = process.Variable(NodeSwitch.Variable)?.Split(' ').ToList() ?? [];
        foreach (var word in process.Arguments.Skip(1))
        {
            options.Add(word);
            if (!word.StartsWith('-')) break;
        }

        return options;
    }

    /// <summary>What prevents a recording; null when nothing does.</summary>
    /// <param name="version">Node.js's version; null when unknown.</param>
    /// <param name="options">Its options.</param>
    /// <param name="address">Where it opens its inspector.</param>
    /// <param name="isOpen">Whether the process listens there already.</param>
    public static Obstacle? Obstacle(
        ProcessView process, string? version, IReadOnlyList<string> options, InspectorAddress address, out bool isOpen)
    {
        isOpen = false;
        if (ProcessAccess.Obstacle(process) is { } access) return access;
        if (version is null && !process.MappedFiles().Any(file => Path.GetFileName(file).StartsWith(Library, StringComparison.Ordinal)))
            return new Obstacle($"process {process.Id} has the name of Node.js, but is not a known build of it", Instead);
        if (version is not null && int.TryParse(version.Split('.')[0], out var major) && major < NodeVersion.FirstInspected)
            return new Obstacle($"the inspector of Node.js {version} does not record: {NodeVersion.FirstInspected} and later do", Instead);
        if (process.SharesOurNetwork != true)
        {
            return new Obstacle(
                "its inspector would be in another network namespace, which unpause does not enter",
                $"as root: nsenter -t {process.Id} -n unpause record {process.Id}");
        }

        if (process.IsStopped)
            return new Obstacle("the process is stopped, and would open its inspector only later", $"continue it: kill -CONT {process.Id}");
        var listeners = TcpSocket.Listeners().FindAll(socket => socket.Local.Port == address.Port); // none has port 0
        isOpen = listeners.Exists(socket => socket.IsOf(process));
        if (isOpen) return null;
        if (options.Contains(NoSignal, StringComparer.Ordinal))
            return new Obstacle($"{NoSignal} is set, so it can't open its inspector", Instead);
        if (!process.Catches(LibC.SigUsr1))
        {
            return new Obstacle(
                "it does not handle SIGUSR1, which would end it: it still starts, has --permission, or is a build without inspector",
                Instead);
        }

        if (!address.IsLoopback)
            return new Obstacle($"its inspector would open at {address}, for other machines too", "start it without this --inspect-port");
        return listeners.Count == 0 ? null : new Obstacle(
            $"another process listens at port {address.Port}, where it would open its inspector",
            $"ss -ltnp 'sport = :{address.Port}' shows which; or start it with --inspect-port=PORT");
    }

    private static string InspectorCost(InspectorAddress address) =>
        $"a recording opens its inspector at {address} until the end: a debugger with which every local user can execute code as its user. "
        + "It prints lines about that to its standard error, and a handler of its own for SIGUSR1 is called instead";

    /// <summary>Whether a path is Node.js's program.</summary>
    public static bool IsNode(string path)
    {
        if (path.EndsWith(Deleted, StringComparison.Ordinal)) path = path[..^Deleted.Length];
        return Path.GetFileName(path) is "node" or "nodejs";
    }
}
