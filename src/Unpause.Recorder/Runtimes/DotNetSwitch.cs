using System.Diagnostics.Tracing;
using System.Globalization;
using System.Runtime.Versioning;
using Unpause.Recordings.Readers.DotNet;

namespace Unpause.Recorder.Runtimes;

/// <summary>.NET (5 and later): the runtime's own EventPipe session, configured by DOTNET_ variables.</summary>
/// <remarks>
/// A runtime reads DOTNET_name first and COMPlus_name second (coreclr src/utilcode/clrconfignative).
/// The list of methods at the end (rundown) stays enabled, although it is a quarter (hello) to two thirds (a web application) of the cost
/// of recording a short program. It contains the names of GC.Collect's callers and the GC settings too, and for a session from the
/// environment it is all or nothing (DOTNET_EventPipeRundown; src/native/eventpipe/ep.c, enable_default_session_via_env_variables).
/// </remarks>
internal sealed class DotNetSwitch : IRunSwitch
{
    private const int Informational = (int)EventLevel.Informational, Verbose = (int)EventLevel.Verbose;
    /// <summary>The provider argument for the interval of counters, in seconds.</summary>
    internal const string CounterInterval = "EventCounterIntervalSec";

    private const string Runtime = EventSources.Runtime;

    // dotnet/runtime, src/coreclr/vm/ClrEtwAll.man: TypeKeyword and GCHeapAndTypeNamesKeyword, GCHeapSurvivalAndMovementKeyword.
    private const ulong TypeKeywords = 0x1080000, SurvivalKeyword = 0x400000;

    /// <summary>
    /// ContentionKeyword: threads that wait for locks of managed code. Two events per wait that did not end while spinning.
    /// ThreadingKeyword: the thread pool's threads. Not at level verbose, where each queued work item has an event.
    /// </summary>
    internal const ulong ContentionKeyword = 0x4000, ThreadingKeyword = 0x10000;

    // The private one has the steps of background collections, and waits for large object allocations during them.
    private static readonly (string Name, ulong Keywords, string? Arguments)[] Collections =
        [(Runtime, 1 | ContentionKeyword, null), (EventSources.RuntimePrivate, 1, null)];

    /// <summary>
    /// Served requests, with a counter of failed ones, outgoing calls, and the activity ids that pair their starts and ends
    /// (TasksFlowActivityIds).
    /// </summary>
    private static readonly (string Name, ulong Keywords, string? Arguments)[] Requests =
    [
        (EventSources.AspNetCoreHosting, 1, $"{CounterInterval}=1"),
        (EventSources.HttpClient, 2, null),
        ("System.Threading.Tasks.TplEventSource", 0x80, null),
    ];

    /// <inheritdoc/>
    public string Reaches => RuntimeIds.TraitsOf(RuntimeIds.DotNet).Name;

    /// <inheritdoc/>
    public bool ReachesBelowRoot => true;

    /// <inheritdoc/>
    [SupportedOSPlatform("linux")]
    public SwitchOutcome TurnOn(SwitchTarget target) => target.FileSizeIsLimited
        ? SwitchOutcome.Not(
            ".NET is not recorded: a file size limit is set (ulimit -f), and a recording that reached it would end the process.")
        : new SwitchOutcome { UsersPath = TurnOn(target.Environment, target.Folder, target.Options.Requests, target.Options.Allocations) };

    /// <summary>
    /// Enables recording. Returns the user's own output path (possibly with {pid} in it) if a session was already configured: a runtime has
    /// only one, so unpause's providers are added to it and its file is the recording. Otherwise null.
    /// </summary>
    /// <param name="environment">The program's environment; modified.</param>
    /// <param name="folder">Folder of the recording.</param>
    /// <param name="requests">Whether to record requests too.</param>
    /// <param name="allocations">Whether to record allocations too: a tick for every 100 KB.</param>
    public static string? TurnOn(EnvironmentBlock environment, string folder, bool requests, bool allocations = false)
    {
        if (Read(environment, "EnableEventPipe") == "1")
        {
        // Without a configuration the runtime's default applies, which has the GC keyword in both providers.
            if (Read(environment, "EventPipeConfig") is { Length: > 0 } config)
            {
                Write(environment, "EventPipeConfig", WithOurs(config, requests, allocations));
            }

            return Read(environment, "EventPipeOutputPath") is { Length: > 0 } path ? path : "trace.nettrace";
        }

        Write(environment, "EnableEventPipe", "1");
        Write(environment, "EventPipeOutputPath", $"{Bytes.Carry(folder)}/dotnet-{{pid}}.nettrace");
        Write(environment, "EventPipeOutputStreaming", "1"); // a file that is readable after SIGKILL
        Write(environment, "EventPipeConfig", WithOurs("", requests, allocations));
        return null;
    }

