using Unpause.Analysis.Settings;

namespace Unpause.Analysis.Diagnosis.Jvm;

/// <summary>
/// Keeps only advice that this JVM accepts: every flag and command is looked up in the catalogue of settings by version, collector,
/// number of processors and the value in force. A flag that prevents a JVM from starting is worse than no advice.
/// </summary>
internal static class JvmAdvice
{
    private static readonly VersionRange HasHistogramTool = VersionRange.Parse("5..");

    // The versions that unpause heap supports.
    private static readonly VersionRange CountsObjects = VersionRange.Parse("8..");

    /// <summary>The advice that applies to a process, with values that fit it, in the same order.</summary>
    public static IReadOnlyList<Advice> Checked(AnalysedProcess process, IReadOnlyList<Advice> all)
    {
        if (OtherJvms.Made(process.Recording.Source)) return OtherJvmAdvice.Checked(process, all);
        var facts = JvmFacts.From(process);
        var kept = new List<Advice>();
        foreach (var advice in all)
        {
            if (Checked(process, facts, advice) is { } good && !kept.Exists(other => SameSetting(other, good))) kept.Add(good);
        }

        return kept;
    }

    private static bool SameSetting(Advice one, Advice other) => one.Setting is not null && one.Setting == other.Setting;

    private static Advice? Checked(AnalysedProcess process, JvmFacts facts, Advice advice) => advice.Setting switch
    {
        null => advice,
        var setting when setting.StartsWith("remove ", StringComparison.Ordinal) => advice,
        var setting when setting.StartsWith("jcmd ", StringComparison.Ordinal) => Command(facts, advice, setting),
        var setting when setting.StartsWith("unpause heap ", StringComparison.Ordinal) =>
            CountsObjects.Meets(facts.Versions) ? advice : OldHistogram(facts, advice),
        "-Xmx" => HeapAdvice.WithSize(process, facts, advice),
        var setting when setting.StartsWith("-X", StringComparison.Ordinal) => Flags(process, facts, advice, setting),
        _ => advice,
    };

    private static Advice? Command(JvmFacts facts, Advice advice, string setting)
    {
        var commands = setting.Split("; ").Select(command => command.Split(' ') is ["jcmd", "PID", var name, ..] ? name : command);
        if (commands.All(name => SettingCatalogue.Jvm.Find(name)?.IsKnownTo(facts.Versions) == true))
        {
            return advice with { Setting = OwnCommand(setting) ?? setting };
        }

        return setting.StartsWith("jcmd PID GC.class_histogram", StringComparison.Ordinal) ? OldHistogram(facts, advice) : null;
    }

    /// <summary>Versions without jcmd have jmap.</summary>
    private static Advice? OldHistogram(JvmFacts facts, Advice advice) =>
        HasHistogramTool.Meets(facts.Versions) ? advice with { Setting = "jmap -histo PID" } : null;

    /// <summary>Replaces JDK commands that unpause runs itself: it starts, stops and reads the flight recording.</summary>
    private static string? OwnCommand(string setting) => setting switch
    {
        _ when !setting.StartsWith("jcmd PID JFR.start", StringComparison.Ordinal) => null,
        _ when setting.Contains("path-to-gc-roots", StringComparison.Ordinal) => "unpause record PID --jfr --retainers",
        _ => "unpause record PID --jfr",
    };

    private static Advice? Flags(AnalysedProcess process, JvmFacts facts, Advice advice, string setting)
    {
        var flags = setting.Split(' ');
        var collector = Array.Find(flags, IsCollector) is { } chosen ? CollectorOf(chosen) : facts.Collector;
        var kept = new List<string>();
        var (unlocked, unsure) = (default(string), default(string));
        foreach (var flag in flags)
        {
            if (flag is Setting.Unlock or Setting.UnlockDiagnostic) continue;
            var (name, value) = Parts(flag);
            if (SettingCatalogue.Jvm.Find(name) is not { } known || !known.MayBe(value, facts.Versions)) return null;
            if (!known.IsKnownTo(facts.Versions) || !known.IsFor(collector)) return null;
            if (Fitted(process, facts, known, value) is not { } fitted)
            {
                continue;
            }

            kept.Add(known.With(fitted));
            unlocked ??= known.UnlockedBy(facts.Versions);
            if (!known.IsSureFor(facts.Versions)) unsure ??= known.Versions();
        }

        if (kept.Count == 0) return null;
        if (unlocked is not null) kept.Insert(0, unlocked);
        var text = unsure is null || advice.Text.Contains("JDK", StringComparison.Ordinal) ? advice.Text : $"{advice.Text} For {unsure}.";
        return advice with { Text = text, Setting = string.Join(' ', kept) };
    }

    /// <summary>The value that fits the machine; null if it is already in force or has no effect there.</summary>
    private static string? Fitted(AnalysedProcess process, JvmFacts facts, Setting known, string value)
    {
        var present = facts.Present(known.Name) ?? (facts.Versions == VersionRange.All ? null : known.DefaultFor(facts.Versions));
        if (present == value) return null;
        if (IsCollector(known.With(value)) && facts.Collector == CollectorOf(known.With(value))) return null;
        if (known.IsBoundByProcessors)
        {
            // More threads than processors do not help, so without the number of processors there is no value to advise.
            if (facts.Processors is not { } processors || JvmFacts.Bytes(value) is not { } wanted) return null;
            // Concurrent threads take processors from the application: more than half of them only slow it down.
            var threads = known.Name == "ConcGCThreads" ? Math.Min(wanted, processors / 2) : Math.Min(wanted, processors);
            if (threads < 1) return null;
            return JvmFacts.Bytes(present) >= threads ? null : threads.ToString(CultureInfo.InvariantCulture);
        }

        // Never advise a smaller size than the one in force, or a heap larger than the memory.
        if (known.Type is "size" or "memory" && JvmFacts.Bytes(value) is { } bytes)
        {
            if (JvmFacts.Bytes(present) >= bytes) return null;
            if (known.Name == JvmFlagNames.RegionSize && !RegionAdvice.Fits(process, bytes)) return null;
            if (known.Type == "memory" && facts.MemoryBytes < bytes) return null;
        }

        return value;
    }

    private static bool IsCollector(string flag) =>
        flag.StartsWith("-XX:+Use", StringComparison.Ordinal) && flag.EndsWith("GC", StringComparison.Ordinal);

    /// <summary>The collector that a switch selects.</summary>
    private static string CollectorOf(string flag) => flag["-XX:+Use".Length..^"GC".Length] switch
    {
        "Z" => "ZGC",
        "ConcMarkSweep" => "CMS",
        var name => name,
    };

    /// <summary>A flag's name and value: <c>-XX:+X</c>, <c>-XX:X=1</c>, <c>-Xmx64m</c>, <c>-Xlog:gc</c>.</summary>
    internal static (string Name, string Value) Parts(string flag)
    {
        if (flag.StartsWith("-XX:+", StringComparison.Ordinal)) return (flag[5..], "true");
        if (flag.StartsWith("-XX:-", StringComparison.Ordinal)) return (flag[5..], "false");
        if (flag.StartsWith("-XX:", StringComparison.Ordinal) && flag.IndexOf('=') is > 0 and var equals)
        {
            return (flag[4..equals], flag[(equals + 1)..]);
        }

        if (flag.StartsWith("-Xlog:", StringComparison.Ordinal)) return ("Xlog", flag[6..]);
        return flag.Length >= 4 ? (flag[1..4], flag[4..]) : (flag, "");
    }
}
