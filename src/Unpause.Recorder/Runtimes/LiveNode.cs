using Unpause.Recordings.Words;

namespace Unpause.Recorder.Runtimes;

/// <summary>A running Node.js process is listed and described, and can't be recorded: V8 reads its options at its start only.</summary>
internal sealed class LiveNode : ILiveRuntime
{
    /// <inheritdoc/>
    public IReadOnlyList<LiveAbility> Abilities { get; } = [];

    /// <inheritdoc/>
    public string? Help => null;

    /// <inheritdoc/>
    public string? WhenKilled => null;

    /// <inheritdoc/>
    public string? Because => null;

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
        throw new ObstacleException(NodeLive.NotLive);
}

/// <summary>Live Node.js processes.</summary>
[SupportedOSPlatform("linux")]
internal static class NodeLive
{
    private const string Deleted = " (deleted)";
    private const long Mebibyte = 1L << 20;

    /// <summary>Where builds name their own headers: <c>…/download/release/v20.20.2/node-v20.20.2-headers.tar.gz</c>.</summary>
    private static ReadOnlySpan<byte> Headers => "/node-v"u8;

    /// <summary>Why none can be recorded.</summary>
    public static Obstacle NotLive { get; } = new(
        "a running Node.js process can't be recorded: V8 enables its trace at the start only",
        "start it with: unpause run -- CMD…; or with node --trace-gc, save what it prints, and: unpause report FILE");

    /// <summary>Describes a Node.js process; null for other processes.</summary>
    public static LiveProcess? Describe(ProcessView process)
    {
        if (process.Executable is not { } path || !IsNode(path)) return null;
        var options = process.Arguments.Skip(1).TakeWhile(word => word.StartsWith('-')).ToList();
        if (process.Variable(NodeSwitch.Variable) is { } variable) options.InsertRange(0, variable.Split(' '));
        return new LiveProcess(process.Id, UserName.Resolve(process.UserId), RuntimeIds.Node)
        {
            Version = NodeVersion.Of($"/proc/{process.Id}/exe"),
            HeapLimitBytes = LimitOf(options),
            StartedAt = process.StartedAt,
            Command = process.Arguments,
            Obstacles = [ProcessAccess.Obstacle(process) ?? NotLive],
            RecordedByRun = true,
        };
    }

    /// <summary>Whether a path is Node.js's program.</summary>
    public static bool IsNode(string path)
    {
        if (path.EndsWith(Deleted, StringComparison.Ordinal)) path = path[..^Deleted.Length];
        return Path.GetFileName(path) is "node" or "nodejs";
    }

    /// <summary>The limit that options set for the old space, in bytes; the last one counts. Null when none does.</summary>
    public static long? LimitOf(IReadOnlyList<string> options)
    {
        long? limit = null;
        for (var i = 0; i < options.Count; i++)
        {
            var option = options[i].Replace('_', '-');
            if (!option.StartsWith(NodeSettings.MaxOldSpace, StringComparison.Ordinal)) continue;
            var value = option.Length > NodeSettings.MaxOldSpace.Length && option[NodeSettings.MaxOldSpace.Length] == '='
                ? option[(NodeSettings.MaxOldSpace.Length + 1)..]
                : option.Length == NodeSettings.MaxOldSpace.Length ? options.ElementAtOrDefault(i + 1) : null;
            if (long.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out var size) && size < long.MaxValue / Mebibyte)
                limit = size > 0 ? size * Mebibyte : null;
        }

        return limit;
    }

    /// <summary>The version of a program, from its own text; null when it does not have it.</summary>
    private static class NodeVersion
    {
        private const int BlockBytes = 1 << 20, MostBytes = 256 << 20, LongestVersion = 16;

        /// <summary>Of files that were looked at: many processes have the same.</summary>
        private static readonly Dictionary<(long, DateTime), string?> Known = [];

        public static string? Of(string path)
        {
            try
            {
                using var file = File.OpenHandle(path);
                var key = (RandomAccess.GetLength(file), File.GetLastWriteTimeUtc(file));
                lock (Known)
                {
                    if (!Known.TryGetValue(key, out var version)) Known[key] = version = Find(file);
                    return version;
                }
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                return null;
            }
        }

        private static string? Find(Microsoft.Win32.SafeHandles.SafeFileHandle file)
        {
            var block = new byte[BlockBytes];
            for (long at = 0; at < MostBytes; at += BlockBytes - Headers.Length - LongestVersion)
            {
                var text = block.AsSpan(0, RandomAccess.Read(file, block, at));
                if (text.Length <= Headers.Length) return null;
                for (int found; (found = text.IndexOf(Headers)) >= 0;)
                {
                    text = text[(found + Headers.Length)..];
                    var end = text.IndexOfAnyExcept("0123456789."u8);
                    if (end is > 0 and <= LongestVersion && text[end..].StartsWith("-headers"u8))
                        return Encoding.ASCII.GetString(text[..end]);
                }
            }

            return null;
        }
    }
}
