using Unpause.Analysis.Settings;

namespace Unpause.Analysis.Diagnosis;

/// <summary>Keeps only advice that the recorded .NET, Go or CPython accepts, and that is not already in force.</summary>
internal static class VariableAdvice
{
    private static readonly VersionRange HasNewPrefix = VersionRange.Parse("6..");

    /// <summary>The advice that applies to a process, in the same order.</summary>
    public static IReadOnlyList<Advice> Checked(AnalysedProcess process, RuntimeNaming runtime, IReadOnlyList<Advice> all)
    {
        var facts = VariableFacts.From(process, runtime);
        var kept = new List<Advice>();
        foreach (var advice in all)
        {
            if (Checked(facts, advice) is { } good && !kept.Exists(other => good.Setting is not null && other.Setting == good.Setting))
            {
                kept.Add(good);
            }
        }

        return kept;
    }

    private static Advice? Checked(VariableFacts facts, Advice advice)
    {
        var (unsure, kept) = (default(string), new List<string>());
        foreach (var part in Parts(advice.Setting))
        {
            var uses = AdvisedNames.In(facts.Runtime, part).ToList();
            if (uses.Exists(setting => !setting.IsKnownTo(facts.Versions) || !setting.IsFor(facts.Collector))) return null;
            if (uses is [var one] && SettingName.Find(part)?.Value is { } value && facts.IsInForce(one, value)) continue;
            kept.Add(part);
            unsure ??= Unsure(facts, uses, advice);
        }

        if (advice.Setting is not null && kept.Count == 0) return null;
        var called = AdvisedNames.In(facts.Runtime, advice.Code).ToList();
        if (called.Exists(setting => !setting.IsKnownTo(facts.Versions))) return null;
        unsure ??= Unsure(facts, called, advice);
        return Prefixed(facts, advice with
        {
            Text = unsure is null ? advice.Text : $"{advice.Text} For {unsure}.",
            Setting = advice.Setting is null ? null : string.Join(' ', kept),
        });
    }

    /// <summary>Splits variables; keeps a command or a line of a project file whole.</summary>
    private static string[] Parts(string? setting)
    {
        if (setting is null) return [];
        var parts = setting.Split(' ');
        return Array.TrueForAll(parts, part => part.IndexOf('=', StringComparison.Ordinal) > 0) ? parts : [setting];
    }

    /// <summary>The versions that accept a setting, if the recorded version is uncertain and the advice doesn't name them.</summary>
    private static string? Unsure(VariableFacts facts, IEnumerable<Setting> settings, Advice advice)
    {
        foreach (var setting in settings)
        {
            if (setting.IsSureFor(facts.Versions) || setting.Versions() is not { } versions) continue;
            var number = versions.Split(' ')[^3];
            var said = advice.Text.Contains($"{facts.Runtime.Versions} {number}", StringComparison.Ordinal)
                || (number.Contains('.', StringComparison.Ordinal) && advice.Text.Contains(number, StringComparison.Ordinal));
            if (!said) return versions;
        }

        return null;
    }

    /// <summary>Before .NET 6 the runtime's variables had another prefix.</summary>
    private static Advice Prefixed(VariableFacts facts, Advice advice) =>
        facts.Runtime != RuntimeNaming.DotNet || HasNewPrefix.Meets(facts.Versions) ? advice : advice with
        {
            Text = advice.Text.Replace(SettingName.Prefix, SettingName.OldPrefix, StringComparison.Ordinal),
            Setting = advice.Setting?.Replace(SettingName.Prefix, SettingName.OldPrefix, StringComparison.Ordinal),
        };
}
