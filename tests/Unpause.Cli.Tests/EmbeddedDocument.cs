using System.Text.Json;

namespace Unpause.Cli.Tests;

/// <summary>The JSON in a page.</summary>
internal static class EmbeddedDocument
{
    private const string Start = "<script id=\"unpause-document\" type=\"application/json\">", End = "</script>";

    /// <summary>Reads it from the file of a page.</summary>
    public static JsonElement Read(string path)
    {
        var page = File.ReadAllText(path);
        var start = page.IndexOf(Start, StringComparison.Ordinal) + Start.Length;
        return JsonElement.Parse(page[start..page.IndexOf(End, start, StringComparison.Ordinal)]);
    }

    /// <summary>Whether a page has the same JSON as a file.</summary>
    public static bool IsOf(string page, string json) => JsonElement.DeepEquals(Read(page), JsonElement.Parse(File.ReadAllText(json)));
}
