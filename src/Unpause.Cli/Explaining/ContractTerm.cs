namespace Unpause.Cli.Explaining;

/// <summary>A term or a JSON field that docs/numbers.md explains. The page is embedded in the build.</summary>
/// <param name="Names">The field names of the row; for a term, the term.</param>
/// <param name="Place">The JSON objects that have these fields; null for terms.</param>
/// <param name="Text">The explanation, in Markdown.</param>
internal sealed record ContractTerm(IReadOnlyList<string> Names, string? Place, string Text)
{
    /// <summary>All of them, in the page's order.</summary>
    public static IReadOnlyList<ContractTerm> All { get; } = [.. Read()];

    /// <summary>Finds terms: <c>heap.live_set_bytes</c>, <c>live_set_bytes</c> of any object, <c>time to safepoint</c>.</summary>
    public static IReadOnlyList<ContractTerm> Find(string text)
    {
        var end = text.LastIndexOf('.');
        var (place, name) = end < 0 ? (null, text) : (text[..end].Replace("[]", "", StringComparison.Ordinal), text[(end + 1)..]);
        return [.. All.Where(term => term.Names.Contains(name, StringComparer.OrdinalIgnoreCase)
            && (place is null || (term.Place is { } places && PlacesIn(places).Contains(place, StringComparer.OrdinalIgnoreCase))))];
    }

    private static IEnumerable<string> PlacesIn(string places) => places.Split(", ");

    private static IEnumerable<ContractTerm> Read()
    {
        using var stream = typeof(ContractTerm).Assembly.GetManifestResourceStream("Unpause.Cli.numbers.md")!;
        using var reader = new StreamReader(stream);
        string? place = null;
        var words = new List<string>();
        while (reader.ReadLine() is { } line)
        {
            if (line.StartsWith("## ", StringComparison.Ordinal)) place = string.Join(", ", Quoted(line, '`'));
            // A row of a table whose first cell has names in backticks.
            if (line.StartsWith("| `", StringComparison.Ordinal) && line.Split(" | ") is [var names, .. var cells])
            {
                yield return new([.. Quoted(names, '`')], place, string.Join(" | ", cells).TrimEnd('|', ' '));
            }

            // Terms are list items before the first object; indented lines continue an item.
            if (place is not "") continue;
            if (line.StartsWith("- ", StringComparison.Ordinal)) words.Add(line[2..]);
            else if (line.StartsWith("  ", StringComparison.Ordinal) && words.Count > 0) words[^1] += line[1..];
        }

        foreach (var word in words)
        {
            yield return new([.. Quoted(word.Replace("**", "*", StringComparison.Ordinal), '*')], null, Plain(word));
        }
    }

    private static string Plain(string markdown) => markdown.Replace("**", "", StringComparison.Ordinal);

    private static IEnumerable<string> Quoted(string text, char quote) => text.Split(quote).Where((_, index) => index % 2 == 1);
}
