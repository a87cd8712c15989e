using System.Text.Json.Serialization;

namespace Unpause.Reports.Documents;

/// <summary>What to change.</summary>
public sealed record AdviceDocument
{
    /// <summary>What to do, why it helps, for which versions.</summary>
    public required string Text { get; init; }

    /// <summary>The exact setting, ready to copy.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Setting { get; init; }

    /// <summary>The exact code, ready to copy.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Code { get; init; }

    /// <summary>Names of the settings in it, each of which `unpause explain NAME` explains.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<string>? SettingNames { get; init; }
}
