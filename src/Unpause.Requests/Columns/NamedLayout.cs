namespace Unpause.Requests.Columns;

/// <summary>What the named values of one product's records contain, whatever their words would mean elsewhere.</summary>
internal sealed class NamedLayout
{
    private readonly byte[][] _needs;
    private readonly (byte[] Name, TableColumn Column)[] _columns;

    /// <summary>Makes a row of the table.</summary>
    /// <param name="format">The name in <see cref="RequestSet.Format"/>.</param>
    /// <param name="needs">Names that together occur only in this product's records.</param>
    /// <param name="columns">What is read of them; a value inside an object is named by both names, <c>request.uri</c>.</param>
    public NamedLayout(string format, string[] needs, (string Name, TableColumn Column)[] columns)
    {
        Format = format;
        _needs = Array.ConvertAll(needs, Encoding.UTF8.GetBytes);
        _columns = Array.ConvertAll(columns, column => (Encoding.UTF8.GetBytes(column.Name), column.Column));
    }

    /// <summary>The name in <see cref="RequestSet.Format"/>.</summary>
    public string Format { get; }

    /// <summary>What a name contains; nothing relevant when the table doesn't have it.</summary>
    public TableColumn ColumnOf(ReadOnlySpan<byte> name)
    {
        foreach (var (known, column) in _columns)
        {
            if (name.SequenceEqual(known)) return column;
        }

        return default;
    }

    /// <summary>Whether a text contains every name that this product's records have, each in quotes or before an equals sign.</summary>
    public bool MayBeIn(ReadOnlySpan<byte> text)
    {
        foreach (var need in _needs)
        {
            if (!HasName(text, need)) return false;
        }

        return true;
    }

    /// <summary>Whether a header names all that this product's tables have.</summary>
    public bool Heads(IReadOnlyList<byte[]> header) =>
        Array.TrueForAll(_needs, need => header.Any(name => name.AsSpan().SequenceEqual(need)));

    private static bool HasName(ReadOnlySpan<byte> text, ReadOnlySpan<byte> name)
    {
        for (var rest = text; ;)
        {
            var at = rest.IndexOf(name);
            if (at < 0) return false;
            var end = at + name.Length;
            var quoted = at > 0 && rest[at - 1] == '"' && end < rest.Length && rest[end] == '"';
            var assigned = (at == 0 || rest[at - 1] is (byte)' ' or (byte)'\n') && end < rest.Length && rest[end] == '=';
            if (quoted || assigned) return true;
            rest = rest[end..];
        }
    }
}
