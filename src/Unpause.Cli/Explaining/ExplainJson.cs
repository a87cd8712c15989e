using System.Text.Json.Serialization;
using Unpause.Analysis.Diagnosis;
using Unpause.Analysis.Settings;
using Unpause.Reports.Budgets;

namespace Unpause.Cli.Explaining;

/// <summary>
/// Rules, settings, metrics and terms as JSON on standard output: <c>unpause.rules/1</c>, <c>unpause.settings/1</c>,
/// <c>unpause.metrics/1</c>, <c>unpause.terms/1</c>. Sizes in bytes, shares in percent, times in ms or s as their unit says.
/// </summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower)]
[JsonSerializable(typeof(RulesContract))]
[JsonSerializable(typeof(SettingsContract))]
[JsonSerializable(typeof(MetricsContract))]
[JsonSerializable(typeof(TermsContract))]
internal sealed partial class ExplainJson : JsonSerializerContext
{
    /// <summary>Writes rules.</summary>
    public static void Write(IReadOnlyList<Rule> rules) => PrintedJson.Write(
        new RulesContract("unpause.rules/1", [.. rules.Select(rule => Compose(rule.About))]), Default.RulesContract);

    /// <summary>Writes settings.</summary>
    public static void Write(IReadOnlyList<SettingDescription> settings) =>
        PrintedJson.Write(new SettingsContract("unpause.settings/1", [.. settings.Select(Compose)]), Default.SettingsContract);

    /// <summary>Writes metrics.</summary>
    public static void Write(IReadOnlyList<MetricDescription> metrics) =>
        PrintedJson.Write(new MetricsContract("unpause.metrics/1", metrics), Default.MetricsContract);

    /// <summary>Writes every meaning of a name.</summary>
    public static void Write(IReadOnlyList<ContractTerm> terms) =>
        PrintedJson.Write(new TermsContract("unpause.terms/1", terms), Default.TermsContract);

    private static RuleContract Compose(RuleDescription rule) => new(
        rule.Id,
        rule.AppliesTo,
        rule.Summary,
        rule.Background,
        rule.Thresholds,
        [.. rule.Needs.Select(Compose)],
        [.. rule.Helps.Select(Compose)],
        rule.Advises,
        SymptomOf: rule.FollowsFrom,
        CatchAll: rule.IsCatchAll,
        rule.Confidence.ToString(),
        rule.Versions,
        rule.Sources);

    private static RequirementContract Compose(Requirement requirement) =>
        new(requirement.What, requirement.Without, requirement.Switches);

    private static SettingContract Compose(SettingDescription setting) => new(
        setting.Name,
        setting.Runtime,
        setting.Written,
        setting.Ways,
        setting.What,
        setting.Collectors,
        setting.Versions,
        VersionsUnlocked: setting.Unlocked,
        VersionsDeprecated: setting.Deprecated,
        setting.Default,
        Values: setting.Range,
        setting.Unit,
        setting.Hexadecimal,
        setting.Trades,
        setting.Helps,
        setting.Hurts,
        setting.Note,
        setting.Tuned,
        setting.Untried,
        setting.Sources);
}

/// <summary>A list of rules.</summary>
internal sealed record RulesContract(string Schema, IReadOnlyList<RuleContract> Rules);

/// <summary>A rule with its thresholds.</summary>
internal sealed record RuleContract(
    string Id, IReadOnlyList<string> Runtimes, string Summary, string Background, IReadOnlyList<Threshold> Thresholds,
    IReadOnlyList<RequirementContract> Needs, IReadOnlyList<RequirementContract> Helps, IReadOnlyList<string> Advises,
    IReadOnlyList<string> SymptomOf, bool CatchAll, string Confidence, string Versions, IReadOnlyList<string> Sources);

/// <summary>What a rule needs to be recorded.</summary>
internal sealed record RequirementContract(string What, string Without, IReadOnlyList<RecordingSwitch> Switches);

/// <summary>A list of settings.</summary>
internal sealed record SettingsContract(string Schema, IReadOnlyList<SettingContract> Settings);

/// <summary>A setting of a runtime.</summary>
internal sealed record SettingContract(
    string Name, string Runtime, string Written, IReadOnlyList<SettingWay> Ways, string What, IReadOnlyList<string> Collectors,
    string? Versions, string? VersionsUnlocked, string? VersionsDeprecated, string? Default, string? Values, string? Unit,
    string? Hexadecimal, string? Trades, string? Helps, string? Hurts, string? Note, string? Tuned, string? Untried,
    IReadOnlyList<string> Sources);

/// <summary>A list of metrics.</summary>
internal sealed record MetricsContract(string Schema, IReadOnlyList<MetricDescription> Metrics);

/// <summary>A list of terms.</summary>
internal sealed record TermsContract(string Schema, IReadOnlyList<ContractTerm> Terms);
