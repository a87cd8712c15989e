using Unpause.Recorder.Runtimes;
using Unpause.Recorder.Runtimes.DotNet;
using Unpause.Recorder.Runtimes.Jvm;
using Unpause.Recorder.Runtimes.Node;
using Unpause.Recorder.Runtimes.Python;

namespace Unpause.Recorder;

/// <summary>The recorded runtimes, one row each, and the texts about them in help and refusals.</summary>
public sealed class RecorderTable
{
    internal RecorderTable(params IReadOnlyList<RecordedRuntime> runtimes) => Runtimes = runtimes;

    /// <summary>The runtimes of unpause. A process belongs to the first one that recognises it.</summary>
    public static RecorderTable Default { get; } = With(PythonSwitch.EmbeddedAgent);

    /// <summary>The runtimes' ids, as in the contract: <c>dotnet</c>.</summary>
    public IEnumerable<string> Ids => Runtimes.Select(runtime => runtime.Traits.Id);

    /// <summary>The ids in a sentence: <c>dotnet, jvm, go or cpython</c>.</summary>
    public string AnyId => Or(Ids);

    /// <summary>What <c>unpause run</c> records: <c>.NET, Java 9 or later (8 as CMD itself), Go (as CMD itself) or CPython</c>.</summary>
    public string Reached => Or(Runtimes.Select(runtime => runtime.Switch.Reaches));

    /// <summary>The runtimes in a sentence: <c>.NET, a JVM, Go or CPython</c>.</summary>
    public string AnyOf => Or(Runtimes.Select(runtime => runtime.Traits.OneOf));

    /// <summary>The runtimes' names in a sentence: <c>.NET, JVM, Go or CPython</c>.</summary>
    internal string Names => Or(Runtimes.Select(runtime => runtime.Traits.Name));

    /// <summary>What is recorded of each live runtime, and which can't be recorded: lines for the help of <c>unpause record</c>.</summary>
    public string RecordHelp
    {
        get
        {
            var able = Runtimes.Where(runtime => runtime.AbilityTo(LiveCapability.Record) is not null).ToList();
            var killed = string.Join("; ", able.Select(runtime => runtime.Live.WhenKilled).OfType<string>());
            var lines = able.Select(runtime => $"{Who(runtime, LiveCapability.Record)}: {runtime.Live.Help}").ToList();
            if (killed.Length > 0) lines.Add($"If unpause is killed, {killed}.");
            if (able.Count < Runtimes.Count)
            {
                lines.Add($"{And(Runtimes.Except(able).Select(runtime => runtime.Traits.Name))} can't be recorded once "
                    + $"{(Runtimes.Count - able.Count == 1 ? "it runs" : "they run")}: unpause run -- CMD…");
            }

            return string.Join('\n', lines);
        }
    }

    internal IReadOnlyList<RecordedRuntime> Runtimes { get; }

    /// <summary>Whether any of them can be recorded while it runs.</summary>
    internal bool CanRecordLive => Runtimes.Any(runtime => runtime.AbilityTo(LiveCapability.Record) is not null);

    /// <summary>The rows of some runtimes.</summary>
    /// <param name="ids">Their ids; null for all.</param>
    public RecorderTable Only(IReadOnlyList<string>? ids) =>
        ids is null ? this : new([.. Runtimes.Where(runtime => ids.Contains(runtime.Traits.Id, StringComparer.Ordinal))]);

    /// <summary>The runtimes with a capability, and from which version on: <c>JVM 11 and later</c>.</summary>
    public string Who(LiveCapability capability) => And(Able(capability).Select(runtime => Who(runtime, capability)));

    /// <summary>The runtimes with a capability, in the plural: <c>JVMs</c>.</summary>
    public string AllOf(LiveCapability capability) => And(Able(capability).Select(runtime => runtime.Traits.AllOf));

    /// <summary>The versions with a capability: <c>JDK 8 and later</c>; empty when all have it.</summary>
    public string Versions(LiveCapability capability) =>
        And(Able(capability).Select(runtime => runtime.AbilityTo(capability)!.Versions).OfType<string>());

    /// <summary>unpause's rows, with an agent for Python.</summary>
    internal static RecorderTable With(IReadOnlyDictionary<string, byte[]> pythonAgent) => new(
        new(RuntimeIds.TraitsOf(RuntimeIds.DotNet), new DotNetSwitch(), new LiveDotNet()),
        new(RuntimeIds.TraitsOf(RuntimeIds.Jvm), new JvmSwitch(), new LiveJvm()),
        new(RuntimeIds.TraitsOf(RuntimeIds.Go), new GoSwitch(), new LiveGo()),
        new(
            RuntimeIds.TraitsOf(RuntimeIds.CPython),
            new PythonSwitch(pythonAgent),
            new LivePython()),
        new(RuntimeIds.TraitsOf(RuntimeIds.Node), new NodeSwitch(), new LiveNode()));

    /// <summary>The row of a described process.</summary>
    internal RecordedRuntime RowOf(LiveProcess process) => Runtimes.First(runtime => runtime.Traits.Id == process.Runtime);

    /// <summary>Requested options that a runtime does not support, in one sentence; null when it supports all.</summary>
    internal Obstacle? Refusal(RecordedRuntime runtime, LiveOptions options)
    {
        var refused = LiveSwitch.All.Where(wanted => wanted.IsWanted(options) && runtime.AbilityTo(wanted.Capability) is null).ToList();
        if (refused.Count == 0) return null;
        var parts = refused.GroupBy(wanted => AllOf(wanted.Capability), StringComparer.Ordinal)
            .Select(group =>
                $"{And(group.Select(wanted => wanted.Text))} {(group.Count() == 1 ? "is" : "are")} available only for {group.Key}");
        return new Obstacle(string.Join("; ", parts), runtime.Live.Because);
    }

    private static string Who(RecordedRuntime runtime, LiveCapability capability) =>
        runtime.AbilityTo(capability)!.Versions is { } versions ? $"{runtime.Traits.Name} {versions}" : runtime.Traits.Name;

    private static string Or(IEnumerable<string> names) => Listed(names, "or");

    private static string And(IEnumerable<string> names) => Listed(names, "and");

    private static string Listed(IEnumerable<string> names, string last)
    {
        string[] all = [.. names];
        return all.Length < 2 ? string.Concat(all) : $"{string.Join(", ", all[..^1])} {last} {all[^1]}";
    }

    private IEnumerable<RecordedRuntime> Able(LiveCapability capability) =>
        Runtimes.Where(runtime => runtime.AbilityTo(capability) is not null);
}
