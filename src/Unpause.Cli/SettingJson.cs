using System.Text.Json;
using Unpause.Settings;

namespace Unpause.Cli;

/// <summary>Settings as <c>unpause.settings/1</c> on standard output.</summary>
internal static class SettingJson
{
    /// <summary>Writes settings.</summary>
    public static void Write(IReadOnlyList<SettingDescription> settings) =>
        JsonList.Write("unpause.settings/1", "settings", settings, Write);

    private static void Write(SettingDescription setting, Utf8JsonWriter json)
    {
        json.WriteStartObject();
        json.WriteString("name", setting.Name);
        json.WriteString("runtime", "jvm");
        json.WriteString("written", setting.Written);
        json.WriteString("what", setting.What);
        json.WriteStartArray("collectors");
        foreach (var collector in setting.Collectors) json.WriteStringValue(collector);
        json.WriteEndArray();
        json.WriteString("versions", setting.Versions);
        json.WriteString("versions_unlocked", setting.Unlocked);
        json.WriteString("default", setting.Default);
        json.WriteString("values", setting.Range);
        json.WriteEndObject();
    }
}