    /// <summary>
    /// The providers of a session. At level verbose the GC keyword adds a tick for every 100 KB allocated and an event for each finalized
    /// object, whose types have names with the type keywords.
    /// </summary>
    /// <param name="requests">Whether to record requests.</param>
    /// <param name="allocations">Whether to record allocations.</param>
    /// <param name="survival">Whether each collection lists its survivors, which is expensive.</param>
    internal static IEnumerable<(string Name, ulong Keywords, int Level, string? Arguments)> Providers(
        bool requests, bool allocations, bool survival = false)
    {
        foreach (var (name, keywords, arguments) in requests ? [.. Collections, .. Requests] : Collections)
        {
            var more = name == Runtime && (allocations || survival);
            var all = keywords | (more ? TypeKeywords : 0) | (survival && more ? SurvivalKeyword : 0)
                | (name == Runtime && !more ? ThreadingKeyword : 0);
            yield return (name, all, more ? Verbose : Informational, arguments);
        }
    }

    /// <summary>Adds unpause's providers to a list of `Name:Keywords:Level[:Arguments]`; a name may occur only once in it.</summary>
    public static string WithOurs(string config, bool requests, bool allocations = false)
    {
        var providers = SplitOutsideQuotes(config);
        foreach (var (name, keywords, level, arguments) in Providers(requests, allocations))
        {
            var at = providers.FindIndex(p => string.Equals(p.Split(':')[0].Trim(), name, StringComparison.OrdinalIgnoreCase));
            if (at < 0) providers.Add($"{name}:0x{keywords:x}:{level}{(arguments is null ? "" : $":{arguments}")}");
            else providers[at] = With(keywords & ~(ContentionKeyword | ThreadingKeyword), level, providers[at]);
        }

        return string.Join(',', providers);
    }

    /// <summary>The user's entry with unpause's keywords and at least its level; an absent field means everything.</summary>
    private static string With(ulong ours, int ourLevel, string provider)
    {
        var fields = provider.Split(':', 4);
        if (fields.Length > 1 && TryReadKeywords(fields[1], out var keywords)) fields[1] = $"0x{keywords | ours:x}";
        if (fields.Length > 2 && int.TryParse(fields[2], out var level) && level < ourLevel)
        {
            fields[2] = ourLevel.ToString(CultureInfo.InvariantCulture);
        }

        return string.Join(':', fields);
    }

    private static bool TryReadKeywords(string text, out ulong keywords)
    {
        var digits = text.StartsWith("0x", StringComparison.OrdinalIgnoreCase) ? text[2..] : text;
        return ulong.TryParse(digits, NumberStyles.HexNumber, null, out keywords);
    }

    private static List<string> SplitOutsideQuotes(string config)
    {
        var parts = new List<string>();
        var quoted = false;
        var start = 0;
        for (var i = 0; i <= config.Length; i++)
        {
            if (i < config.Length && config[i] == '"') quoted = !quoted;
            if (i < config.Length && (config[i] != ',' || quoted)) continue;
            if (i > start) parts.Add(config[start..i]);
            start = i + 1;
        }

        return parts;
    }

    private static string? Read(EnvironmentBlock environment, string name) =>
        environment[$"DOTNET_{name}"] ?? environment[$"COMPlus_{name}"];

    private static void Write(EnvironmentBlock environment, string name, string value) =>
        environment.Set($"DOTNET_{name}", value);
}
