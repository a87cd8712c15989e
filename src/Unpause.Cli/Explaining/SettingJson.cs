using System.Text.Json;
using Unpause.Analysis.Settings;

namespace Unpause.Cli.Explaining;

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
        json.WriteString("runtime", setting.Runtime);
        json.WriteString("written", setting.Written);
        json.WriteStartArray("ways");
        foreach (var way in setting.Ways)
        {
            json.WriteStartObject();
            json.WriteString("where", way.Where);
            json.WriteString("how", way.How);
            json.WriteEndObject();
        }

        json.WriteEndArray();
        json.WriteString("what", setting.What);
        Write(json, "collectors", setting.Collectors);
        json.WriteString("versions", setting.Versions);
        json.WriteString("versions_unlocked", setting.Unlocked);
        json.WriteString("versions_deprecated", setting.Deprecated);
        json.WriteString("default", setting.Default);
        json.WriteString("values", setting.Range);
        json.WriteString("unit", setting.Unit);
        json.WriteString("hexadecimal", setting.Hexadecimal);
        json.WriteString("trades", setting.Trades);
        json.WriteString("helps", setting.Helps);
        json.WriteString("hurts", setting.Hurts);
        json.WriteString("note", setting.Note);
        json.WriteString("tuned", setting.Tuned);
        json.WriteString("untried", setting.Untried);
        Write(json, "sources", setting.Sources);
        json.WriteEndObject();
    }

    private static void Write(Utf8JsonWriter json, string name, IReadOnlyList<string> values)
    {
        json.WriteStartArray(name);
        foreach (var value in values) json.WriteStringValue(value);
        json.WriteEndArray();
    }
}
