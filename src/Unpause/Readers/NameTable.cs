using System.Text;

namespace Unpause.Readers;

/// <summary>
/// Gives each different UTF-8 name one string, so that causes and phase names cost no allocation a line. Bounded by
/// <see cref="Limits.Names"/>; names beyond are all <c>other</c>.
/// </summary>
public sealed class NameTable
{
    private readonly Dictionary<string, string> _names = new(StringComparer.Ordinal);
    private readonly Dictionary<string, string>.AlternateLookup<ReadOnlySpan<char>> _lookup;

    /// <summary>An empty table.</summary>
    public NameTable() => _lookup = _names.GetAlternateLookup<ReadOnlySpan<char>>();

    /// <summary>The string for a name; cut at <see cref="Limits.NameBytes"/>.</summary>
    public string Get(ReadOnlySpan<byte> utf8)
    {
        if (utf8.Length > Limits.NameBytes) utf8 = utf8[..Limits.NameBytes];
        Span<char> chars = stackalloc char[Limits.NameBytes];
        var count = Encoding.UTF8.GetChars(utf8, chars);
        var name = chars[..count];
        if (_lookup.TryGetValue(name, out var known)) return known;
        if (_names.Count >= Limits.Names) return "other";
        var added = name.ToString();
        _names.Add(added, added);
        return added;
    }
}
