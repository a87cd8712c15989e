using System.Text.RegularExpressions;

namespace Unpause.Tests.House;

/// <summary>
/// Nothing stands in src that nothing in src uses: a member that only its tests call is dead too. The public API of
/// Unpause.Collections and Unpause.IO is for users' programs and stays out of it.
/// </summary>
public class DeadMemberTests
{
    /// <summary>What is used without an instruction: by debuggers, by the kernel, as the first element of an inline array.</summary>
    private static readonly string[] UsedOtherwise =
    [
        "Unpause.Collections.CollectionDebugView`1.Items", "Unpause.Collections.DictionaryDebugView`2.Items",
        "Unpause.Recordings.Readers.DotNet.Collections.GlobalHistoryPayload+Times._first",
            "Unpause.Recordings.Readers.Go.GcLine+Values._first",
        "Unpause.Recorder.Posix.LibC+PollEntry.Descriptor", "Unpause.Recorder.Posix.LibC+PollEntry.Events",
        "Unpause.Recorder.Posix.LibC+WindowSize.All",
        "Unpause.Services.Confinement+Handled.Files", "Unpause.Services.Confinement+Handled.Network",
        "Unpause.Services.Confinement+Handled.Scopes", "Unpause.Services.Confinement+Rule.Folder",
        "Unpause.Services.Confinement+Rule.Rights",
        // Columns of tables, for who reads the source: which versions write a row's words.
        "Unpause.Recordings.Readers.Jvm.PauseDetail.Versions", "Unpause.Recordings.Readers.Jvm.PauseWord.Versions",
        "Unpause.Recordings.Readers.Jvm.Unified.ShenandoahTrigger.Versions",
        // Numbers that a part of the program says of its work, which tests hold against awk, the kernel or another computation: what
        // is read and joined would otherwise be checked in a rounded sentence only.
        "Unpause.Requests.Attribution.Join.OverlapJoin.StoppedNanoseconds", "Unpause.Recorder.RunResult.Signal",
        "Unpause.Recordings.HeapCountDecision.Heaps", "Unpause.Recordings.WorkerSpread.MaxNanoseconds",
        "Unpause.Recordings.WorkerSpread.MinNanoseconds", "Unpause.Recordings.WorkerSpread.SumNanoseconds",
        "Unpause.Requests.UnitDoubt.DurationUnit",
        // Read by unpause-fleet, which is not among these assemblies; the command line reads a selector to check it.
        "Unpause.Reports.Fleets.FleetSelector.Host", "Unpause.Reports.Fleets.FleetSelector.Runtime",
        "Unpause.Reports.Fleets.FleetSelector.Service", "Unpause.Reports.Fleets.FleetSelector.Version",
        // The contract of all outputs: the command line makes each by its name, tests write all of them through it.
        "Unpause.Reports.IReportWriter.Write(Unpause.Reports.Documents.ReportDocument, Unpause.Reports.Timeline, System.IO.Stream)",
    ];

    [Fact]
    public void Members_AllProjects_AreUsed()
    {
        var code = BuiltCode.All;
        var words = Words();
        var mentioned = Mentioned();
        var used = code.Uses.Where(use => use.Target is not null && use.Reads).Select(use => (use.Type, use.Target!)).ToHashSet();
        var usedTypes =
            code.Uses.Where(use => use.Type != use.From.Name && !use.From.Name.StartsWith(use.Type + "+", StringComparison.Ordinal))
            .Select(use => use.Type).ToHashSet(StringComparer.Ordinal);
        var seen = code.Types.Where(type => IsPackage(type) && IsSeen(type, code))
            .Select(type => type.Name)
            .ToHashSet(StringComparer.Ordinal);
        var taken = Deconstructed(code, used);
        var dead = new List<string>();
        foreach (var type in code.Types.Where(type => !type.Generated && !type.ByTool
            && !type.Name.Contains('<', StringComparison.Ordinal) && type.Namespace.StartsWith("Unpause", StringComparison.Ordinal)))
        {
            if (type.Assembly.StartsWith("Unpause.Analyzers", StringComparison.Ordinal) && type.IsPublic) continue;
            if (!usedTypes.Contains(type.Name) && !seen.Contains(type.Name)
                && !type.Members.Exists(member => member.Constant || member.Key.StartsWith("Main(", StringComparison.Ordinal)))
            {
                dead.Add(type.Name);
                continue;
            }

            if (type.Base is "System.MulticastDelegate") continue;
            foreach (var member in type.Members.Where(member => IsJudged(type, member) && !(seen.Contains(type.Name) && member.Public)))
            {
                if (member.Constant ? words.GetValueOrDefault(member.Name) > 1 : used.Contains((type.Name, member.Key))) continue;
                if (mentioned.Contains(member.Name) || taken.Contains((type.Name, member.Name))) continue;
                if (IsHalfOfPair(type, member) && used.Contains((type.Name, "set_" + member.Name))) continue;
                dead.Add(member.ToString());
            }
        }

        SinnerList.Check("dead-members.txt", "nothing in src uses these: delete them", dead.Except(UsedOtherwise, StringComparer.Ordinal));
    }

