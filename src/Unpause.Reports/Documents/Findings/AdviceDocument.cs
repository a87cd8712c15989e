using System.Text.Json.Serialization;

namespace Unpause.Reports.Documents;

/// <summary>An advice: what to change.</summary>
public sealed record AdviceDocument
{
    /// <summary>What to do, why it helps, and for which versions.</summary>
    public required string Text { get; init; }

    /// <summary>The exact setting, ready to copy.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Setting { get; init; }

    /// <summary>The exact code, ready to copy.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Code { get; init; }

    /// <summary>The settings in it; `unpause explain NAME` explains each.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<string>? SettingNames { get; init; }
}
