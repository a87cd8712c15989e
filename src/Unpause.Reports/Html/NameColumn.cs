using System.Text.Json;

namespace Unpause.Reports.Html;

/// <summary>Names as indexes into a table of different names, in order of first use; no name is -1.</summary>
internal sealed class NameColumn
{
    private readonly Dictionary<string, int> _indexes = new(StringComparer.Ordinal);

    /// <summary>Takes in the names of <paramref name="count"/> items.</summary>
    public NameColumn(int count, Func<int, string?> nameOf)
    {
        for (var i = 0; i < count; i++)
        {
            if (nameOf(i) is { } name) _indexes.TryAdd(name, _indexes.Count);
        }
    }

    /// <summary>The different names, in order of first use.</summary>
    public IEnumerable<string> Names => _indexes.OrderBy(entry => entry.Value).Select(entry => entry.Key);

    /// <summary>The index of a name; null for no name.</summary>
    public long? IndexOf(string? name) => name is null ? null : _indexes[name];

    /// <summary>Writes the table.</summary>
    public void WriteTable(Utf8JsonWriter json, string property)
    {
        json.WriteStartArray(property);
        foreach (var name in Names) json.WriteStringValue(name);
        json.WriteEndArray();
    }
}