    private static bool IsPackage(BuiltType type) => type.Assembly is "Unpause.Collections" or "Unpause.IO";

    private static bool IsSeen(BuiltType type, BuiltCode code)
    {
        if (!type.IsPublic) return false;
        var at = type.Name.LastIndexOf('+');
        return at < 0 || code.Types.Find(outer => outer.Assembly == type.Assembly && outer.Name == type.Name[..at]) is { } around
            && IsSeen(around, code);
    }

    private static bool IsJudged(BuiltType type, BuiltMember member)
    {
        if (member.Bound || member.Name.Contains('<', StringComparison.Ordinal) || member.Name.Contains('.', StringComparison.Ordinal))
        {
            return false;
        }

        if (member.Generated && member.Kind != BuiltKind.Property) return false;
        if (member.Name is "value__" or "EqualityContract" or "Main") return false;
        // A pair of operators is declared together; an empty private constructor says that nobody makes one.
        if (member.Name.StartsWith("op_", StringComparison.Ordinal)) return false;
        return type.Base != "System.Attribute" && !member.Name.EndsWith("ctor", StringComparison.Ordinal);
    }

    /// <summary>A written-out getter goes with its setter; where a property has a field of its own, nothing reads what is set.</summary>
    private static bool IsHalfOfPair(BuiltType type, BuiltMember member) => member.Kind == BuiltKind.Property
        && !type.Members.Exists(field => field.Name == $"<{member.Name}>k__BackingField");

    /// <summary>Properties of records that are taken apart.</summary>
    private static HashSet<(string Type, string Name)> Deconstructed(BuiltCode code, HashSet<(string Type, string Target)> used)
    {
        var apart = used.Where(use => use.Target.StartsWith("Deconstruct(", StringComparison.Ordinal))
            .Select(use => use.Type)
            .ToHashSet(StringComparer.Ordinal);
        return [.. code.Types
            .Where(type => apart.Contains(type.Name))
            .SelectMany(type => type.Members.Select(member => (type.Name, member.Name)))];
    }

    /// <summary>How often each word stands in the sources: a constant leaves no trace in instructions.</summary>
    private static Dictionary<string, int> Words()
    {
        var words = new Dictionary<string, int>(StringComparer.Ordinal);
        foreach (var file in SourceFiles.In("src", "libraries/src"))
        {
            foreach (Match word in Regex.Matches(Regex.Replace(File.ReadAllText(file), @"^\s*///?.*$", "", RegexOptions.Multiline), @"\w+"))
                words[word.Value] = words.GetValueOrDefault(word.Value) + 1;
        }

        return words;
    }

    /// <summary>Names in nameof, which leave none either.</summary>
    private static HashSet<string> Mentioned() =>
    [
        .. SourceFiles.In("src", "libraries/src").SelectMany(
            file => Regex.Matches(File.ReadAllText(file), @"nameof\((?:\w+\.)*(\w+)\)").Select(match => match.Groups[1].Value)),
    ];
}
