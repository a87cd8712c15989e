using DuckDB.NET.Data;

namespace Unpause.Fleet.Stores.Duck;

/// <summary>Texts of an answer, each once: hundreds of thousands of rows name the same services, hosts and processes.</summary>
internal sealed class SharedTexts
{
    private readonly HashSet<string> _texts = new(StringComparer.Ordinal);

    /// <summary>The text of a column.</summary>
    public string Of(DuckDBDataReader row, int column)
    {
        var text = row.GetString(column);
        if (_texts.TryGetValue(text, out var known)) return known;
        _texts.Add(text);
        return text;
    }
}
