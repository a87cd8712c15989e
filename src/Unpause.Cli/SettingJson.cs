using System.Text.Json;
using Unpause.Settings;

namespace Unpause.Cli;

/// <summary>Settings as <c>unpause.settings/1</c> on standard output.</summary>
internal static class SettingJson
{
    /// <summary>Writes settings.</summary>
    public static void Write(IReadOnlyList<SettingDescription> settings)
    {
        using var output = Console.OpenStandardOutput();
        using (var json = new Utf8JsonWriter(output, new JsonWriterOptions { Indented = true }))
        {
            json.WriteStartObject();
            json.WriteString("schema", "unpause.settings/1");
            json.WriteStartArray("settings");
            foreach (var setting in settings) Write(json, setting);
            json.WriteEndArray();
            json.WriteEndObject();
        }

        output.WriteByte((byte)'\n');
    }

    private static void Write(Utf8JsonWriter json, SettingDescription setting)
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
