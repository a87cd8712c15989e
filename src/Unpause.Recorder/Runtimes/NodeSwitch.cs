namespace Unpause.Recorder.Runtimes;

/// <summary>
/// Node.js: NODE_OPTIONS has every process write V8's trace events into a file, and preload a script that has them written every second
/// and records served requests (agents/node/unpause.cjs). <c>--trace-gc</c> is refused in NODE_OPTIONS, and writes to standard output.
/// </summary>
/// <remarks>
/// A process that can't open its trace file never ends (Node.js 10 to 26). So where programs may change their user, they write to a folder
/// that all may add files to.
/// </remarks>
internal sealed class NodeSwitch : IRunSwitch
{
    /// <summary>Node.js reads options from it before those of its command line.</summary>
    public const string Variable = "NODE_OPTIONS";

    /// <summary>V8's collections with their intervals, and with phases and the parts of the heap.</summary>
    public const string Categories = "v8,disabled-by-default-v8.gc";

    /// <summary>The folder into which the script has served requests recorded; it records none where it is not set.</summary>
    private const string Requests = "UNPAUSE_NODE_REQUESTS";

    private const string Prefix = "node-", Extension = ".trace.", RequestExtension = ".upno", Folder = "node", Script = "unpause.cjs";

    /// <summary>Node.js begins the next file after 2¹⁹ events.</summary>
    private const string FileName = $"{Prefix}${{pid}}{Extension}${{rotation}}";

    /// <inheritdoc/>
    public string Reaches => "Node.js 10 or later";

    /// <inheritdoc/>
    public bool ReachesBelowRoot => true;

    /// <inheritdoc/>
    [SupportedOSPlatform("linux")]
    public SwitchOutcome TurnOn(SwitchTarget target)
    {
        if (target.Run is null) return Not("there is no temporary folder");
        if (target.FileSizeIsLimited) return Not("the size of files is limited (ulimit -f), and a trace may become larger");
        var existing = target.Environment[Variable] ?? "";
        var words = existing.Split(' ').Concat(target.Arguments.Select(argument => Bytes.ToLatin1(argument)));
        foreach (var word in words)
        {
            if (word.StartsWith("--trace-event", StringComparison.Ordinal)) return Not($"{Name(word)} is set already");
            // Files that are preloaded must be readable under it.
            if (word is "--permission" or "--experimental-permission") return Not($"{word} is set");
        }

        try
        {
            var folder = target.MayChangeUser || !IsPlain(target.Folder) ? target.Run.MakeDrop() : target.Folder;
            var script = $"{target.Run.MakeReadable(Folder, AgentFiles.Read(Folder))}/{Script}";
            if (!IsPlain(folder) || !IsPlain(script)) return Not($"{folder} contains characters that {Variable} does not accept");
            var ours = $"--require={Bytes.Carry(script)} --trace-event-categories={Categories} "
                + $"--trace-event-file-pattern={Bytes.Carry(folder)}/{FileName}";
            target.Environment.Set(Variable, existing.Length == 0 ? ours : $"{ours} {existing}");
            if (target.Options.Requests) target.Environment.Set(Requests, Bytes.Carry(folder));
            return SwitchOutcome.On;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return Not($"its files could not be written: {SystemFault.Reason(e)}");
        }
    }

    /// <inheritdoc/>
    [SupportedOSPlatform("linux")]
    public IEnumerable<string> Gather(RecordingPlace place) =>
        place.Run.Drop is { } drop ? DroppedFiles.Take(drop, place.Folder, IsOurs, "file of Node.js", movesOwn: true) : [];

    private static bool IsOurs(string name) =>
        name.StartsWith(Prefix, StringComparison.Ordinal)
        && (name.Contains(Extension, StringComparison.Ordinal) || name.EndsWith(RequestExtension, StringComparison.Ordinal));

    /// <summary>Node.js 10 splits the variable at blanks, whatever quotes are around them; it replaces what is in ${}.</summary>
    private static bool IsPlain(string path) => !path.AsSpan().ContainsAny(" \t\n\"\\$,");

    private static string Name(string option) => option.Split('=')[0];

    private static SwitchOutcome Not(string why) => SwitchOutcome.Not($"Node.js is not recorded: {why}.") with { OnlyIfItRan = true };
}
